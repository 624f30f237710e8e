// Reads matches, and writes their rows.
#include "bench/rows/match_row.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::bench {
namespace {

Pentanomial read_pairs(const Field& match) {
  Pentanomial pairs{};
  const std::vector<Field> counts = match["pentanomial"].elements();
  if (counts.size() != pairs.size()) match["pentanomial"].refuse("has not five counts");
  constexpr std::uint64_t kMostGames = 1ULL << 53;  // as doubles they are exact
  for (std::size_t i = 0; i < counts.size(); ++i)
    pairs[i] = std::min(counts[i].count(), kMostGames);
  const Field games = match["counted_games"];
  if (2 * pair_count(pairs) != std::min(games.count(), kMostGames)) {
    games.refuse("is not two for each pair");
  }
  return pairs;
}

MatchRow::Side read_side(const Field& match, const char* side) {
  // Unknown without moves, and for foreign programs.
  const Field effort = match["effort"][side];
  return {match["iterations_per_second"][side].number_or(kNaN),
          effort["seconds_per_move"].number_or(kNaN), effort["mean_depth"].number_or(kNaN)};
}

/// Adds both engines' numbers, each as the other's opponent.
void add_side(RowWriter writer, const std::string& engine, const std::string& opponent,
              const MatchRow::Side& side) {
  writer.common.engine = engine;
  writer.common.opponent = opponent;
  writer.common.threads = threads_of(engine);
  writer.add("iterations_per_second", side.iterations_per_second, "1/s");
  writer.add("seconds_per_move", side.seconds_per_move, "s");
  writer.add("mean_depth", side.mean_depth, "plies");
}

}  // namespace

MatchRow read_match(const Field& match) {
  MatchRow row;
  row.kind = match.has("kind") ? match["kind"].text() : "";
  row.game = match["game"].text();
  row.a = match["a"].text();
  row.b = match["b"].text();
  row.budget = match["budget"].text();
  row.engine = match.has("engine") ? match["engine"].text() : row.a;
  if (match.has("factor")) {
    row.factor = match["factor"].number();
    if (!(row.factor > 0)) match["factor"].refuse("is not above 0");
  }
  row.pentanomial = read_pairs(match);
  row.games = match["counted_games"].count();
  row.wins = match["wins"].count();
  row.draws = match["draws"].count();
  row.losses = match["losses"].count();
  row.of_a = read_side(match, "a");
  row.of_b = read_side(match, "b");
  return row;
}

const MatchRow* find_match(const std::vector<MatchRow>& matches, std::string_view game,
                           std::string_view kind, std::string_view a) {
  const auto found = std::find_if(matches.begin(), matches.end(), [&](const MatchRow& match) {
    return match.game == game && match.kind == kind && match.a == a;
  });
  return found == matches.end() ? nullptr : &*found;
}

Table::Cell elo_cell(const MatchRow* match) {
  if (match == nullptr) return "-";
  const Estimate e = match->elo();
  constexpr double kWidest = 400;  // half an interval of a factor of ten in the odds says nothing
  if (std::isfinite(e.error95) && (e.upper95 - e.lower95) / 2 > kWidest) return {"too noisy", e};
  return {format_elo(e), e};
}

void add_pairs(RowWriter& writer, const Pentanomial& pentanomial) {
  constexpr const char* kPairs[]{"pairs_0", "pairs_0.5", "pairs_1", "pairs_1.5", "pairs_2"};
  for (std::size_t i = 0; i < pentanomial.size(); ++i) {
    writer.add(kPairs[i], static_cast<double>(pentanomial[i]), "pairs");
  }
}

void add_rows(const MatchRow& match, const std::string& experiment, std::vector<Row>& rows) {
  RowWriter writer({.experiment = experiment,
                    .kind = match.kind,
                    .game = match.game,
                    .engine = match.a,
                    .threads = threads_of(match.a),
                    .opponent = match.b,
                    .factor = match.factor,
                    .budget = match.budget,
                    .n = match.games},
                   rows);
  writer.add("elo", match.elo(), match.games, "Elo");
  writer.add("wins", static_cast<double>(match.wins), "games");
  writer.add("draws", static_cast<double>(match.draws), "games");
  writer.add("losses", static_cast<double>(match.losses), "games");
  add_pairs(writer, match.pentanomial);
  add_side(writer, match.a, match.b, match.of_a);
  add_side(writer, match.b, match.a, match.of_b);
}

}  // namespace banyan::bench
