// What a search says of itself, against its log.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/doctor/checks.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench::doctor {
namespace {

struct Claimed {
  std::string move;
  std::uint64_t visits = 0;
  std::optional<double> value;
};

std::string move_text(const Json& move) {
  return move.is_string() ? move.get<std::string>() : move.dump();
}

std::vector<Claimed> claimed(const Json& claims) {
  std::vector<Claimed> all;
  try {
    for (const Json& child : claims.at("root").at("children")) {
      Claimed each{move_text(child.at("move")), count_of(child.at("visits")), std::nullopt};
      if (child.contains("value") && child["value"].is_number()) each.value = child["value"];
      all.push_back(std::move(each));
    }
  } catch (const Json::exception&) {
    throw UsageError(
        "--claims: the result needs root.children with move, visits and value, as 'banyan search "
        "--json' prints it.");
  }
  return all;
}

Tree last_tree(const WatchedLog& log, std::span<const Backup> ways, const Growth& growth) {
  Tree tree(log, log.searches.back(), ways, growth);
  while (!tree.done()) tree.next([](const Choice&) {});
  return tree;
}

Candidate sums_of(const Tree& tree, const std::string& move, std::size_t way = 0) {
  for (const Tree::Child& child : tree.children(0)) {
    if (child.node != kNoState && tree.log().words[child.move] == move) {
      return tree.sums(child.node, way);
    }
  }
  return {};
}

bool has_visits(const Claimed& each, const Candidate& sums) {
  return static_cast<double>(each.visits) == sums.visits;
}

bool has_value(const Claimed& each, const Candidate& sums) {
  return !each.value || sums.visits == 0 || std::abs(*each.value - sums.value / sums.visits) < 1e-6;
}

}  // namespace

std::vector<bool> ways_of_claims(const WatchedLog& log, const Json& claims) {
  const std::vector<Claimed> all = claimed(claims);
  std::vector<bool> possible(backups().size());
  const Tree tree = last_tree(log, backups(), {});
  for (std::size_t way = 0; way < possible.size(); ++way) {
    possible[way] = std::all_of(all.begin(), all.end(), [&](const Claimed& each) {
      return has_visits(each, sums_of(tree, each.move, way)) &&
             has_value(each, sums_of(tree, each.move, way));
    });
  }
  if (std::find(possible.begin(), possible.end(), true) == possible.end()) {
    possible.assign(possible.size(), true);
  }
  return possible;
}

void check_claims(const WatchedLog& log, const RuleFit& fit, const Json& claims,
                  Diagnosis& diagnosis) {
  const std::vector<Claimed> all = claimed(claims);
  const Tree tree = last_tree(log, backups().first(1), fit.growth);
  std::size_t visits_differ = 0;
  std::size_t values_differ = 0;
  std::string visits_text;
  std::string values_text;
  for (const Claimed& each : all) {
    const Candidate sums = sums_of(tree, each.move);
    if (!has_visits(each, sums) && visits_differ++ == 0) {
      visits_text = fmt::format("move {} has {} visits, {:.0f} in the log", each.move, each.visits,
                                sums.visits);
    }
    if (!has_value(each, sums) && values_differ++ == 0) {
      values_text = fmt::format("move {} has the value {:.6g}, {:.6g} in the log", each.move,
                                *each.value, sums.value / sums.visits);
    }
  }
  if (visits_differ > 0) {
    diagnosis.findings.push_back({"claimed-visits-differ",
                                  fmt::format("The search's own visits differ from the log at {} "
                                              "of {} moves: {}.",
                                              visits_differ, all.size(), visits_text),
                                  55});
  }
  if (values_differ > 0) {
    diagnosis.findings.push_back({"claimed-values-differ",
                                  fmt::format("The search's own values differ from the log at {} "
                                              "of {} moves: {}.",
                                              values_differ, all.size(), values_text),
                                  54});
  }
  if (visits_differ + values_differ == 0) {
    diagnosis.right.emplace_back("The search's own visits and values are those of the log.");
  }
  if (!claims.contains("best_move") || claims["best_move"].is_null()) return;
  const std::string best = move_text(claims["best_move"]);
  double most = 0;
  std::string most_visited;
  for (const Tree::Child& child : tree.children(0)) {
    const double visits = child.node == kNoState ? 0 : tree.sums(child.node, 0).visits;
    if (visits <= most) continue;
    most = visits;
    most_visited = log.words[child.move];
  }
  const Candidate played = sums_of(tree, best);
  if (played.visits < most) {
    diagnosis.findings.push_back(
        {"final-move-not-most-visited",
         fmt::format(
             "The final move {} has {:.0f} visits; {} has {:.0f}. Rules other than the most "
             "visits exist, but are less robust.",
             best, played.visits, most_visited, most),
         58});
  } else {
    diagnosis.right.emplace_back("The final move is the most visited one.");
  }
}

}  // namespace banyan::bench::doctor
