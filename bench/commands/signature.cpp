// banyan signature: one number for fixed searches with fixed seeds. It changes exactly when the
// behaviour of an engine or game changes; such a commit must say why.
#include "bench/commands/commands.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

// The engines that are deterministic whatever the threads do.
constexpr const char* kEngines =
    "seq;seq:c=0.5,expand=4,final=lcb;seq:memory=300k;leaf:threads=2;root:threads=3;"
    "root:threads=2,merge=majority;tree:threads=1;tree:threads=3,deterministic=on";
constexpr const char* kSignedGames = "tic_tac_toe,connect_four,hex:size=5,hex:size=11,hex:size=14";
constexpr std::uint64_t kIterations = 20000;

/// A search's complete result as one number.
std::uint64_t digest(const SearchResult& result) {
  std::uint64_t hash = 0;
  const auto mix = [&](std::uint64_t x) { hash = scramble(hash + 0x9e3779b97f4a7c15ULL + x); };
  mix(result.iterations);
  mix(result.visits());
  for (const RootChild& child : result.children) {
    mix(child.move);
    mix(child.visits);
    mix(child.points);
  }
  for (const std::uint32_t move : result.principal_variation) mix(move);
  mix(result.tree.nodes);
  mix(result.tree.max_depth);
  return hash;
}

int signature(const bool& verbose, const std::stop_token& stop) {
  std::uint64_t whole = 0;
  for (const GameChoice& game : parse_games(kSignedGames)) {
    for (const EngineSettings& settings : parse_engines(kEngines)) {
      if (stop.stop_requested()) return kInterrupted;
      const auto engine = game.start->make_engine(settings);
      const std::uint64_t one =
          digest(engine->search(*game.start, {.iterations = kIterations}, {1, 0, 0, 0}, stop));
      if (verbose) fmt::print("{:016x}  {} {}\n", one, game.spec, settings.spec);
      whole = scramble(whole + one);
    }
  }
  fmt::print("{:016x}\n", whole);
  return kDone;
}

}  // namespace

void add_signature(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<bool>(
      app, action, "signature", "one number for fixed searches with fixed seeds", signature);
  command.add_flag("--verbose", *options, "also one line for each search");
}

}  // namespace banyan::bench
