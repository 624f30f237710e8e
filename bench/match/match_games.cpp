// Games of matches as lines of games.jsonl, and back.
#include <fmt/format.h>

#include <utility>

#include "bench/match/match.hpp"
#include "bench/text/sgf.hpp"

namespace banyan::bench {
Json game_json(const MatchOptions& options, const GameRecord& game) {
  const AnyGame& start = *options.game.start;
  const auto after_opening = start.clone();
  for (const std::uint32_t move : game.opening) after_opening->play(move);
  const std::string& a = options.a.spec;
  const std::string& b = options.b.spec;
  Json json{{"game", options.game.spec},
            {"pair", game.pair},
            {"first", game.a_first ? a : b},
            {"second", game.a_first ? b : a},
            {"a", a},
            {"b", b},
            {"a_first", game.a_first},
            {"opening", move_texts(start, game.opening)},
            {"moves", move_texts(*after_opening, game.moves)},
            {"result_a", game.result_a / 2.0},
            {"seconds", {{"a", game.effort[0].seconds}, {"b", game.effort[1].seconds}}},
            {"iterations", {{"a", game.effort[0].iterations}, {"b", game.effort[1].iterations}}},
            {"depth_sum", {{"a", game.effort[0].depth_sum}, {"b", game.effort[1].depth_sum}}},
            {"move_seconds", game.move_seconds},
            {"seed", options.seed}};
  if (game.lost)
    json["lost_by"] = {{"fault", to_text(game.lost->fault)}, {"words", game.lost->words}};
  if (!game.node.empty()) json["node"] = game.node;
  return json;
}

GameRecord read_game(const MatchOptions& options, const Json& json) {
  GameRecord game;
  game.pair = json.at("pair").get<std::uint64_t>();
  game.a_first = json.at("a_first").get<bool>();
  game.move_seconds = json.at("move_seconds").get<std::vector<double>>();
  const auto position = options.game.start->clone();
  const auto play = [&](const Json& text) {
    const std::uint32_t move = parse_move(*position, text.get<std::string>());
    position->play(move);
    return move;
  };
  for (const Json& text : json.at("opening")) game.opening.push_back(play(text));
  if (json.at("moves").size() != game.move_seconds.size()) {
    throw UsageError("it has not one time for each move.");
  }
  for (const Json& text : json.at("moves")) {
    const std::size_t index = (position->to_move() == 0) == game.a_first ? 0 : 1;
    game.effort[index].add_move(game.move_seconds.at(game.moves.size()),
                                time_limit(index == 0 ? options.a : options.b, options.limits));
    game.moves.push_back(play(text));
  }
  if (json.contains("lost_by")) {
    const Json& lost = json["lost_by"];
    game.lost = {parse_fault(lost.at("fault").get<std::string>()),
                 lost.at("words").get<std::string>()};
    if (position->over()) throw UsageError("it was lost after its end.");
    game.result_a = (position->to_move() == 0) == game.a_first ? kLoss : kWin;
  } else {
    if (!position->over()) throw UsageError("its moves end before the game does.");
    game.result_a = position->result(game.a_first ? 0 : 1);
  }
  game.node = json.value("node", "");
  for (const std::size_t index : {0, 1}) {
    const char* const side = index == 0 ? "a" : "b";
    game.effort[index].iterations = json.at("iterations").at(side).get<std::uint64_t>();
    game.effort[index].depth_sum = json.at("depth_sum").at(side).get<double>();
  }
  return game;
}

std::string game_sgf(const MatchOptions& options, const GameRecord& game) {
  const auto position = options.game.start->clone();
  for (const auto* moves : {&game.opening, &game.moves}) {
    for (const std::uint32_t move : *moves) position->play(move);
  }
  SgfInfo info{options.a.spec, options.b.spec, score_text(*position).value_or(""), ""};
  if (!game.a_first) std::swap(info.black, info.white);
  info.comment = fmt::format("pair {}, the first {} moves drawn", game.pair, game.opening.size());
  if (game.lost) {
    // SGF has words for resigning, for time, and for what else is forfeited.
    const Fault fault = game.lost->fault;
    const char* const how = fault == Fault::kResigned ? "R" : fault == Fault::kTimeout ? "T" : "F";
    info.result = fmt::format("{}+{}", position->to_move() == 0 ? "W" : "B", how);
    info.comment += "; " + game.lost->words;
  }
  return sgf_of(*position, info);
}

}  // namespace banyan::bench
