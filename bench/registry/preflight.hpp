// What is refused before any work begins: engines that cannot play, and what the system does not
// give.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// What the system does not let the program have (exit status 3). what() is one sentence that says
/// what was asked for and what was allowed.
class SystemLimit : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The least limit on this program's memory.
struct MemoryLimit {
  std::uint64_t bytes;
  const char* kind;    ///< of memory: "addresses"
  const char* option;  ///< of ulimit: "-v"
};

/// Nothing without one. Needs no memory.
std::optional<MemoryLimit> memory_limit();

/// Throws UsageError for an engine that does not play this game or has no budget that it can keep,
/// SystemLimit for one whose threads or memory the system does not give, `at_once` times over. What
/// was made to see.
std::unique_ptr<AnyEngine> check_engine(const AnyGame& position, const EngineSettings& engine,
                                        const std::optional<Limits>& limits, int at_once = 1);

/// Throws SystemLimit unless so many threads can run beside this one. `who` asks for them.
void need_threads(int count, std::string_view who);

/// What a thread's stack must hold: Go 19x19's positions are of 60 kB, and on the stack of a search
/// are up to eight of them.
inline constexpr std::uint64_t kLeastStack = std::uint64_t{1} << 20U;

/// Throws SystemLimit where the system gives threads less.
void need_stack();

}  // namespace banyan::bench
