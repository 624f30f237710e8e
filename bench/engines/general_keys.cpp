// Keys of engines for games of chance and of many players, and what else these games take.
#include "bench/engines/general_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>

namespace banyan::bench {
namespace {

constexpr const char* kGames = "games of chance and of many players";

using Names = std::vector<std::string>;

/// The keys that mean something, in the order in which they are listed.
Names allowed(EngineKind kind) {
  Names keys;
  const auto add = [&](const Names& more) { keys.insert(keys.end(), more.begin(), more.end()); };
  if (kind != EngineKind::kSeq) add({"threads", "exec", "pin"});
  if (kind == EngineKind::kLeaf || kind == EngineKind::kRoot) {
    add({kind == EngineKind::kLeaf ? "playouts" : "merge"});
  }
  if (kind == EngineKind::kTree) add({"trees", "merge", "lock", "vl"});
  add({"c", "expand", "final", "memory", "iterations", "time"});
  if (kind != EngineKind::kLeaf) add({"playouts"});
  for (const Key& key : general_keys()) add({key.info.name});
  add({"solver", "cap"});
  return keys;
}

/// What the spec says itself, defaults left out.
std::string given(const Spec& spec, const std::string& key) {
  const auto found = std::find_if(spec.keys.begin(), spec.keys.end(),
                                  [&](const auto& each) { return each.first == key; });
  return found == spec.keys.end() ? "" : found->second;
}

VirtualVisits shown(const EngineSettings& settings, const Spec& spec) {
  const std::string way = given(spec, "vl");
  if (way.empty() || way == "mean" || way == "wu") return VirtualVisits::mean();
  return VirtualVisits::losses(settings.virtual_loss);
}

void refuse_unfit(const EngineSettings& settings, const Spec& spec) {
  const Names fit = allowed(settings.kind);
  for (const auto& [key, value] : spec.keys) {
    if (std::find(fit.begin(), fit.end(), key) == fit.end()) {
      throw UsageError(fmt::format("{}: key '{}' is not for {}: give {}.", spec.name, key, kGames,
                                   fmt::join(fit, ", ")));
    }
  }
  if (const std::string lock = given(spec, "lock"); !lock.empty() && lock != "free") {
    throw UsageError(
        fmt::format("{}: lock={} is not for {}: give lock=free.", spec.name, lock, kGames));
  }
  if (settings.search.final_move == FinalMove::kLcb) {
    throw UsageError(
        fmt::format("{}: final=lcb is not for {}: give robust or max.", spec.name, kGames));
  }
}

}  // namespace

const std::vector<Key>& general_keys() {
  static const std::vector<Key> kKeys{
      word_key<Backup>(
          "backup", "",
          "what a position is worth: the mean of its returns (the default; UCT, Kocsis and "
          "Szepesvari 2006), what its best child is worth (MaxUCT, Keller and Helmert 2013), or "
          "its "
          "most visited one (Coulom 2006); where chance moves always the mean. max finds what best "
          "play is worth sooner where playouts say little, and plays worse where results are noisy",
          {{"mean", Backup::kMean}, {"max", Backup::kMax}, {"robust", Backup::kRobust}},
          [](EngineSettings& e, Backup value) { e.backup = value; }),
      {{"discount", "", "0.01 to 1",
        "what comes after a decision counts so much less (gamma of Markov decision processes, "
        "Sutton and Barto 2018); the default is the game's own, 1 in all of them"},
       [](const Settings& s, EngineSettings& e) { e.discount = s.real("discount", 0.01, 1); }},
  };
  return kKeys;
}

bool has_general_keys(EngineKind kind) {
  return kind == EngineKind::kSeq || kind == EngineKind::kLeaf || kind == EngineKind::kRoot ||
         kind == EngineKind::kTree;
}

GeneralOptions general_options(const EngineSettings& settings) {
  const Spec spec = parse_spec(settings.spec, "engine");
  if (!has_general_keys(settings.kind)) {
    throw UsageError(fmt::format(
        "engine {} does not play {}: give random, seq, leaf, root or tree.", spec.name, kGames));
  }
  refuse_unfit(settings, spec);
  GeneralOptions options;
  static_cast<SearchOptions&>(options) = settings.search;
  options.executor = {settings.executor, cpus_for(settings.pin)};
  options.merge = settings.merge;
  options.backup = settings.backup;
  options.discount = settings.discount;
  options.cap = settings.cap;
  options.solver = settings.uses_policy() && settings.policy->solver;
  if (options.solver && options.discount.value_or(1) < 1) {
    throw UsageError(fmt::format(
        "{}: solver=on proves results, which discount= would change: leave one of them out.",
        spec.name));
  }
  options.shown = VirtualVisits::mean();
  options.threads = settings.threads;
  if (settings.kind == EngineKind::kLeaf) {
    options.playouts = settings.playouts;
    options.together = true;
  } else if (settings.kind == EngineKind::kRoot) {
    options.trees = settings.threads;
    options.threads = 1;
  } else if (settings.kind == EngineKind::kTree) {
    options.trees = settings.trees;
    options.threads = settings.threads / settings.trees;
    options.shown = shown(settings, spec);
  }
  return options;
}

void refuse_general_keys(const EngineSettings& settings) {
  if (!has_general_keys(settings.kind)) return;
  const Spec spec = parse_spec(settings.spec, "engine");
  for (const Key& key : general_keys()) {
    if (!given(spec, key.info.name).empty()) {
      throw UsageError(fmt::format("{}: key '{}' is for {} alone: leave it out here.", spec.name,
                                   key.info.name, kGames));
    }
  }
}

}  // namespace banyan::bench
