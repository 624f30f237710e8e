#include "bench/networks/lessons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "bench/match/opening_file.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {
namespace {

/// Throws UsageError for inconsistent values.
Lesson lesson_of(const AnyGame& position, const Json& search, double result) {
  const std::optional<Observation> seen = position.observe();
  Lesson lesson{seen->ones, seen->indices, std::vector<float>(seen->indices.size()), 0};
  const std::vector<std::uint32_t> moves = position.legal_moves();
  double sum = 0;
  for (const auto& [text, visits] : search.at("visits").items()) {
    const std::uint32_t move = parse_move(position, text);
    const auto place = std::find(moves.begin(), moves.end(), move) - moves.begin();
    const auto count = static_cast<double>(count_of(visits));
    lesson.shares[static_cast<std::size_t>(place)] = static_cast<float>(count);
    sum += count;
  }
  const double value = search.at("value").get<double>();
  if (!(sum > 0) || !(value >= 0 && value <= 1)) {
    throw UsageError("one of its searches has no visits or a value that is not 0 to 1.");
  }
  for (float& share : lesson.shares) share /= static_cast<float>(sum);
  lesson.value = static_cast<float>((value + result) / 2);
  return lesson;
}

GameLessons lessons_of(const GameChoice& game, const Json& record) {
  const std::string spec = record.at("game").get<std::string>();
  if (parse_game(spec).canonical != game.canonical) {
    throw UsageError(fmt::format("it is of {}, not of {}.", spec, game.spec));
  }
  if (!record.contains("searches")) {
    throw UsageError("it has not what searches found: let 'match' record that by --visits.");
  }
  const Json& searches = record["searches"];
  if (searches.size() != record.at("moves").size()) {
    throw UsageError("it has not one search for each move.");
  }
  const double of_a = record.at("result_a").get<double>();
  const double first = record.at("a_first").get<bool>() ? of_a : 1 - of_a;
  std::optional<BoardSetup> stones;
  if (record.contains("board"))
    stones = read_stones(*game.start, record["board"].get<std::string>());
  const auto position = opened(*game.start, stones, {});
  const auto play = [&](const Json& text) {
    position->play(parse_move(*position, text.get<std::string>()));
  };
  for (const Json& text : record.at("opening")) play(text);
  GameLessons lessons;
  for (std::size_t i = 0; i < searches.size(); ++i) {
    if (!searches[i].is_null() && position->legal_moves().size() > 1) {
      const double result = position->to_move() == 0 ? first : 1 - first;
      lessons.push_back(lesson_of(*position, searches[i], result));
    }
    play(record["moves"][i]);
  }
  return lessons;
}

}  // namespace

std::vector<GameLessons> read_lessons(const GameChoice& game,
                                      const std::vector<std::filesystem::path>& files,
                                      const std::stop_token& stop) {
  if (!game.start->observe()) {
    throw UsageError(fmt::format(
        "{} shows nothing to networks: give connect_four, othello, hex or go.", game.spec));
  }
  std::vector<GameLessons> games;
  for (const std::filesystem::path& given : files) {
    const auto file = is_folder(given) ? given / "games.jsonl" : given;
    if (!file_exists(file)) {
      throw UsageError(fmt::format(
          "--records {} is not there: give folders of 'match --visits' or their games.jsonl.",
          file.string()));
    }
    for (const JsonLine& line : read_lines(file, stop).objects) {
      try {
        games.push_back(lessons_of(game, line.json));
      } catch (const Json::exception&) {
        throw UsageError(fmt::format("{}:{} is no record of a game of 'match --visits'.",
                                     file.string(), line.number));
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}:{} cannot be learned from: {}", file.string(), line.number,
                                     error.what()));
      }
    }
  }
  return games;
}

}  // namespace banyan::bench
