// Reads results on solved positions, and writes their rows.
#include "bench/rows/solved_row.hpp"

#include <fmt/format.h>

namespace banyan::bench {
namespace {

SolvedRow read_row(const Field& row) {
  SolvedRow read;
  read.engine = row["engine"].text();
  read.positions = row["positions"].count();
  if (read.positions == 0) row["positions"].refuse("is 0");
  const bool solved = row.has("failures");  // or its positions have labels
  if (solved && row.has("lost")) {
    read.lost = row["lost"].text();
    if (read.lost.size() != read.positions ||
        read.lost.find_first_not_of("012") != std::string::npos) {
      row["lost"].refuse("has not a digit from 0 to 2 for each position");
    }
  }
  const auto measured = [&](const std::string& value, const std::string& error) {
    return plus_minus(row[value].number(), row[error].number());
  };
  read.regret = measured("regret", "regret_error95");
  if (solved) {
    read.failures = row["failures"].count();
    const std::vector<Field> ends = row["failure_rate95"].elements();
    if (ends.size() != 2) row["failure_rate95"].refuse("has not two ends");
    read.failure_rate =
        with_interval(static_cast<double>(read.failures) / static_cast<double>(read.positions),
                      {ends[0].number(), ends[1].number()});
    read.more_failures = measured("more_failures_than_first", "more_failures_error95");
  } else {
    read.more_regret = measured("more_regret_than_first", "more_regret_error95");
  }
  if (row.has("played") && row["seconds"].number() > 0) {
    read.iterations_per_second =
        static_cast<double>(row["played"].count()) / row["seconds"].number();
  }
  return read;
}

}  // namespace

SolvedSet read_solved(const Field& set) {
  SolvedSet read;
  read.kind = set.has("kind") ? set["kind"].text() : "";
  read.game = set["game"].text();
  read.budget = set["budget"].text();
  read.iterations = set["iterations"].count();
  read.positions = set["positions"].count();
  const std::vector<Field> plies = set["plies"].elements();
  if (plies.size() != 2) set["plies"].refuse("has not two ends");
  read.first_ply = plies[0].count();
  read.last_ply = plies[1].count();
  read.seed = set["seed"].count();
  read.left_out = set["left_out"].count();
  for (const Field& row : set["rows"].elements()) read.rows.push_back(read_row(row));
  if (set["control"].json().is_null()) return read;
  read.control = read_row(set["control"]);
  read.control_found = set["control"]["found"].flag();
  return read;
}

void add_rows(const SolvedSet& set, const std::string& experiment, std::vector<Row>& rows) {
  RowWriter writer(
      {.experiment = experiment,
       .kind = set.kind,
       .game = set.game,
       .position = set.where.empty() ? fmt::format("solved, after {} to {} random plies of seed {}",
                                                   set.first_ply, set.last_ply, set.seed)
                                     : set.where,
       .budget = set.budget},
      rows);
  writer.common.n = set.positions;
  writer.add("left_out", static_cast<double>(set.left_out), "positions");
  if (set.iterations > 0) {
    writer.add("iterations", static_cast<double>(set.iterations), "iterations");
  }
  const auto add = [&](const SolvedRow& row) {
    writer.common.engine = row.engine;
    writer.common.threads = threads_of(row.engine);
    writer.common.n = row.positions;
    writer.add("failure_rate", row.failure_rate, row.positions, "1");
    writer.add("regret", row.regret, row.positions, "1");
    writer.add_text("lost", row.lost);
    writer.add("iterations_per_second", row.iterations_per_second, "1/s");
    if (row.engine == set.rows.front().engine) return;
    writer.common.opponent = set.rows.front().engine;
    writer.add("more_failures", row.more_failures, row.positions, "1");
    writer.add("more_regret", row.more_regret, row.positions, "1");
    writer.common.opponent.clear();
  };
  for (const SolvedRow& row : set.rows) add(row);
  if (!set.control || set.rows.empty()) return;
  writer.common.kind = "control";
  add(*set.control);
  writer.add("is_worse", set.control_found ? 1 : 0, "");
}

}  // namespace banyan::bench
