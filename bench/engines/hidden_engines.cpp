// What the engines for hidden information are called, which keys they have, and what they set.
#include "bench/engines/hidden_engines.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "bench/machine/machine.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan::bench {
namespace {

/// Throws UsageError for what leaf parallelism has no use for.
void check_leaf_parallel(const EngineSettings& e) {
  if (e.trees > 1) {
    throw UsageError(fmt::format(
        "share=leaf is one search: with trees={} give share=tree, or leave trees= out.", e.trees));
  }
  if (e.virtual_loss > 0) {
    throw UsageError(fmt::format(
        "share=leaf has one descent at a time, which shows its vl={} to nobody: give vl=0.",
        e.virtual_loss));
  }
  if (e.playouts < e.threads) {
    throw UsageError(fmt::format(
        "share=leaf: threads={} have only playouts={} from each leaf to share: give playouts={} or "
        "more.",
        e.threads, e.playouts, e.threads));
  }
}

const Key kExploration{
    {"c", "0.7", "0 to 100", "exploration constant: mean + c sqrt(ln a / n), a times available"},
    [](const Settings& s, EngineSettings& e) { e.search.exploration = s.real("c", 0, 100); }};

const Key kWorlds{
    {"worlds", "20", "1 to 100000", "determinizations, each with a search of its own"},
    [](const Settings& s, EngineSettings& e) {
      e.worlds = static_cast<int>(s.integer("worlds", 1, 100000));
    }};

constexpr const char* kSearches = "how the searches agree on a move";

const Key kWorldThreads{{"threads", "1", "1 to 1024", "threads, which search the worlds in turn"},
                        [](const Settings& s, EngineSettings& e) {
                          e.threads = static_cast<int>(s.integer("threads", 1, 1024));
                        }};

const Key kSearchThreads{
    {"threads", "1", "1 to 32", "threads of each search; what they share: share="},
    [](const Settings& s, EngineSettings& e) {
      e.threads = static_cast<int>(s.integer("threads", 1, 32));
    }};

/// After kSearchThreads.
const Key kSearchTrees{{"trees", "1", "1 to 32",
                        "searches with threads of their own, merged at the end: root parallel"},
                       [](const Settings& s, EngineSettings& e) {
                         e.trees = static_cast<int>(s.integer("trees", 1, 32));
                         e.threads *= e.trees;
                       }};

const Key kPlayouts{{"playouts", "1", "1 to 65536", "playouts from each leaf"},
                    [](const Settings& s, EngineSettings& e) {
                      e.playouts = static_cast<int>(s.integer("playouts", 1, 65536));
                    }};

const Key kVirtualLoss{
    {"vl", "0", "0 to 1000", "visits without a reward that a descent under way shows to others"},
    [](const Settings& s, EngineSettings& e) {
      e.virtual_loss = static_cast<double>(s.integer("vl", 0, 1000));
    }};

/// After kSearchThreads, kSearchTrees, kPlayouts and kVirtualLoss.
const Key kShare = word_key<bool>(
    "share", "tree",
    "what the threads of a search share: its trees, lock-free (tree parallel), or the playouts "
    "from each leaf of the one thread that descends (leaf parallel: Cazenave, Jouandeau 2007); "
    "both in ISMCTS: Sephton et al. 2014",
    {{"tree", false}, {"leaf", true}}, [](EngineSettings& e, bool value) {
      e.together = value;
      if (e.together) check_leaf_parallel(e);
    });

const Key kApart{
    {"apart", "off", "on or off",
     "what others may know at the root (their cards, say) has nodes of its own in their trees: for "
     "games with few deals"},
    [](const Settings& s, EngineSettings& e) { e.apart = s.flag("apart"); }};

std::vector<Key> joined(std::vector<Key> keys, const std::vector<Key>& shared) {
  keys.insert(keys.end(), shared.begin(), shared.end());
  return keys;
}

}  // namespace

std::vector<EngineEntry> hidden_entries(const std::vector<Key>& shared) {
  const std::vector<Key> search{kSearchThreads, kSearchTrees, merge_key("sum", kSearches),
                                kPlayouts,      kVirtualLoss, kShare,
                                kExploration};
  std::vector<Key> with_apart = search;
  with_apart.push_back(kApart);
  return {
      {EngineKind::kPimc, "pimc",
       "hidden games: perfect-information Monte Carlo, a search for each of some worlds",
       joined({kWorlds, kWorldThreads, merge_key("average", kSearches), kPlayouts, kExploration},
              shared)},
      {EngineKind::kSoIsmcts, "so_ismcts",
       "hidden games: information-set search in one tree, of the player to move",
       joined(search, shared)},
      {EngineKind::kMoIsmcts, "mo_ismcts",
       "hidden games: information-set search in a tree for each player",
       joined(with_apart, shared)},
      {EngineKind::kCheat, "cheat", "hidden games: plain UCT that sees everything, an upper bound",
       joined(search, shared)},
  };
}

bool for_hidden_games(EngineKind kind) {
  return kind == EngineKind::kPimc || kind == EngineKind::kSoIsmcts ||
         kind == EngineKind::kMoIsmcts || kind == EngineKind::kCheat;
}

HiddenOptions hidden_options(const EngineSettings& s) {
  HiddenOptions options;
  static_cast<SearchOptions&>(options) = s.search;
  options.executor = {s.executor, cpus_for(s.pin)};
  options.threads = s.threads / s.trees;
  options.trees = s.trees;
  options.playouts = s.playouts;
  options.worlds = s.worlds;
  options.loss = static_cast<std::uint32_t>(s.virtual_loss);
  options.together = s.together;
  options.apart = s.apart;
  options.merge = s.merge;
  constexpr std::pair<EngineKind, HiddenEngine> kKinds[] = {
      {EngineKind::kPimc, HiddenEngine::kPimc},
      {EngineKind::kSoIsmcts, HiddenEngine::kSoIsmcts},
      {EngineKind::kMoIsmcts, HiddenEngine::kMoIsmcts},
      {EngineKind::kCheat, HiddenEngine::kCheat}};
  for (const auto& [kind, engine] : kKinds) {
    if (s.kind == kind) options.engine = engine;
  }
  if (s.kind == EngineKind::kPimc) options.loss = 0;
  return options;
}

std::string sees_all(const EngineSettings& settings) {
  return fmt::format(
      "engine {} needs a game that everybody sees all of: for this one give pimc, so_ismcts, "
      "mo_ismcts, cheat or random.",
      settings.spec);
}

std::string needs_hidden_game(const EngineSettings& settings) {
  return fmt::format(
      "engine {} is for games of hidden information: give it kuhn, leduc, phantom, goofspiel or "
      "knockout_whist, or give this game another engine.",
      settings.spec);
}

}  // namespace banyan::bench
