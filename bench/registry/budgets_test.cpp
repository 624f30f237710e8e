// Tests of budgets: every engine, with every key at its extremes, makes exactly as many iterations
// or playouts as it is told, or refuses in one sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "bench/engines/hidden.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engine_keys_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/refusal_test.hpp"
#include "core/base/stat.hpp"

namespace banyan::bench {
namespace {

/// The words of a key that takes words, the least and the greatest of one that takes numbers.
std::vector<std::string> extremes(const std::string& engine, const KeyInfo& key) {
  const bool in_real_time =
      key.name == "device" || (key.name == "latency" && engine != "virtual" && engine != "cluster");
  if (is_duration(key)) return {"1ns", in_real_time ? "1us" : "1000h"};
  if (key.name == "share" && is_mixed(key)) return {"1", "1G", "1ns", "1000h"};
  if (const auto range = bounds(key)) return {range->first, range->second};
  if (!is_mixed(key)) return words(key);
  const std::string& text = key.allowed_text;  // "mean, wu, or 0 to 1000"
  const std::size_t last = text.rfind(' ');
  const std::size_t first = text.rfind(' ', text.rfind(" to ") - 1) + 1;
  return {text.substr(0, text.find(',')), text.substr(first, text.rfind(" to ") - first),
          text.substr(last + 1)};
}

bool is_budget(const KeyInfo& key) {
  return key.default_text.empty() && (key.name == "iterations" || key.name == "playouts" ||
                                      key.name == "time" || key.name == "clock");
}

/// Keys beside which others matter or mean something else.
std::vector<std::string> settings_of(const std::string& engine) {
  if (engine == "virtual") {
    return {
        "scheme=tree",   "scheme=root", "scheme=leaf", "scheme=leased", "scheme=leaf,workers=4096",
        "eval=lognormal"};
  }
  if (engine == "cluster") {
    return {"scheme=tds,ranks=2",      "scheme=df,ranks=2",      "scheme=root,ranks=2",
            "scheme=tds,simulated=on", "scheme=df,simulated=on", "scheme=root,simulated=on"};
  }
  if (engine == "so_ismcts" || engine == "mo_ismcts" || engine == "cheat") {
    return {"", "threads=2,playouts=3,share=leaf"};
  }
  return {""};
}

/// Specs with one key at an extreme.
std::vector<std::string> specs_of(const EngineEntry& entry) {
  std::vector<std::string> specs;
  for (const std::string& setting : settings_of(entry.info.name)) {
    const Spec base = parse_spec(entry.info.name + (setting.empty() ? "" : ":" + setting));
    specs.push_back(to_text(base));
    for (const Key& key : entry.keys) {
      if (is_budget(key.info) || is_free(key.info)) continue;
      for (const std::string& value : extremes(entry.info.name, key.info)) {
        Spec spec = base;
        std::erase_if(spec.keys, [&](const auto& given) { return given.first == key.info.name; });
        spec.keys.emplace_back(key.info.name, value);
        specs.push_back(to_text(spec));
      }
    }
  }
  return specs;
}

/// The engine, where the spec is one and the game is for it.
std::unique_ptr<AnyEngine> made(const AnyGame& start, const std::string& spec) {
  try {
    return start.make_engine(parse_engine(spec));
  } catch (const UsageError& refusal) {
    EXPECT_TRUE(std::string(refusal.what()).ends_with('.')) << refusal.what();
    return nullptr;
  } catch (const std::bad_alloc&) {  // where the system does not give so many addresses
    return nullptr;
  }
}

/// What has no iterations.
bool counts_nothing(EngineKind kind) {
  return kind == EngineKind::kRandom || kind == EngineKind::kSolver || is_opponent(kind);
}

class Budgets : public testing::TestWithParam<std::string> {
 protected:
  /// Calls visit(position, engine, spec) for each game that stands for its kind and every spec.
  template <class Visit>
  void for_each_spec(Visit visit) {
    const EngineEntry& entry = entry_of(parse_engine(GetParam()));
    int engines = 0;
    for (const char* const game : {"connect_four", "rolit:size=4", "sailing", "kuhn"}) {
      const auto start = decision(game);
      for (const std::string& spec : specs_of(entry)) {
        SCOPED_TRACE(std::string(game) + ", " + spec);
        const auto engine = made(*start, spec);
        if (engine == nullptr) continue;
        ++engines;
        visit(*start, *engine, spec);
        if (testing::Test::HasFailure()) return;
      }
    }
    EXPECT_GT(engines, 0);
  }
};

std::vector<std::string> engines_with_budgets() {
  std::vector<std::string> names;
  for (const SpecInfo& info : engine_infos()) {
    if (!counts_nothing(parse_engine(info.name).kind)) names.push_back(info.name);
  }
  return names;
}
INSTANTIATE_TEST_SUITE_P(Of, Budgets, testing::ValuesIn(engines_with_budgets()),
                         [](const auto& each) { return each.param; });

/// Of so many playouts per iteration, more than its trees count are refused.
void expect_refused_above(const EngineSettings& settings, std::uint64_t games) {
  const std::uint64_t counted =
      kMaxVisits / games * static_cast<std::uint64_t>(std::max(1, settings.trees));
  const auto refused = [&](const Limits& limits) {
    return refusal([&] { limits_for(settings, limits); }) != kNotRefused;
  };
  EXPECT_FALSE(refused({1, 0, {}}));
  EXPECT_TRUE(refused({counted + 1, 0, {}})) << counted;
  EXPECT_TRUE(refused({0, counted * games + 1, {}}));
  EXPECT_TRUE(refused({std::uint64_t{1} << 62U, 0, {}}));
  EXPECT_TRUE(refused({0, std::uint64_t{1} << 62U, {}}));
  EXPECT_TRUE(refused({~std::uint64_t{0}, 0, {}}));
}

TEST_P(Budgets, AreKeptExactlyWithEveryKeyAtItsExtremesOrRefusedWhereItsTreesCannotCountThem) {
  for_each_spec([](const AnyGame& start, AnyEngine& engine, const std::string& spec) {
    constexpr std::uint64_t kMostPlayouts = 100'000;  // more would take seconds
    const EngineSettings settings = parse_engine(spec);
    auto games = static_cast<std::uint64_t>(std::max(1, settings.playouts));
    for (const std::uint64_t count : {1U, 2U, 37U}) {
      if (count * games > kMostPlayouts) break;
      const StreamKey key{count, 0, 0, 0};
      const SearchResult found = engine.search(start, {count, 0, {}}, key, {});
      if (!found.proven) {
        EXPECT_EQ(found.iterations, count);
      }
      EXPECT_EQ(found.root_visits(), found.visits());
      games = std::max(games, found.visits() / std::max<std::uint64_t>(1, found.iterations));
      const SearchResult played = engine.search(start, {0, count, {}}, key, {});
      if (!played.proven) {
        EXPECT_EQ(played.visits(), count);
      }
    }
    expect_refused_above(settings, games);
  });
}

}  // namespace
}  // namespace banyan::bench
