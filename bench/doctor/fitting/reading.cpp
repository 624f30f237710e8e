// The ways to read a log.
#include "bench/doctor/fitting/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace banyan::bench::doctor {
namespace {

/// Whether this iteration is a further playout from the leaf of `group`, and of which depth that
/// leaf is.
bool continues(const WatchedLog& log, const WatchedIteration& group, const WatchedIteration& next) {
  if (next.from < 2) return false;
  const std::uint32_t leaf = next.from - 1;
  if (group.leaf != kNoState ? group.leaf != leaf : leaf < group.from) return false;
  if (leaf >= group.states) return false;
  return log.path(group)[leaf] == log.path(next)[leaf];
}

/// Whether two iterations that part behind this depth made the same moves, where there was a
/// choice.
bool is_repeat(const WatchedLog& log, const WatchedIteration& a, const WatchedIteration& b,
               std::size_t depth) {
  constexpr std::size_t kFewMoves = 4;
  const auto first = log.path(a);
  const auto second = log.path(b);
  if (first.size() != second.size() || first.size() < depth + kFewMoves) return false;
  for (std::size_t i = depth + 1; i < first.size(); ++i) {
    if (log.states[first[i]].move != log.states[second[i]].move) return false;
  }
  return true;
}

/// Joins playouts from one leaf: those one after another, or also those between which other leaves
/// have theirs, as in batches.
std::vector<WatchedIteration> grouped(const WatchedLog& log,
                                      const std::vector<WatchedIteration>& iterations,
                                      bool in_turns) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<WatchedIteration> groups;
  std::vector<const WatchedIteration*> last;  // of each group
  std::vector<std::size_t> made_by(in_turns ? log.states.size() : 0, kNone);
  for (const WatchedIteration& each : iterations) {
    std::size_t at = groups.size() - 1;
    if (in_turns && each.from >= 2) at = made_by[log.path(each)[each.from - 1]];
    if (groups.empty() || at == kNone || !continues(log, groups[at], each)) {
      for (std::uint32_t i = each.from; in_turns && i < each.states; ++i) {
        made_by[log.path(each)[i]] = groups.size();
      }
      groups.push_back(each);
      last.push_back(&each);
      continue;
    }
    WatchedIteration& group = groups[at];
    group.leaf = each.from - 1;
    group.line = each.line;
    ++group.playouts;
    group.repeats += is_repeat(log, *std::exchange(last[at], &each), each, group.leaf) ? 1 : 0;
    for (std::size_t i = 0; i < group.results.size(); ++i) {
      group.results[i] += each.results[i];  // sums, for now
    }
    group.last = each.results;
  }
  for (WatchedIteration& group : groups) {
    for (float& result : group.results) result /= static_cast<float>(group.playouts);
  }
  return groups;
}

/// The usual number of playouts of a leaf that is not over; 1 if there is none.
std::uint32_t usual_playouts(const std::vector<WatchedSearch>& searches) {
  std::map<std::uint32_t, std::size_t> counts;
  std::size_t groups = 0;
  for (const WatchedSearch& search : searches) {
    for (const WatchedIteration& each : search.iterations) {
      const bool ends = each.over && each.playouts == 1;
      if (ends && each.from + 1 >= each.states) continue;  // an end needs no playouts
      ++counts[each.playouts];
      ++groups;
    }
  }
  for (const auto& [playouts, count] : counts) {
    if (playouts > 1 && 10 * count >= 8 * groups) return playouts;
  }
  return 1;
}

/// Leaves that have another number of playouts, though they are no ends.
std::size_t odd_ones(const std::vector<WatchedSearch>& searches, std::uint32_t usual) {
  std::size_t count = 0;
  for (const WatchedSearch& search : searches) {
    for (const WatchedIteration& each : search.iterations) {
      const bool may_be_end = each.over && each.playouts == 1;
      count += each.playouts != usual && !may_be_end ? 1 : 0;
    }
  }
  return count;
}

std::vector<WatchedSearch> joined(const WatchedLog& log, const std::vector<WatchedSearch>& from,
                                  bool in_turns) {
  std::vector<WatchedSearch> searches = from;
  for (WatchedSearch& each : searches) each.iterations = grouped(log, each.iterations, in_turns);
  return searches;
}

/// Each thread's iterations as a search of its own.
std::vector<WatchedSearch> by_thread(const WatchedLog& log) {
  std::vector<WatchedSearch> searches;
  for (const WatchedSearch& search : log.searches) {
    std::map<std::uint32_t, WatchedSearch> parts;
    for (const WatchedIteration& each : search.iterations) {
      parts[each.thread].iterations.push_back(each);
    }
    for (auto& [thread, part] : parts) {
      part.root = search.root;
      searches.push_back(std::move(part));
    }
  }
  return searches;
}

/// A leaf where the game is over is asked once, and counts as often as others.
void weigh(std::vector<WatchedSearch>& searches, std::uint32_t playouts) {
  for (WatchedSearch& search : searches) {
    for (WatchedIteration& each : search.iterations) {
      if (each.playouts == 1 && each.over) each.playouts = playouts;
    }
  }
}

Reading reading_of_these(const WatchedLog& log, std::vector<WatchedSearch> searches) {
  Reading reading;
  reading.log = &log;
  reading.shared_searches = std::make_shared<std::vector<WatchedSearch>>(std::move(searches));
  return reading;
}

/// Takes what belongs together from these.
Reading reading_of(const WatchedLog& log, std::vector<WatchedSearch> searches) {
  std::vector<WatchedSearch> groups = joined(log, searches, false);
  std::uint32_t playouts = usual_playouts(groups);
  std::vector<WatchedSearch> in_turns = joined(log, searches, true);
  const std::uint32_t others = usual_playouts(in_turns);
  if (others > 1 && (playouts == 1 || odd_ones(in_turns, others) < odd_ones(groups, playouts))) {
    groups = std::move(in_turns);
    playouts = others;
  }
  if (playouts > 1) weigh(groups, playouts);
  Reading reading = reading_of_these(log, playouts > 1 ? std::move(groups) : std::move(searches));
  reading.playouts = playouts;
  return reading;
}

void add_events(Reading& reading) {
  const WatchedLog& log = *reading.log;
  std::vector<std::vector<Event>> all;
  for (const WatchedSearch& search : reading.searches()) {
    std::vector<Event>& events = all.emplace_back();
    for (std::uint32_t i = 0; i < search.iterations.size(); ++i) {
      const WatchedIteration& each = search.iterations[i];
      const auto path = log.path(each);
      // Positions that the search kept are passed as the first new one is played.
      const std::uint64_t first =
          each.from < each.states ? log.states[path[each.from]].line : each.line;
      for (std::uint32_t depth = 1; depth < each.states; ++depth) {
        const std::uint64_t line = depth < each.from ? first : log.states[path[depth]].line;
        events.push_back({line, i, false});
      }
      events.push_back({each.line, i, true});
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.line < b.line; });
  }
  reading.events = std::make_shared<std::vector<std::vector<Event>>>(std::move(all));
}

/// Whether some iteration began before the one before it had its result.
bool any_overlap(const Reading& reading) {
  for (const WatchedSearch& search : reading.searches()) {
    std::uint64_t last = 0;
    for (const WatchedIteration& each : search.iterations) {
      const auto path = reading.log->path(each);
      if (each.from < each.states && each.from > 0 &&
          reading.log->states[path[each.from]].line < last) {
        return true;
      }
      last = each.line;
    }
  }
  return false;
}

void add_overlapping(const Reading& plain, std::vector<Reading>& readings) {
  if (!any_overlap(plain)) return;
  Reading reading = plain;
  add_events(reading);
  for (const bool by_results : {false, true}) {
    reading.growth.by_results = by_results;
    for (const Shown shown : {Shown::kLosses, Shown::kVisits, Shown::kNothing}) {
      reading.shown = shown;
      for (const double losses : {1.0, 3.0}) {
        if (losses > 1 && shown != Shown::kLosses) continue;
        reading.losses = losses;
        readings.push_back(reading);
      }
    }
  }
}

}  // namespace

Reading plain_reading(const WatchedLog& log) { return reading_of(log, log.searches); }

Reading reading_of_results(const WatchedLog& log) { return reading_of_these(log, log.searches); }

std::vector<Reading> other_readings(const WatchedLog& log, const Reading& plain) {
  std::vector<Reading> readings;
  if (log.threads > 1) {
    readings.push_back(reading_of(log, by_thread(log)));
    readings.back().apart = true;
  }
  add_overlapping(plain, readings);
  if (plain.playouts > 1) {
    Reading reading = plain;
    reading.one_visit = true;
    readings.push_back(reading);
    add_overlapping(reading, readings);
  }
  const auto is_kept = [](const WatchedIteration& each) { return each.from > 1; };
  const bool any_kept =
      std::any_of(log.searches.begin(), log.searches.end(), [&](const WatchedSearch& search) {
        return std::any_of(search.iterations.begin(), search.iterations.end(), is_kept);
      });
  if (any_kept) {
    for (const bool only_seen : {true, false}) {
      if (!only_seen && plain.playouts == 1) continue;
      Reading reading = reading_of_results(log);
      reading.only_seen = only_seen;
      readings.push_back(std::move(reading));
    }
  }
  return readings;
}

std::vector<std::string> reading_texts(const Reading& reading) {
  std::vector<std::string> texts;
  if (reading.playouts > 1) {
    texts.push_back(fmt::format("Each leaf has {} playouts, which count as {}.", reading.playouts,
                                reading.one_visit ? "one visit" : "as many visits"));
  }
  if (reading.apart) texts.emplace_back("Each thread has a tree of its own.");
  if (!reading.overlaps()) return texts;
  if (reading.shown == Shown::kLosses) {
    texts.push_back(fmt::format("Descents in flight show as {} loss{}.", reading.losses,
                                reading.losses == 1 ? "" : "es"));
  } else if (reading.shown == Shown::kVisits) {
    texts.emplace_back("Descents in flight show as visits without a result.");
  }
  return texts;
}

}  // namespace banyan::bench::doctor
