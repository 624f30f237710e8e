#include "parallel/batched/simulated_threads.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"

namespace banyan {

SimulatedWork simulate_threads(std::span<SimulatedThreads* const> trees, int threads,
                               const SimulatedTimes& times, const StreamKey& key) {
  using Time = std::chrono::nanoseconds;
  struct Thread {
    std::size_t tree;
    std::size_t number;  // in the tree
    Time idle_since{0};
    Time waited{0};
  };
  std::vector<Thread> team;
  std::vector<std::deque<std::size_t>> idle(trees.size());  // by tree, who waits longest first
  for (std::size_t tree = 0; tree < trees.size(); ++tree) {
    for (int i = 0; i < threads; ++i) {
      idle[tree].push_back(team.size());
      team.push_back({tree, static_cast<std::size_t>(i)});
    }
  }
  using End = std::pair<Time, std::size_t>;  // of a thread's task
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  SimulatedWork work;
  Time device_free{0};
  std::optional<SimulatedServer> server;
  if (times.server) server.emplace(*times.server, key, times.limit);
  // Time must move on even if nothing takes any.
  const Time descent = std::max(times.descent, Time(1));

  const auto end_of_call = [&](std::span<const std::size_t> depths) {
    if (server) return server->end_of_call(work.time, depths);
    const Time takes = times.device.of(depths.size());
    device_free = saturating_add(std::max(device_free, work.time), takes);
    work.busy = saturating_add(work.busy, takes);
    return device_free;
  };

  const auto hand_out = [&](std::size_t tree) {
    while (!idle[tree].empty()) {
      const std::size_t next = idle[tree].front();
      Thread& thread = team[next];
      const bool over = times.limit.count() > 0 && work.time >= times.limit;
      const auto task = trees[tree]->begin(thread.number, work.time, over);
      if (!task) return;
      idle[tree].pop_front();
      thread.waited += work.time - thread.idle_since;
      Time end = work.time;
      if (task->descends) {
        end = saturating_add(end, descent);
      } else if (!task->depths.empty()) {
        end = end_of_call(task->depths);
      }
      ends.emplace(end, next);
    }
  };
  for (std::size_t tree = 0; tree < trees.size(); ++tree) hand_out(tree);
  while (!ends.empty()) {
    const auto [end, next] = ends.top();
    ends.pop();
    Thread& thread = team[next];
    const bool late = server && times.limit.count() > 0 && end > times.limit;
    if (late && trees[thread.tree]->leave_behind(thread.number)) {
      work.time = std::max(work.time, times.limit);
    } else {
      work.time = end;
    }
    trees[thread.tree]->finish(thread.number, work.time);
    thread.idle_since = work.time;
    idle[thread.tree].push_back(next);
    hand_out(thread.tree);
  }
  for (const Thread& thread : team) {
    const Time waited = thread.waited + (work.time - thread.idle_since);
    trees[thread.tree]->retire(thread.number, work.time, waited);
  }
  if (server) {
    work.busy = server->busy();
    work.alone = server->alone();
    work.places = server->places();
  }
  return work;
}

}  // namespace banyan
