// Which engines there are, and what a spec means.
#include "bench/registry/engines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

const std::vector<EngineEntry>& entries() {
  static const std::vector<EngineEntry> kEntries = [] {
    std::vector<EngineEntry> all = classic_entries();
    for (const auto& more : {hidden_entries(), opponent_entries()}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  return kEntries;
}

void check_memory(const EngineEntry& entry, const EngineSettings& engine) {
  const int trees = entry.trees(engine);
  const std::size_t least = kLeastMemory / 2 * static_cast<std::size_t>(trees);
  if (engine.search.memory >= least) return;
  throw UsageError(
      fmt::format("engine {}: {} of memory is too little for {} trees: give memory={}k.",
                  engine.spec, format_bytes(engine.search.memory), trees, least / 1000));
}

/// Throws UsageError where the move is not that of the most visits in one tree.
void check_stop(const EngineEntry& entry, const EngineSettings& engine) {
  if (!engine.search.stop_early) return;
  const std::string why = first_of(
      {{entry.trees(engine) > 1, "watches one tree: give trees=1"},
       {engine.search.final_move != FinalMove::kRobust,
        "is for the most visited move: leave final= out or give final=robust"},
       {engine.lock == TreeLock::kPacked && engine.virtual_loss > 1,
        "counts visits, which vl= adds to with lock=packed: give vl=0, vl=1 or another lock="},
       {engine.temperature > 0,
        "is for the most visited move, which temperature= does not play: leave one of them out"},
       {engine.policy && engine.policy->solver,
        "counts visits, and proofs of solver=on overrule these: leave one of them out"}});
  if (!why.empty()) {
    throw UsageError(fmt::format("engine {}: stop=early {}.", engine.spec, why));
  }
}

/// Throws UsageError where threads are asked of a search that has one.
void check_threads(const EngineEntry& entry, const Spec& spec) {
  const bool searches = entry.kind == EngineKind::kSeq || is_reference(entry.kind) ||
                        entry.kind == EngineKind::kLadder;
  if (!searches || !spec.has("threads")) return;
  throw UsageError(
      fmt::format("engine {}: {} has one thread: use tree:threads={} or root:threads={}.",
                  to_text(spec), spec.name, spec.value("threads"), spec.value("threads")));
}

/// The spec with what its keys imply where it does not say, of the keys that the engine has.
Spec with_implied(const EngineEntry& entry, const Spec& given) {
  Spec spec = entry.implied(given);
  std::erase_if(spec.keys, [&](const auto& key) {
    return !given.has(key.first) &&
           std::ranges::find(entry.info.keys, key.first, &KeyInfo::name) == entry.info.keys.end();
  });
  return spec;
}

/// Whether the spec's other keys imply what it gives this one, as they do in a canonical spec.
bool is_implied(const EngineEntry& entry, Spec spec, const std::string& key) {
  const std::string value = spec.value(key);
  std::erase_if(spec.keys, [&](const auto& given) { return given.first == key; });
  return with_implied(entry, spec).has(key, value);
}

EngineSettings engine_from_spec(const Spec& spec) {
  const std::size_t index = static_cast<std::size_t>(
      &find_info(engine_infos(), spec.name, "engine") - engine_infos().data());
  const EngineEntry& entry = entries()[index];
  check_threads(entry, spec);
  const Settings settings(with_implied(entry, spec), entry.info);
  EngineSettings engine;
  engine.spec = to_text(spec);
  engine.canonical = settings.canonical();
  engine.given = spec;
  engine.kind = entry.kind;
  for (const Key& key : entry.keys) {
    if (settings.has_value(key.info.name)) key.apply(settings, engine);
  }
  entry.check(engine);
  check_memory(entry, engine);
  check_stop(entry, engine);
  return engine;
}

}  // namespace

bool EngineSettings::fits_fast_trees() const {
  if (!policy) return false;
  PolicyOptions fast;
  fast.solver = policy->solver;
  const bool can = kind == EngineKind::kSeq || kind == EngineKind::kRoot ||
                   (kind == EngineKind::kTree && lock == TreeLock::kLeased);
  return can && *policy == fast && worth == LeafWorth::kPlayouts;
}

const std::vector<SpecInfo>& engine_infos() {
  static const std::vector<SpecInfo> kInfos = [] {
    std::vector<SpecInfo> infos;
    for (const EngineEntry& entry : entries()) {
      SpecInfo& info = infos.emplace_back(SpecInfo{entry.info.name, entry.info.help, {}});
      for (const Key& key : entry.keys) {
        if (key.searches != kGeneral) info.keys.push_back(key.info);
      }
    }
    return infos;
  }();
  return kInfos;
}

std::string first_of(const std::vector<std::pair<bool, std::string>>& texts) {
  const auto first = std::ranges::find(texts, true, &std::pair<bool, std::string>::first);
  return first == texts.end() ? "" : first->second;
}

const EngineEntry& entry_of(const EngineSettings& engine) {
  return *std::find_if(entries().begin(), entries().end(),
                       [&](const EngineEntry& entry) { return entry.kind == engine.kind; });
}

void refuse_unfit_keys(const EngineSettings& engine, unsigned searches) {
  constexpr const char* kButFast = " but solver= and reuse=";
  const EngineEntry& entry = entry_of(engine);
  std::vector<std::string> fit;
  for (const Key& key : entry.keys) {
    if ((key.searches & searches) != 0) fit.push_back(key.info.name);
  }
  for (const Key& key : entry.keys) {
    const std::string value = engine.given.value(key.info.name);
    const bool asks = !value.empty() && value != key.info.default_text;
    if (!asks || (key.searches & searches) != 0) continue;
    if (is_implied(entry, engine.given, key.info.name)) continue;
    if (searches == kGeneral) {
      throw UsageError(fmt::format("{}: key '{}' is not for {}: give {}.", entry.info.name,
                                   key.info.name, kGeneralGames, fmt::join(fit, ", ")));
    }
    if (key.searches == kGeneral) {
      throw UsageError(fmt::format("{}: key '{}' is for {} alone: leave it out here.",
                                   entry.info.name, key.info.name, kGeneralGames));
    }
    throw UsageError(
        fmt::format("engine {}: {}= is for plain search: leave it out, or all search policies{}.",
                    entry.info.name, key.info.name, (key.searches & kFast) != 0 ? kButFast : ""));
  }
}

EngineSettings parse_engine(std::string_view text) {
  return engine_from_spec(parse_spec(text, "engine"));
}

std::vector<EngineSettings> parse_engines(std::string_view text) {
  std::vector<EngineSettings> engines;
  for (const Spec& spec : parse_spec_list(text, "engine"))
    engines.push_back(engine_from_spec(spec));
  return engines;
}

std::optional<std::uint32_t> only_move(const EngineSettings& engine, const AnyGame& position) {
  if (is_opponent(engine.kind)) return std::nullopt;
  const std::vector<std::uint32_t> moves = position.legal_moves();
  return moves.size() == 1 ? std::optional(moves.front()) : std::nullopt;
}

}  // namespace banyan::bench
