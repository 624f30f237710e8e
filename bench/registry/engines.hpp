// The registry of engines: their names, keys and defaults, and what a spec means.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/machine/machine.hpp"
#include "bench/registry/spec.hpp"
#include "core/policies/policy.hpp"
#include "core/search/budget.hpp"
#include "core/search/options.hpp"
#include "parallel/executors/executor.hpp"
#include "parallel/general/general_options.hpp"
#include "parallel/merge.hpp"
#include "parallel/simulated/virtual_world.hpp"

namespace banyan::bench {

struct ClusterSettings;
struct OpponentSettings;

enum class EngineKind : std::uint8_t {
  kRandom,
  kNaive,
  kLadder,
  kSeq,
  kLeaf,
  kRoot,
  kTree,
  kPipeline,
  kHybrid,
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

/// The steps from `naive` to `seq`, each with all those before it; core/baselines/ladder.hpp.
enum class LadderStep : std::uint8_t { kCompact, kArena, kReplay, kTables, kLate, kVectors };

/// How the threads of `tree` keep their tree whole: parallel/trees/.
enum class TreeLock : std::uint8_t { kLeased, kPacked, kFree, kNode, kGlobal };

/// An engine spec, checked and with its defaults filled in. Only what the kind declares in
/// engine_infos() means anything to it.
struct EngineSettings {
  std::string spec;       ///< as it was written
  std::string canonical;  ///< with all defaults
  Spec given;             ///< the keys that were written
  EngineKind kind = EngineKind::kSeq;
  SearchOptions search;
  LadderStep step = LadderStep::kVectors;
  bool system_malloc = false;  ///< `naive` in a process of its own, without mimalloc
  int threads = 1;             ///< over all trees together
  ExecutorKind executor = ExecutorKind::kJthread;
  Pin pin = Pin::kNone;
  std::uint64_t grain = 0;                 ///< iterations of a task; 0: no tasks
  std::uint64_t share_iterations = 0;      ///< of each tree of `root` between exchanges; 0: none
  std::chrono::nanoseconds share_time{0};  ///< between exchanges of `root`; 0: none
  int playouts = 1;
  Merge merge = Merge::kSum;
  TreeLock lock = TreeLock::kLeased;
  double virtual_loss = 1;    ///< weight of a descent under way
  bool virtual_mean = false;  ///< instead, it leaves the mean alone
  int trees = 1;
  int tokens = 8;                               ///< of a pipeline
  std::uint32_t top = 64;                       ///< of leased trees: least visits of a shared node
  std::optional<PolicyOptions> policy;          ///< search policies; nothing: plain search
  double temperature = 0;                       ///< of the final move; 0: it is not drawn
  int worlds = 20;                              ///< of pimc
  bool together = false;                        ///< of ISMCTS: threads share each leaf's playouts
  bool apart = false;                           ///< of mo_ismcts: IsmctsRules::apart
  Backup backup = Backup::kMean;                ///< and discount: bench/engines/general_keys.hpp
  std::optional<double> discount;               ///< instead of the game's own
  std::uint32_t cap = 0;                        ///< moves of a playout; 0: to the end
  VirtualScheme scheme = VirtualScheme::kTree;  ///< of simulated workers
  int workers = 64;
  VirtualTimes times;
  std::shared_ptr<const ClusterSettings> cluster;    ///< of one search over many machines
  std::shared_ptr<const OpponentSettings> opponent;  ///< of a foreign program
  std::optional<Limits> limits;  ///< the engine's own budget, which wins over the command line's

  [[nodiscard]] bool uses_policy() const { return policy.has_value(); }
};

/// All engines, in the order in which they are listed.
const std::vector<SpecInfo>& engine_infos();

/// Throws UsageError, in one sentence that says what is allowed.
EngineSettings parse_engine(std::string_view text);

/// Several engines, separated by ';'.
std::vector<EngineSettings> parse_engines(std::string_view text);

}  // namespace banyan::bench
