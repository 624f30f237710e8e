// What a search says of itself, against its log.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

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

/// The statistics of the last search's root moves, over all of its trees.
class RootMoves {
 public:
  RootMoves(const Reading& reading, std::span<const Backup> ways) : ways_(ways.size()) {
    const std::uint32_t root = reading.log->searches.back().root;
    for (std::size_t i = reading.searches().size(); i-- > 0;) {
      if (reading.searches()[i].root != root) break;
      Tree tree(reading, i, ways);
      tree.replay();
      root_visits_ += tree.sums(0, 0).visits;
      for (const Tree::Child& child : tree.children(0)) {
        if (child.node == kNoState) continue;
        std::vector<Tree::Sums>& sums = sums_[reading.log->words[child.move]];
        sums.resize(ways_);
        for (std::size_t way = 0; way < ways_; ++way) {
          const Tree::Sums more = tree.sums(child.node, way);
          sums[way].visits += more.visits;
          sums[way].value += more.value;
        }
      }
      if (!reading.apart) break;
    }
  }

  [[nodiscard]] Tree::Sums of(const std::string& move, std::size_t way = 0) const {
    const auto found = sums_.find(move);
    return found == sums_.end() ? Tree::Sums{} : found->second[way];
  }
  [[nodiscard]] const std::map<std::string, std::vector<Tree::Sums>>& all() const { return sums_; }
  [[nodiscard]] double root_visits() const { return root_visits_; }

 private:
  std::size_t ways_;
  double root_visits_ = 0;
  std::map<std::string, std::vector<Tree::Sums>> sums_;
};

bool has_visits(const Claimed& each, const Tree::Sums& sums) {
  return static_cast<double>(each.visits) == sums.visits;
}

bool has_value(const Claimed& each, const Tree::Sums& sums) {
  return !each.value || sums.visits == 0 || std::abs(*each.value - sums.value / sums.visits) < 1e-6;
}

/// A node's visits are those of its moves, and at most those that ended there besides.
void check_root_visits(const Json& claims, double children, const RootMoves& moves,
                       Diagnosis& diagnosis) {
  if (!claims["root"].contains("visits") || !claims["root"]["visits"].is_number()) return;
  const double root = claims["root"]["visits"].get<double>();
  double known = 0;
  for (const auto& [move, sums] : moves.all()) known += sums[0].visits;
  const double own = moves.root_visits() - known;  // visits that ended there
  if (root == children || root == children + own || root == children + 1) {
    diagnosis.right.emplace_back("The root's visits are those of its moves, and its own.");
    return;
  }
  diagnosis.findings.push_back(
      {"visits-not-conserved",
       fmt::format("The search says that the root has {:.0f} visits and its moves {:.0f}. A node's "
                   "visits must be those of its moves, and those that ended there ({:.0f}).",
                   root, children, own),
       57});
}

struct Differing {
  std::size_t moves = 0;
  std::string first;
};

/// What the search says, against one reading of the log.
struct Comparison {
  RootMoves moves;
  Differing visits = {};
  Differing values = {};
  double claimed_sum = 0;
  bool any_more = false;
  bool any_less = false;
};

Comparison compare(const Reading& reading, const std::vector<Claimed>& all) {
  Comparison found{RootMoves(reading, backups().first(1))};
  for (const Claimed& each : all) {
    const Tree::Sums sums = found.moves.of(each.move);
    const auto visits = static_cast<double>(each.visits);
    found.claimed_sum += visits;
    found.any_more = found.any_more || visits > sums.visits;
    found.any_less = found.any_less || visits < sums.visits;
    if (!has_visits(each, sums) && found.visits.moves++ == 0) {
      found.visits.first = fmt::format("move {} has {} visits, {:.0f} in the log", each.move,
                                       each.visits, sums.visits);
    }
    if (!has_value(each, sums) && found.values.moves++ == 0) {
      found.values.first = fmt::format("move {} has the value {:.6g}, {:.6g} in the log", each.move,
                                       *each.value, sums.value / sums.visits);
    }
  }
  return found;
}

/// By the reading that the choices follow, or another one that they allow. Where leaves have
/// several playouts, searches count these in several ways, all of them right.
Comparison best_comparison(const WatchedLog& log, const RuleFit& fit,
                           const std::vector<Claimed>& all) {
  Comparison best = compare(fit.reading, all);
  const auto consider = [&](const Reading& reading) {
    if (best.visits.moves + best.values.moves == 0) return;
    Comparison other = compare(reading, all);
    if (other.visits.moves + other.values.moves == 0) best = std::move(other);
  };
  // From a root with one move, choices do not tell whether the first result was the root's own.
  if (best.moves.all().size() == 1) {
    for (const std::uint32_t root : {0U, 1U}) {
      Reading reading = fit.reading;
      reading.growth.root = root;
      consider(reading);
    }
  }
  const std::uint32_t playouts = plain_reading(log).playouts;
  if (playouts == 1) return best;
  for (const bool one_visit : {true, false}) {
    for (const std::uint32_t root : {0U, 1U, playouts}) {  // of the first leaf
      Reading reading = one_visit ? plain_reading(log) : reading_of_results(log);
      reading.one_visit = one_visit;
      reading.growth.root = root;
      consider(reading);
    }
  }
  return best;
}

}  // namespace

std::vector<bool> ways_of_claims(const WatchedLog& log, const Json& claims) {
  const std::vector<Claimed> all = claimed(claims);
  std::vector<bool> possible(backups().size());
  const RootMoves moves(plain_reading(log), backups());
  for (std::size_t way = 0; way < possible.size(); ++way) {
    possible[way] = std::all_of(all.begin(), all.end(), [&](const Claimed& each) {
      return has_visits(each, moves.of(each.move, way)) &&
             has_value(each, moves.of(each.move, way));
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
  const Comparison found = best_comparison(log, fit, all);
  const RootMoves& moves = found.moves;
  const auto& [visits_differ, visits_text] = found.visits;
  const auto& [values_differ, values_text] = found.values;
  const double claimed_sum = found.claimed_sum;
  const bool any_more = found.any_more;
  const bool any_less = found.any_less;
  double sum = 0;
  for (const auto& [move, sums] : moves.all()) sum += sums[0].visits;
  const bool several = log.threads > 1 || fit.reading.overlaps();
  if (visits_differ > 0 && several && any_less && !any_more) {
    diagnosis.findings.push_back(
        {"visits-lost",
         fmt::format("Visits are lost: the search has {:.0f} at the root's moves, the log {:.0f}; "
                     "{}. Threads overwrite what others add: use atomic additions or a lock.",
                     claimed_sum, sum, visits_text),
         94});
  } else if (visits_differ > 0 && several && any_more && !any_less) {
    diagnosis.findings.push_back(
        {"virtual-loss-left",
         fmt::format(
             "The search has {:.0f} visits at the root's moves, the log {:.0f}; {}. Virtual "
             "losses are left in the tree: take each back with its result.",
             claimed_sum, sum, visits_text),
         94});
  } else if (visits_differ > 0) {
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
  check_root_visits(claims, claimed_sum, moves, diagnosis);
  if (!claims.contains("best_move") || claims["best_move"].is_null()) return;
  const std::string best = move_text(claims["best_move"]);
  double most = 0;
  std::string most_visited;
  for (const auto& [move, sums] : moves.all()) {
    if (sums[0].visits <= most) continue;
    most = sums[0].visits;
    most_visited = move;
  }
  const Tree::Sums played = moves.of(best);
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
