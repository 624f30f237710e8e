// The registry of engines: their names, keys and defaults, and what a spec means.
#pragma once

#include <any>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/machine/machine.hpp"
#include "bench/text/spec.hpp"
#include "core/budget/budget.hpp"
#include "core/search/options.hpp"
#include "core/selection/policy.hpp"
#include "parallel/executors/executor.hpp"
#include "parallel/merge.hpp"

namespace banyan {
class AnyNetwork;
}

namespace banyan::bench {

class AnyGame;
struct CallbackEvaluator;

enum class EngineKind : std::uint8_t {
  kRandom,
  kNaive,
  kPlain,
  kLadder,
  kSeq,
  kLeaf,
  kRoot,
  kTree,
  kPipeline,
  kHybrid,
  kBatched,
  kVirtual,
  kCluster,
  kSolver,
  kPimc,
  kSoIsmcts,
  kMoIsmcts,
  kCheat,
  kGtp,
  kUci
};

/// Whether it is a foreign program: it has budgets of its own, and counts no iterations.
constexpr bool is_opponent(EngineKind kind) {
  return kind == EngineKind::kGtp || kind == EngineKind::kUci;
}

/// Whether it is there to be compared with, and never the one to use.
constexpr bool is_reference(EngineKind kind) {
  return kind == EngineKind::kNaive || kind == EngineKind::kPlain;
}

/// How the threads of `tree` keep their tree whole: parallel/trees/.
enum class TreeLock : std::uint8_t { kLeased, kPacked, kFree, kNode, kGlobal };

/// What a leaf is worth: what playouts come to, what the game estimates, or what a network says.
enum class LeafWorth : std::uint8_t { kPlayouts, kEstimate, kNetwork };

/// An engine spec, checked and with its defaults filled in. Only what the kind declares in
/// engine_infos() means anything to it.
struct EngineSettings {
  std::string spec;       ///< as it was written
  std::string canonical;  ///< with all defaults
  Spec given;             ///< the keys that were written
  EngineKind kind = EngineKind::kSeq;
  SearchOptions search;
  bool tuned = false;          ///< c=auto: bench/engines/keys/tuned_constants.hpp
  bool system_malloc = false;  ///< `naive` in a process of its own, without mimalloc
  int threads = 1;             ///< over all trees together
  ExecutorKind executor = ExecutorKind::kJthread;
  Pin pin = Pin::kNone;
  std::uint64_t grain = 0;                 ///< iterations of a task; 0: no tasks
  std::uint64_t share_iterations = 0;      ///< of each tree of `root` between exchanges; 0: none
  std::chrono::nanoseconds share_time{0};  ///< between exchanges of `root`; 0: none
  int playouts = 1;
  std::uint32_t batch = 1;  ///< leaves that an evaluator takes in one call, at most
  Merge merge = Merge::kSum;
  TreeLock lock = TreeLock::kLeased;
  double virtual_loss = 1;    ///< weight of a descent under way
  bool virtual_mean = false;  ///< instead, it leaves the mean alone
  int trees = 1;
  std::optional<PolicyOptions> policy;  ///< search policies; nothing: plain search
  LeafWorth worth = LeafWorth::kPlayouts;
  std::string network_file;                   ///< empty: the game's own
  std::shared_ptr<const AnyNetwork> network;  ///< found when the engine is made for a game
  /// In place of playouts and of all that `worth` names, for `batched`.
  std::shared_ptr<const CallbackEvaluator> callback;
  double temperature = 0;          ///< of the final move; 0: it is not drawn
  Backup backup = Backup::kMean;   ///< and discount: bench/engines/keys/general_keys.hpp
  std::optional<double> discount;  ///< instead of the game's own
  std::optional<Limits> limits;    ///< the engine's own budget, which wins over the command line's

  [[nodiscard]] bool uses_policy() const { return policy.has_value(); }
  /// Whether values are real numbers, in games of two players too: those of an evaluator, or soft
  /// ones. Otherwise they are sums of wins, draws and losses.
  [[nodiscard]] bool has_real_values() const {
    return worth != LeafWorth::kPlayouts || (policy && policy->select == SelectionRule::kMents);
  }
  /// Whether the search policies are none but those that the trees of plain search have too: to
  /// prove results, and to go on with the tree of the search before.
  [[nodiscard]] bool fits_fast_trees() const;

  /// What only one engine has, in a type that its file knows; its defaults for every other engine.
  template <class T>
  T& own() {
    if (!own_.has_value()) own_ = T();
    return std::any_cast<T&>(own_);
  }
  template <class T>
  [[nodiscard]] T own() const {
    const T* const own = std::any_cast<T>(&own_);
    return own != nullptr ? *own : T();
  }

 private:
  std::any own_;
};

/// All engines, in the order in which they are listed.
const std::vector<SpecInfo>& engine_infos();

/// Throws UsageError, in one sentence that says what is allowed.
EngineSettings parse_engine(std::string_view text);

/// Several engines, separated by ';'.
std::vector<EngineSettings> parse_engines(std::string_view text);

/// The move that the engine makes without a search, since there is no other. None of a foreign
/// program, which may resign or fail there.
std::optional<std::uint32_t> only_move(const EngineSettings& engine, const AnyGame& position);

}  // namespace banyan::bench
