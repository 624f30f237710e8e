// Thinking on the opponent's time.
#pragma once

#include <memory>
#include <thread>

#include "bench/registry/any_game.hpp"

namespace banyan::bench::gtp {

/// A search in a thread of its own, whose tree the next search goes on with. Its result is of no
/// use, and what goes wrong in it the next search finds too.
class Pondering {
 public:
  /// Searches the position until end(), or until the tree is full of visits; the engine must not be
  /// used meanwhile.
  void begin(AnyEngine& engine, const AnyGame& position, const StreamKey& key);

  /// Stops the search, if there is one.
  void stop() { search_.request_stop(); }
  /// The same, and waits for its end: the engine may be used again.
  void end() { search_ = std::jthread(); }
  /// Whether there is one that was not stopped.
  [[nodiscard]] bool under_way() const {
    return search_.joinable() && !search_.get_stop_token().stop_requested();
  }

 private:
  std::jthread search_;
};

}  // namespace banyan::bench::gtp
