// What the engines for hidden information are called, which keys they have, and what they set.
#include "bench/engines/hidden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "bench/engines/keys/keys.hpp"

namespace banyan::bench {
namespace {

/// Throws UsageError for what leaf parallelism has no use for.
void check_leaf_parallel(const EngineSettings& e) {
  const std::string why = first_of(
      {{e.trees > 1,
        fmt::format(" is one search: with trees={} give share=tree, or leave trees= out.",
                    e.trees)},
       {e.virtual_loss > 0,
        fmt::format(" has one descent at a time, which shows its vl={} to nobody: give vl=0.",
                    e.virtual_loss)},
       {e.playouts < e.threads,
        fmt::format(": threads={0} have only playouts={1} from each leaf to share: give "
                    "playouts={0} or more.",
                    e.threads, e.playouts)}});
  if (!why.empty()) throw UsageError("share=leaf" + why);
}

const Key kWorlds =
    number_key("worlds", "20", 1, 100'000, "determinizations, each with a search of its own",
               &HiddenOptions::worlds);

const Key kWholeLosses{
    {"vl", "0", "0 to 1000", "visits without a reward that a descent in flight shows to others"},
    [](const Settings& s, EngineSettings& e) {
      e.virtual_loss = static_cast<double>(s.integer("vl", 0, 1000));
    }};

/// After threads=, trees=, playouts= and vl=.
const Key kShare = word_key<bool>(
    "share", "tree",
    "what the threads of a search share: its trees, lock-free (tree parallel), or the playouts "
    "from each leaf of the one thread that descends (leaf parallel: Cazenave, Jouandeau 2007); "
    "both in ISMCTS: Sephton et al. 2014",
    {{"tree", false}, {"leaf", true}}, [](EngineSettings& e, bool value) {
      e.own<HiddenOptions>().together = value;
      if (value) check_leaf_parallel(e);
    });

const Key kApart = flag_key("apart", "off",
                            "what others may know at the root (their cards, say) has nodes of its "
                            "own in their trees: for games with few deals",
                            &HiddenOptions::apart);

/// The engines of EngineKind that these are.
constexpr std::pair<EngineKind, HiddenEngine> kEngines[]{
    {EngineKind::kPimc, HiddenEngine::kPimc},
    {EngineKind::kSoIsmcts, HiddenEngine::kSoIsmcts},
    {EngineKind::kMoIsmcts, HiddenEngine::kMoIsmcts},
    {EngineKind::kCheat, HiddenEngine::kCheat}};

}  // namespace

std::vector<EngineEntry> hidden_entries() {
  constexpr const char* kSearches = "how the searches agree on a move";
  const Key playouts = playouts_key("1", "playouts from each leaf");
  const Key exploration =
      exploration_key("0.7", "exploration constant: mean + c sqrt(ln a / n), a times available");
  const std::vector<Key> common = joined(
      {{expand_key(), final_key(), memory_key(), executor_key(), pin_key()}, budget_keys(false)});
  const std::vector<Key> search{
      threads_key("1", 32, "threads of each search; what they share: share="),
      trees_key("1", "searches with threads of their own, merged at the end: root parallel"),
      merge_key("sum", kSearches),
      playouts,
      kWholeLosses,
      kShare,
      exploration};
  EngineEntry pimc{
      EngineKind::kPimc, "pimc",
      "hidden games: perfect-information Monte Carlo, a search for each of some worlds",
      joined({{kWorlds, threads_key("1", kMaxThreads, "threads, which search the worlds in turn"),
               merge_key("average", kSearches), playouts, exploration},
              common})};
  return {
      pimc.with_tree_a_thread(),
      {EngineKind::kSoIsmcts, "so_ismcts",
       "hidden games: information-set search in one tree, of the player to move",
       joined({search, common})},
      {EngineKind::kMoIsmcts, "mo_ismcts",
       "hidden games: information-set search in a tree for each player",
       joined({search, {kApart}, common})},
      {EngineKind::kCheat, "cheat", "hidden games: plain UCT that sees everything, an upper bound",
       joined({search, common})}};
}

bool for_hidden_games(EngineKind kind) {
  return std::ranges::find(kEngines, kind, &std::pair<EngineKind, HiddenEngine>::first) !=
         std::end(kEngines);
}

HiddenOptions hidden_options(const EngineSettings& s) {
  auto options = s.own<HiddenOptions>();
  static_cast<ParallelOptions&>(options) = tree_options(s);
  options.trees = s.trees;
  options.playouts = s.playouts;
  options.loss = static_cast<std::uint32_t>(s.virtual_loss);
  options.merge = s.merge;
  for (const auto& [kind, engine] : kEngines) {
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
