// Thinking on the opponent's time.
#pragma once

#include <cstdint>
#include <exception>
#include <stop_token>
#include <thread>

#include "bench/registry/any_game.hpp"
#include "core/tree/stat.hpp"

namespace banyan::bench::gtp {

/// A search in its own thread, whose tree the next search reuses. Its result is ignored; the next
/// search meets the same errors.
class Pondering {
 public:
  /// Searches the position until end(), or until the tree has its most visits. Meanwhile the engine
  /// must not be used.
  void begin(AnyEngine& engine, const AnyGame& position, const StreamKey& key) {
    end();
    search_ =
        std::jthread([&engine, key, position = position.clone()](const std::stop_token& stop) {
          try {
            engine.search(*position, {.iterations = kMostVisits}, key, stop);
          } catch (const std::exception&) {
          }
        });
  }

  /// Stops the search, if there is one.
  void stop() { search_.request_stop(); }
  /// The same, and waits for its end, after which the engine may be used.
  void end() { search_ = std::jthread(); }
  /// Whether a search runs that was not stopped.
  [[nodiscard]] bool under_way() const {
    return search_.joinable() && !search_.get_stop_token().stop_requested();
  }

 private:
  /// So few that a tree can count them in addition to those it keeps.
  static constexpr std::uint64_t kMostVisits = kMaxVisits / 4;

  std::jthread search_;
};

}  // namespace banyan::bench::gtp
