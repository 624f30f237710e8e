// The engine of the sequential core.
#pragma once

#include <memory>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "core/search/search.hpp"

namespace banyan::bench {

struct SeqEngine {
  static constexpr EngineKind kKind = EngineKind::kSeq;

  static EngineEntry entry() {
    const Key pages =
        word_key("pages", "huge", "ask for pages of 2 MiB, or not; to measure what they bring",
                 {{"huge", true}, {"small", false}}, &SearchOptions::huge_pages);
    const Key phases{{"phases", "off", "on or off",
                      "sample where the time goes: counters for select, expand, playout, back_up"},
                     [](const Settings& s, EngineSettings& e) {
                       e.search.phases = s.flag("phases");
                       if (e.search.phases && (e.search.batch > 0 || e.search.ahead)) {
                         throw UsageError(
                             "phases=on needs batch=0 and ahead=off: playouts of many leaves have "
                             "no phases in turn.");
                       }
                     }};
    return with_policies(
               {kKind, "seq", "the sequential core: one tree, one thread",
                joined({batch_keys(),
                        {ahead_key(), pages.only(kPlain | kPolicies), phases.only(kPlain)},
                        search_keys(),
                        {full_key(), stop_key()},
                        budget_keys()})})
        .add(general_keys());
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    return std::make_unique<EngineOf<G, SequentialSearch<G>>>(s.search);
  }
};

}  // namespace banyan::bench
