// Searches in another process.
#include "bench/measure/unlinked_naive.hpp"

#include <string>

#include "bench/measure/child.hpp"
#include "bench/registry/limits.hpp"

namespace banyan::bench {
namespace {

/// The spec for the other process, which uses the C library's allocator anyway. It contains both
/// limits, since the command line takes only one.
std::string spec_there(const EngineSettings& engine, const Limits& limits) {
  Spec spec = engine.given;
  std::erase_if(spec.keys, [](const auto& key) { return key.first == "malloc"; });
  return with_budget(parse_engine(to_text(spec)), limits).spec;
}

}  // namespace

std::optional<Measured> search_unlinked(const GameChoice& game, const EngineSettings& engine,
                                        const Limits& limits, std::uint64_t seed,
                                        const std::stop_token& stop) {
  const auto answer = search_by(own_program(),
                                {"--game", game.spec, "--engine", spec_there(engine, limits),
                                 "--seed", std::to_string(seed), "--warm-up"},
                                stop, {"LD_PRELOAD=libc.so.6"});
  if (!answer) return std::nullopt;
  const Json& found = *answer;
  Measured search;
  SearchResult& result = search.found;
  result.iterations = found["iterations"];
  result.playouts = found["playouts"];
  result.finished = found["finished"];
  result.seconds = found["seconds"];
  result.value = found["value"];
  result.best_move = *game.start->parse(found["best_move"].get<std::string>());
  result.tree.nodes = found["tree"]["nodes"];
  result.tree.bytes = found["tree"]["bytes"];
  result.tree.mean_depth = found["tree"]["mean_depth"];
  result.tree.max_depth = found["tree"]["max_depth"];
  for (const Json& child : found["root"]["children"]) {
    result.children.push_back({*game.start->parse(child["move"].get<std::string>()),
                               child["visits"].get<std::uint64_t>(), 0});
  }
  const Json& system = found["system"];
  const double in_system = system["system_seconds"];
  search.work = {system["processor_seconds"].get<double>() - in_system, in_system,
                 system["page_faults"]};
  return search;
}

}  // namespace banyan::bench
