// A search on a thread of its own, which commands stop.
#pragma once

#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

namespace banyan::bench {

class SearchThread {
 public:
  /// Runs this after the end of what it ran before. Meanwhile nobody else may use the engine.
  void begin(std::function<void(const std::stop_token&)> search) {
    end();
    thread_ = std::jthread(std::move(search));
  }

  /// Requests a stop of the search, if there is one.
  void stop() { thread_.request_stop(); }
  /// The same, and waits for its end, after which the engine may be used.
  void end() {
    stop();
    wait();
  }
  /// Waits until it ends by itself.
  void wait() {
    if (thread_.joinable()) thread_.join();
  }
  /// Whether there is a search that was not stopped.
  [[nodiscard]] bool under_way() const {
    return thread_.joinable() && !thread_.get_stop_token().stop_requested();
  }
  /// To stop this search from another thread.
  [[nodiscard]] std::stop_source stop_source() { return thread_.get_stop_source(); }

 private:
  std::jthread thread_;
};

}  // namespace banyan::bench
