// Keys of engines for games of chance and of many players, and what else these games take.
#include "bench/engines/keys/general_keys.hpp"

#include <fmt/format.h>

#include "bench/engines/keys/keys.hpp"

namespace banyan::bench {
namespace {

/// Of trees of these games the default is the mean.
VirtualVisits shown_in_general(const EngineSettings& s) {
  const std::string way = s.given.value("vl");
  if (way.empty() || way == "mean" || way == "wu") return VirtualVisits::mean();
  return VirtualVisits::losses(s.virtual_loss);
}

void refuse_unfit(const EngineSettings& s) {
  refuse_unfit_keys(s, kGeneral);
  const auto refuse = [&](const char* what, const char* instead) {
    throw UsageError(
        fmt::format("{}: {} is not for {}: give {}.", s.given.name, what, kGeneralGames, instead));
  };
  if (const std::string lock = s.given.value("lock"); !lock.empty() && lock != "free") {
    refuse(("lock=" + lock).c_str(), "lock=free");
  }
  if (s.search.final_move == FinalMove::kLcb) refuse("final=lcb", "robust or max");
  if (!s.uses_policy()) return;
  if (s.policy->select == SelectionRule::kTuned) refuse("select=tuned", "ucb1 or puct");
  if (s.policy->transpositions == Transpositions::kUct2) refuse("tt=uct2", "tt=uct1");
  const bool counts_results = s.policy->solver || s.policy->uses_amaf();
  if (counts_results && s.discount.value_or(1) < 1) {
    throw UsageError(
        fmt::format("{}: {} results, which discount= would change: leave one of them out.",
                    s.given.name, s.policy->solver ? "solver=on proves" : "rave= counts"));
  }
}

}  // namespace

const std::vector<Key>& general_keys() {
  static const std::vector<Key> kKeys{
      word_key(
          "backup", "",
          "what a position is worth: the mean of its returns (the default; UCT, Kocsis and "
          "Szepesvari 2006), what its best child is worth (MaxUCT, Keller and Helmert 2013), or "
          "its most visited one (Coulom 2006), or the soft maximum of its children (MENTS, Xiao et "
          "al. 2019); where chance moves always the mean. max finds what best play is worth sooner "
          "where playouts say little, and plays worse where results are noisy",
          {{"mean", Backup::kMean},
           {"max", Backup::kMax},
           {"robust", Backup::kRobust},
           {"soft", Backup::kSoft}},
          &EngineSettings::backup)
          .only(kGeneral),
      {{"discount", "", "0.01 to 1",
        "what comes after a decision counts so much less (gamma of Markov decision processes, "
        "Sutton and Barto 2018); the default is the game's own, 1 in all of them"},
       [](const Settings& s, EngineSettings& e) { e.discount = s.real("discount", 0.01, 1); },
       kGeneral},
  };
  return kKeys;
}

GeneralOptions general_options(const EngineSettings& s) {
  const EngineEntry& entry = entry_of(s);
  if (!entry.is_general()) {
    throw UsageError(
        fmt::format("engine {} does not play {}: give random, seq, leaf, root, tree, hybrid, "
                    "virtual or batched.",
                    s.given.name, kGeneralGames));
  }
  refuse_unfit(s);
  GeneralOptions options;
  static_cast<ParallelOptions&>(options) = parallel_options(s);
  options.merge = s.merge;
  options.policy = s.policy.value_or(PolicyOptions());
  options.policy.backup = s.backup;
  options.policy.discount = s.discount;
  options.shown = shown_in_general(s);
  options.trees = entry.trees(s);
  options.threads /= options.trees;
  options.playouts = s.playouts;
  options.together = s.kind == EngineKind::kLeaf && !options.policy.uses_amaf();
  return options;
}

}  // namespace banyan::bench
