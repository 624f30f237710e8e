// Writes games of matches as lines of games.jsonl, and reads them.
#include <fmt/format.h>

#include <algorithm>

#include "bench/match/match.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/notation/sgf.hpp"

namespace banyan::bench {
namespace {

std::vector<double> adjudicated_scores(const GameRecord& game, double of_a) {
  if (of_a != 0 && of_a != 0.5 && of_a != 1) {
    throw UsageError("its result is none of 0, 0.5 and 1.");
  }
  const auto points = static_cast<Points>(2 * of_a);
  return scores_of(game.seats[0] == 0 ? points : opposite(points));
}

/// Reads the search of a move in that position; throws UsageError for texts that are not its moves.
std::optional<FoundMoves> read_search(const AnyGame& position, const Json& json) {
  if (json.is_null()) return std::nullopt;
  FoundMoves found{json.at("value").get<double>(), {}};
  for (const auto& [text, visits] : json.at("visits").items()) {
    found.visits[position.to_text(parse_move(position, text))] = count_of(visits);
  }
  return found;
}

}  // namespace

std::vector<double> scores_of(const AnyGame& position, bool lost) {
  std::vector<double> scores;
  for (Player player = 0; player < position.players(); ++player) {
    scores.push_back(!lost ? position.score(player) : player == position.to_move() ? 0 : 1);
  }
  return scores;
}

std::vector<double> scores_of(Points first) { return {first / 2.0, opposite(first) / 2.0}; }

Json game_json(const MatchOptions& options, const GameRecord& game) {
  const AnyGame& start = *options.game.start;
  const auto beginning = opened(start, game.stones, {});
  const auto after_opening = opened(start, game.stones, game.opening);
  const bool colours = has_elo(options);  // A's colour says everything about the seats
  Json json{{"game", options.game.spec}, {"pair", game.deal}};
  if (colours) {
    json["first"] = options.engines[game.seats[0]].spec;
    json["second"] = options.engines[game.seats[1]].spec;
  }
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    json[letter(i)] = options.engines[i].spec;
  }
  if (colours) {
    json["a_first"] = game.seats[0] == 0;
  } else {
    for (const std::size_t engine : game.seats) json["seats"].push_back(letter(engine));
  }
  if (game.stones) json["board"] = board_text(*game.stones);
  json["opening"] = move_texts(*beginning, game.opening);
  json["moves"] = move_texts(*after_opening, game.moves);
  if (colours) {
    json["result_a"] = game.result_a() / 2.0;
  } else {
    json["scores"] = game.scores;
  }
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    json["seconds"][letter(i)] = game.effort[i].seconds;
    json["iterations"][letter(i)] = game.effort[i].iterations;
    json["played"][letter(i)] = game.effort[i].played;
    json["depth_sum"][letter(i)] = game.effort[i].depth_sum;
  }
  json["move_seconds"] = game.move_seconds;
  for (const auto& search : game.searches) {
    Json found = nullptr;
    if (search) found = {{"value", search->value}, {"visits", search->visits}};
    json["searches"].push_back(found);
  }
  json["seed"] = options.seed;
  if (game.lost)
    json["lost_by"] = {{"fault", to_text(game.lost->fault)}, {"words", game.lost->words}};
  if (options.clock) json["clock"] = to_text(*options.clock);
  if (game.adjudicated) json["adjudicated"] = to_text(options.adjudication);
  if (!game.node.empty()) json["node"] = game.node;
  return json;
}

GameRecord read_game(const MatchOptions& options, const Json& json) {
  GameRecord game;
  game.deal = count_of(json.at("pair"));
  if (has_elo(options)) {
    game.seats = json.at("a_first").get<bool>() ? Seating{0, 1} : Seating{1, 0};
  } else {
    for (const Json& name : json.at("seats")) {
      std::size_t engine = 0;
      while (engine < options.engines.size() && name != letter(engine)) ++engine;
      game.seats.push_back(engine);
    }
    const std::vector<Seating> all = seatings(options);
    if (std::ranges::find(all, game.seats) == all.end()) {
      throw UsageError("its engines cannot sit like that.");
    }
  }
  game.move_seconds = json.at("move_seconds").get<std::vector<double>>();
  if (json.contains("board")) {
    game.stones = read_stones(*options.game.start, json["board"].get<std::string>());
  }
  const auto position = opened(*options.game.start, game.stones, {});
  const auto play = [&](const Json& text) {
    const std::uint32_t move = parse_move(*position, text.get<std::string>());
    position->play(move);
    return move;
  };
  for (const Json& text : json.at("opening")) game.opening.push_back(play(text));
  if (json.at("moves").size() != game.move_seconds.size()) {
    throw UsageError("it has not one time for each move.");
  }
  if (json.contains("searches") && json["searches"].size() != json["moves"].size()) {
    throw UsageError("it has not one search for each move.");
  }
  for (const Json& text : json.at("moves")) {
    if (json.contains("searches")) {
      game.searches.push_back(read_search(*position, json["searches"][game.moves.size()]));
    }
    if (position->to_move() != kChance) {
      const std::size_t mover = game.seats[static_cast<std::size_t>(position->to_move())];
      const EngineSettings& engine = options.engines[mover];
      const double seconds = game.move_seconds.at(game.moves.size());
      // Matches from before 25 November 2026 searched for these moves too.
      if (seconds > 0 || !only_move(engine, *position)) {
        game.effort[mover].add_move(seconds, time_limit(engine, options.limits));
      }
    }
    game.moves.push_back(play(text));
  }
  if (json.contains("lost_by")) {
    const Json& lost = json["lost_by"];
    game.lost = {parse_fault(lost.at("fault").get<std::string>()),
                 lost.at("words").get<std::string>()};
    if (position->over()) throw UsageError("it was lost after its end.");
  } else if (json.contains("adjudicated")) {
    game.adjudicated = true;
    if (position->over()) throw UsageError("it was adjudicated after its end.");
  } else if (!position->over()) {
    throw UsageError("its moves end before the game does.");
  }
  game.scores = game.adjudicated ? adjudicated_scores(game, json.at("result_a"))
                                 : scores_of(*position, game.lost.has_value());
  game.node = json.value("node", "");
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    const Json& iterations = json.at("iterations");
    game.effort[i].iterations = count_of(iterations.at(letter(i)));
    game.effort[i].played = count_of(json.value("played", iterations).at(letter(i)));
    game.effort[i].depth_sum = json.at("depth_sum").at(letter(i)).get<double>();
  }
  return game;
}

std::string game_sgf(const MatchOptions& options, const GameRecord& game) {
  const auto position = opened(*options.game.start, game.stones, game.opening);
  for (const std::uint32_t move : game.moves) position->play(move);
  SgfInfo info{.black = options.engines[game.seats[0]].spec,
               .white = options.engines[game.seats[1]].spec,
               .result = score_text(*position).value_or(""),
               .comment = fmt::format("pair {}, {}the first {} moves drawn", game.deal,
                                      game.stones ? "from stones, " : "", game.opening.size())};
  if (game.adjudicated) {
    const double first = game.scores[0];
    info.result = first == 1 ? "B+" : first == 0 ? "W+" : "0";
    info.comment += "; adjudicated by " + to_text(options.adjudication);
  }
  if (game.lost) {
    // SGF has terms for resignation, time and other forfeits.
    const Fault fault = game.lost->fault;
    const bool by_time = fault == Fault::kTime || fault == Fault::kTimeout;
    const char* const how = fault == Fault::kResigned ? "R" : by_time ? "T" : "F";
    info.result = fmt::format("{}+{}", position->to_move() == 0 ? "W" : "B", how);
    info.comment += "; " + game.lost->words;
  }
  return sgf_of(*position, info);
}

}  // namespace banyan::bench
