// The ranks of a run of several: the first reads the command line and asks the others, which serve.
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

// What the mailboxes of a rank are for.
inline constexpr int kMostWorkers = 1024;     ///< channel i: worker i of a search
inline constexpr int kOrders = kMostWorkers;  ///< what the first rank tells the others, in order
inline constexpr int kPlaces = kOrders + 1;   ///< where the others are, told once
inline constexpr int kReplies = kPlaces + 1;  ///< of the first rank: kMostReplies in turn
inline constexpr int kMostReplies = 4096;     ///< orders under way at once
inline constexpr int kChannels = kReplies + kMostReplies;

/// What another rank was told to do and has not answered yet. A stop request reaches it there.
class Asked {
 public:
  Asked(Ranks& ranks, int rank, std::uint64_t number, const std::stop_token& stop);

  /// Waits; null if a stop request came before the end. Throws std::runtime_error, which names the
  /// rank, if it failed.
  Json answer();

 private:
  Ranks* ranks_;
  int rank_;
  std::uint64_t number_;
  std::stop_token stop_;
  std::stop_callback<std::function<void()>> at_stop_;
};

/// All ranks, as the first sees them. Thread-safe.
class Crew {
 public:
  /// Waits for the others to tell where they are. `details` of the transport are for provenance.
  Crew(std::shared_ptr<Ranks> ranks, Json details);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  /// Sends the others home.
  ~Crew();

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] const std::string& node(int rank) const {
    return places_[static_cast<std::size_t>(rank)].node;
  }
  [[nodiscard]] Json provenance() const;

  /// Has another rank carry out an order, whose field "task" says which task it is for. Those of
  /// one lane of a rank are carried out one after another, lanes side by side.
  std::unique_ptr<Asked> ask(int rank, int lane, Json order, const std::stop_token& stop);
  /// An order that nobody waits for.
  void tell(int rank, int lane, Json order);

 private:
  std::shared_ptr<Ranks> ranks_;
  Json details_;
  std::vector<Place> places_;
  std::atomic<std::uint64_t> orders_ = 0;
};

/// The processes of this run, and in the first of them the crew; null where there is one alone. Set
/// once, by main().
std::shared_ptr<Ranks>& this_run();
Crew*& crew();

/// Ends this process, and with it the run, with a sentence.
[[noreturn]] void end_run(const std::string& sentence);

/// Carries out one kind of order in one lane, from one to the next.
using Task = std::function<Json(const Json& order, const std::stop_token& stop)>;
/// How a lane comes by them.
using Tasks = std::map<std::string, std::function<Task()>>;

/// What a rank that is not the first does, until it is sent home; its exit status.
int serve(const Tasks& tasks);

}  // namespace banyan::bench
