// The ranks of a run on several: the first reads the command line and asks the others, which serve.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/cluster/places.hpp"
#include "bench/text/json.hpp"
#include "parallel/cluster/ranks.hpp"

namespace banyan::bench {

// What a rank's mailboxes are for.
inline constexpr int kMostWorkers = 1024;     ///< channel i: worker i of a search
inline constexpr int kOrders = kMostWorkers;  ///< orders to other ranks, in sequence
inline constexpr int kPlaces = kOrders + 1;   ///< where the other ranks are, sent once
inline constexpr int kReplies = kPlaces + 1;  ///< the first rank's: kMostReplies in turn
inline constexpr int kMostReplies = 4096;     ///< most orders in flight
inline constexpr int kChannels = kReplies + kMostReplies;

/// An unanswered order to another rank. A stop request reaches it there.
class Asked {
 public:
  Asked(Ranks& ranks, int rank, std::uint64_t number, const std::stop_token& stop);

  /// Waits; null if a stop request came first. Throws std::runtime_error, which names the rank, if
  /// it failed.
  Json answer();

 private:
  Ranks* ranks_;
  int rank_;
  std::uint64_t number_;
  std::stop_token stop_;
  std::stop_callback<std::function<void()>> at_stop_;
};

/// All ranks, as the first one sees them. Thread-safe.
class Coordinator {
 public:
  /// Waits until the others report where they are. `details` of the transport are for provenance.
  Coordinator(std::shared_ptr<Ranks> ranks, Json details);
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;
  /// Shuts the other ranks down.
  ~Coordinator();

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] const std::string& node(int rank) const {
    return places_[static_cast<std::size_t>(rank)].node;
  }
  [[nodiscard]] Json provenance() const;

  /// Sends an order to another rank; its field "task" names the task. Orders in one lane of a rank
  /// run one after another, different lanes in parallel. The answer need not be waited for.
  std::unique_ptr<Asked> ask(int rank, int lane, Json order, const std::stop_token& stop);

 private:
  std::shared_ptr<Ranks> ranks_;
  Json details_;
  std::vector<Place> places_;
  std::atomic<std::uint64_t> orders_ = 0;
};

/// The processes of this run, and in the first one the coordinator; null if there is only one
/// process. Set once, by main().
std::shared_ptr<Ranks>& this_run();
Coordinator*& coordinator();

/// Ends this process and so the run, with a sentence.
[[noreturn]] void end_run(const std::string& sentence);

/// Runs one kind of order in one lane, from order to order.
using Task = std::function<Json(const Json& order, const std::stop_token& stop)>;
/// The tasks that a lane can make, by name.
using Tasks = std::map<std::string, std::function<Task()>>;

/// The work of every rank but the first, until it is shut down; returns its exit status.
int serve(const Tasks& tasks);

}  // namespace banyan::bench
