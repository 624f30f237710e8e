// Tests of the move that Gumbel search plays, by every schedule.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/search/scale_test.hpp"
#include "parallel/batched/batched.hpp"
#include "parallel/cluster/independent_searches.hpp"
#include "parallel/simulation/virtual_search.hpp"
#include "parallel/strategies/pipeline.hpp"
#include "parallel/strategies/policy_phases.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

constexpr std::array<float, 5> kPriors{0.15F, 0.45F, 0.05F, 0.25F, 0.1F};

/// Five doors with priors, then moves without. Each game ends in the same result.
class Doors {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = kPriors.size();
  static constexpr bool kAlternates = true;

  explicit Doors(Points result) : result_(result) {}

  [[nodiscard]] Player to_move() const { return plies_ % 2; }
  [[nodiscard]] MovesOf<Doors> legal_moves() const {
    MovesOf<Doors> moves;
    for (Move move = 0; move < (plies_ == 0 ? kPriors.size() : 2); ++move) moves.push_back(move);
    return moves;
  }
  void play(Move /*move*/) { ++plies_; }
  [[nodiscard]] bool over() const { return plies_ == 6; }
  [[nodiscard]] Points result(Player player) const {
    return player == 0 ? result_ : opposite(result_);
  }
  void weigh(std::span<const Move> moves, std::span<float> weights) const {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      weights[i] = plies_ == 0 ? kPriors[moves[i]] : 1.0F;
    }
  }
  friend bool operator==(const Doors&, const Doors&) = default;

 private:
  Points result_;
  int plies_ = 0;
};

/// The priors of the game, and results as good as a playout's.
struct DoorsEvaluator {
  static void evaluate(std::span<const Leaf<Doors>> leaves, std::span<LeafValue<Doors>> values,
                       Random& /*random*/) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const double first = leaves[i].position->result(0) / 2.0;
      values[i].values = {first, 1 - first};
      leaves[i].position->weigh(leaves[i].moves, values[i].priors);
    }
  }
};

PolicyOptions gumbel(std::uint32_t moves, double scale) {
  PolicyOptions policy;
  policy.select = SelectionRule::kPuct;
  policy.all_children = policy.game_priors = true;
  policy.gumbel = moves;
  policy.gumbel_scale = scale;
  return policy;
}

/// A schedule: the result of a search by a seed, with `each` iterations per tree.
using BySeed = std::function<SearchResult(Doors, std::uint64_t seed, std::uint64_t each)>;

template <class Search>
BySeed by(std::shared_ptr<Search> search, std::uint64_t trees) {
  return [=](Doors doors, std::uint64_t seed, std::uint64_t each) {
    return search->search(doors, {.iterations = each * trees}, {.seed = seed});
  };
}

template <class Search, class Options>
BySeed made(const Options& options, std::uint64_t trees = 1) {
  return by(std::make_shared<Search>(options), trees);
}

template <class Options>
Options small(const PolicyOptions& policy) {
  Options options;
  options.memory = std::size_t{32} << 20U;
  options.policy = policy;
  return options;
}

std::vector<std::pair<std::string, BySeed>> schedules(const PolicyOptions& policy) {
  std::vector<std::pair<std::string, BySeed>> all;
  const auto add_policy_search = [&](const char* name, int trees, int threads, int playouts) {
    auto options = small<PolicySearchOptions>(policy);
    options.trees = trees;
    options.threads = threads;
    options.playouts = playouts;
    all.emplace_back(name, made<PolicySearch<Doors>>(options, static_cast<std::uint64_t>(trees)));
  };
  add_policy_search("seq", 1, 1, 1);
  add_policy_search("leaf", 1, 1, 3);
  add_policy_search("tree", 1, 2, 1);
  add_policy_search("root", 3, 1, 1);
  add_policy_search("hybrid", 2, 2, 1);
  for (const VirtualScheme scheme : {VirtualScheme::kTree, VirtualScheme::kRoot}) {
    auto options = small<VirtualOptions>(policy);
    options.workers = 2;
    options.scheme = scheme;
    const bool root = scheme == VirtualScheme::kRoot;
    all.emplace_back(root ? "simulated trees" : "simulated workers",
                     made<VirtualSearch<Doors, PolicyPhases<Doors>>>(options, root ? 2 : 1));
  }
  {
    using Pipeline = PipelineSearch<Doors, PolicyPhases<Doors>>;
    auto options = small<Pipeline::Options>(policy);
    options.tokens = 2;
    all.emplace_back("pipeline", made<Pipeline>(options));
  }
  for (const int trees : {1, 2}) {
    using Batched = BatchedSearch<Doors, DoorsEvaluator>;
    auto options = small<Batched::Options>(policy);
    options.threads = 1;
    options.trees = trees;
    options.batch = 2;
    all.emplace_back(trees == 1 ? "batched" : "batched trees",
                     by(std::make_shared<Batched>(options, DoorsEvaluator()),
                        static_cast<std::uint64_t>(trees)));
  }
  all.emplace_back("cluster", [policy](Doors doors, std::uint64_t seed, std::uint64_t each) {
    ClusterOptions options;
    options.scheme = ClusterScheme::kRoot;
    options.ranks = 2;
    options.simulated = true;
    IndependentSearches ranks(options);
    auto one = small<PolicySearchOptions>(policy);
    one.threads = 1;
    return ranks.search(
        [&](int /*here*/, const Limits& share, const StreamKey& key, const std::stop_token& stop) {
          return PolicySearch<Doors>(one).search(doors, share, key, stop);
        },
        {.iterations = 2 * each}, {.seed = seed});
  });
  return all;
}

/// Pearson's statistic of moves against the priors.
double chi_square(const std::vector<int>& played) {
  const double games = std::accumulate(played.begin(), played.end(), 0);
  double sum = 0;
  for (std::size_t move = 0; move < played.size(); ++move) {
    const double expected = games * kPriors[move];
    sum += (played[move] - expected) * (played[move] - expected) / expected;
  }
  return sum;
}

/// The Gumbel-max trick: where all values are equal, moves are drawn by the priors (Danihelka et
/// al. 2022, section 2). Two moves take part, and are equally visited at the end.
TEST(GumbelSearch, DrawsItsMoveByThePriorsWhereAllValuesAreEqualBySchedulesOfAnyKind) {
  for (auto& [name, search] : schedules(gumbel(2, 1))) {
    std::vector<int> played(kPriors.size(), 0);
    const int seeds = scaled(name == "cluster" ? 1000 : 4000);
    for (int seed = 0; seed < seeds; ++seed) {
      ++played[search(Doors(kDraw), static_cast<std::uint64_t>(seed), 2).best_move];
    }
    EXPECT_LT(chi_square(played), 33.4) << name;  // p = 1e-6 with 4 degrees of freedom
  }
}

/// Won and lost games are as equal as drawn ones, but a sum of won ones is not a score.
TEST(GumbelSearch, PlaysTheMoveOfHighestPriorWhereNothingIsDrawnAndAllValuesAreEqual) {
  for (const std::uint32_t moves : {2U, 3U, 5U}) {
    for (auto& [name, search] : schedules(gumbel(moves, 0))) {
      for (const Points won : {kWin, kLoss}) {
        for (const std::uint64_t iterations : {1, 2, 3, 8, 20}) {
          const SearchResult result = search(Doors(won), 7, iterations);
          EXPECT_EQ(result.best_move, 1U) << name << ' ' << iterations;
          EXPECT_EQ(result.principal_variation.front(), 1U) << name;
          EXPECT_EQ(result.value, result.children[1].mean()) << name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace banyan
