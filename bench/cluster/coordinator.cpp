// Sends and handles orders and answers.
#include "bench/cluster/coordinator.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>

#include "bench/machine/interrupt.hpp"
#include "bench/text/standard_error.hpp"

namespace banyan::bench {
namespace {

constexpr auto kLook = std::chrono::milliseconds(50);  // between checks for stop requests

void post(Ranks& ranks, int to, int channel, const Json& json) {
  Bytes bytes;
  append(bytes, std::span<const char>(json.dump()));
  ranks.post(to, channel, std::move(bytes));
}

bool take(Mailbox& mailbox, Json& json) {
  Bytes bytes;
  if (!mailbox.take(bytes)) return false;
  const auto* const text = reinterpret_cast<const char*>(bytes.data());
  json = Json::parse(text, text + bytes.size());
  return true;
}

Json await(Mailbox& mailbox) {
  Json json;
  while (!take(mailbox, json)) mailbox.wait(kLook);
  return json;
}

int reply_channel(std::uint64_t number) {
  return kReplies + static_cast<int>(number % static_cast<std::uint64_t>(kMostReplies));
}

}  // namespace

// ---- the first rank -----------------------------------------------------------------------------

Asked::Asked(Ranks& ranks, int rank, std::uint64_t number, const std::stop_token& stop)
    : ranks_(&ranks), rank_(rank), number_(number), stop_(stop), at_stop_(stop, [this] {
        post(*ranks_, rank_, kOrders, {{"stop", number_}});
      }) {}

Json Asked::answer() {
  constexpr auto kPatience = std::chrono::milliseconds(500);  // with a rank that may be dead
  std::optional<Clock::time_point> end;
  Mailbox& mailbox = ranks_->mailbox(reply_channel(number_));
  for (Json reply;; mailbox.wait(kLook)) {
    while (take(mailbox, reply)) {
      if (reply["number"] != number_) continue;  // to an order no longer waited for
      if (!reply.contains("failed")) return reply["answer"];
      throw std::runtime_error(fmt::format("rank {} ({}): {}", rank_, coordinator()->node(rank_),
                                           reply["failed"].get<std::string>()));
    }
    if (!stop_.stop_requested()) continue;
    if (!end) end = Clock::now() + kPatience;
    if (Clock::now() >= *end) return nullptr;
  }
}

Coordinator::Coordinator(std::shared_ptr<Ranks> ranks, Json details)
    : ranks_(std::move(ranks)), details_(std::move(details)) {
  places_.resize(static_cast<std::size_t>(ranks_->size()));
  places_[0] = own_place();
  for (int others = 1; others < ranks_->size(); ++others) {
    const Json told = await(ranks_->mailbox(kPlaces));
    places_[told["rank"].get<std::size_t>()] = read_place(told["place"]);
  }
}

Coordinator::~Coordinator() {
  for (int rank = 1; rank < ranks_->size(); ++rank) post(*ranks_, rank, kOrders, {{"go", "home"}});
}

Json Coordinator::provenance() const {
  Json json{{"ranks", ranks_->size()}};
  json.update(details_);
  json["nodes"] = nodes_json(places_);
  return json;
}

std::unique_ptr<Asked> Coordinator::ask(int rank, int lane, Json order,
                                        const std::stop_token& stop) {
  const std::uint64_t number = orders_.fetch_add(1);
  order["lane"] = lane;
  order["number"] = number;
  post(*ranks_, rank, kOrders, order);
  return std::make_unique<Asked>(*ranks_, rank, number, stop);
}

std::shared_ptr<Ranks>& this_run() {
  static std::shared_ptr<Ranks> run;
  return run;
}

Coordinator*& coordinator() {
  static Coordinator* all = nullptr;
  return all;
}

void end_run(const std::string& sentence) {
  print_to_standard_error("banyan: {}\n", sentence);
  std::_Exit(kCheckFailed);
}

// ---- the others ---------------------------------------------------------------------------------

namespace {

/// A thread that runs orders one after another.
class Lane {
 public:
  Lane(Ranks& ranks, const Tasks& tasks)
      : ranks_(ranks), tasks_(tasks), thread_([this] { work(); }) {}

  /// A null order ends it. `stop` is kept until the order is done.
  void take_on(Json order, std::shared_ptr<std::stop_source> stop) {
    {
      const std::lock_guard lock(mutex_);
      orders_.emplace_back(std::move(order), std::move(stop));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !orders_.empty(); });
      const auto [order, stop] = std::move(orders_.front());
      orders_.pop_front();
      lock.unlock();
      if (order.is_null()) return;
      carry_out(order, stop->get_token());
    }
  }

  void carry_out(const Json& order, const std::stop_token& stop) {
    Json reply{{"number", order["number"]}};
    try {
      const auto name = order["task"].get<std::string>();
      Task& task = known_[name];
      if (!task) task = tasks_.at(name)();
      reply["answer"] = task(order, stop);
    } catch (const std::exception& error) {
      reply["failed"] = error.what();
    }
    post(ranks_, 0, reply_channel(reply["number"].get<std::uint64_t>()), reply);
  }

  Ranks& ranks_;
  const Tasks& tasks_;
  std::map<std::string, Task> known_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<Json, std::shared_ptr<std::stop_source>>> orders_;
  std::jthread thread_;
};

}  // namespace

int serve(const Tasks& tasks) {
  Ranks& ranks = *this_run();
  post(ranks, 0, kPlaces, {{"rank", ranks.rank()}, {"place", place_json(own_place())}});
  std::map<std::uint64_t, std::weak_ptr<std::stop_source>> under_way;  // orders, by their numbers
  const auto request_stop = [](const std::weak_ptr<std::stop_source>& order) {
    if (const auto stop = order.lock()) stop->request_stop();
  };
  std::map<int, Lane> lanes;
  for (;;) {
    const Json order = await(ranks.mailbox(kOrders));
    if (order.contains("go")) break;
    if (order.contains("stop")) {
      request_stop(under_way[order["stop"].get<std::uint64_t>()]);
      continue;
    }
    std::erase_if(under_way, [](const auto& each) { return each.second.expired(); });
    const auto stop = std::make_shared<std::stop_source>();
    under_way.emplace(order["number"].get<std::uint64_t>(), stop);
    lanes.try_emplace(order["lane"].get<int>(), ranks, tasks).first->second.take_on(order, stop);
  }
  for (const auto& [number, order] : under_way) request_stop(order);
  for (auto& [number, lane] : lanes) lane.take_on(nullptr, nullptr);
  return kDone;
}

}  // namespace banyan::bench
