// The candidates, and what speeds say of them.
#include "bench/advise/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

double times_as_fast(const ThroughputRow& a, const ThroughputRow& b) {
  return geometric_mean(a.iterations_per_second) / geometric_mean(b.iterations_per_second);
}

/// The candidate and the engines that it names, with a constant.
Candidate with(const Candidate& one, const std::string& constant) {
  return {with_keys(one.engine, constant), with_keys(one.coarser_than, constant),
          with_keys(one.slower_than, constant), with_keys(one.control, constant)};
}

}  // namespace

std::string with_keys(const std::string& engine, const std::string& keys) {
  if (engine.empty() || keys.empty()) return engine;
  return fmt::format("{}{}{}", engine, engine.find(':') == std::string::npos ? ':' : ',', keys);
}

std::string baseline(const Constants& constants) { return with_keys("seq", constants.best); }

std::vector<Candidate> candidates(int threads, const Constants& constants) {
  const auto tree = [](int n, const std::string& rest) {
    return fmt::format("tree:threads={}{}", n, rest);
  };
  const std::string batches = ",batch=512";
  const std::string exact = tree(threads, "");
  const std::string coarse = tree(threads, batches);
  std::vector<Candidate> list;
  const auto add = [&](const std::string& engine, const std::string& coarser_than,
                       const std::string& slower_than) {
    list.push_back(with({engine, coarser_than, slower_than, "seq"}, constants.best));
  };
  // With fewer threads after those with more: what scales badly is best with few.
  for (int n = threads, wider = 0; n >= 1; wider = n, n /= 2) {
    const auto of_wider = [&](const std::string& rest) {
      return wider > 0 ? tree(wider, rest) : "";
    };
    add(tree(n, batches), tree(n, ""), of_wider(batches));
    add(tree(n, ""), "", of_wider(""));
  }
  add("seq:batch=512", "seq", coarse);
  if (threads > 1) {
    add(tree(threads, ",lock=packed"), "", "");
    add(tree(threads, ",lock=free,vl=mean"), "", "");
    add(fmt::format("root:threads={}", threads), "", "");
    add(fmt::format("leaf:threads={0},playouts={0}", threads), "", "");
  }
  for (const Candidate& other : {Candidate{"seq", "", "", ""}, Candidate{coarse, exact, "", "seq"},
                                 Candidate{exact, "", coarse, "seq"}}) {
    list.push_back(with(other, constants.other));
  }
  return list;
}

std::string device_baseline(const std::string& evaluation) {
  return "batched:batch=16" + evaluation;
}

std::vector<Candidate> device_candidates(int threads, const std::string& evaluation) {
  std::vector<Candidate> list;
  const auto add = [&](const std::string& keys) {
    list.push_back({fmt::format("batched:{}{}", keys, evaluation), "", "", ""});
  };
  for (const int batch : {64, 256, 32, 128, 8, 1}) add(fmt::format("batch={}", batch));
  if (threads > 1) {
    // One thread collects leaves while another waits for the device.
    for (const int batch : {64, 16, 256, 1}) {
      add(fmt::format("threads=2,streams=2,batch={}", batch));
    }
  }
  for (const char* const rule :
       {"vl=1", "vl=3", "collide=send", "collide=multiply", "c=0.75", "c=3", "c=6"}) {
    add(fmt::format("batch=64,{}", rule));
  }
  return list;
}

std::string server_baseline(int calls, const std::string& evaluation) {
  return fmt::format("batched:batch=1,streams={}{}", calls, evaluation);
}

std::vector<Candidate> server_candidates(int calls, const std::string& evaluation) {
  std::vector<Candidate> list;
  const auto add = [&](int batch, int streams, const char* rule) {
    const std::string engine =
        fmt::format("batched:batch={},streams={}{}{}", batch, streams, rule, evaluation);
    const auto same = [&](const Candidate& each) { return each.engine == engine; };
    if (std::ranges::none_of(list, same)) list.push_back({engine, "", "", ""});
  };
  // A quarter of the calls and more: fewer evaluate too few leaves.
  for (const int part : {2, 3, 4}) {
    if (calls >= part) add(1, calls / part, "");
  }
  for (const int part : {1, 2, 4}) {
    if (calls >= part) add(1, calls / part, ",vl=1");
  }
  if (calls > 1) {
    for (const char* const rule : {"", ",vl=1"}) add(calls, 1, rule);
  }
  for (const char* const rule : {",c=0.75", ",c=3"}) add(1, calls, rule);
  return list;
}

std::string why_not_raced(const Candidate& candidate, const std::vector<ThroughputRow>& speeds) {
  const ThroughputRow& own = speed_of(speeds, candidate.engine);
  if (!candidate.control.empty()) {
    const Estimate games = paired_ratio_estimate(
        own.playouts_per_second, speed_of(speeds, candidate.control).playouts_per_second);
    if (games.upper95 < 1) return "slower than " + candidate.control;
    if (games.upper95 < kClearly) return "no faster than " + candidate.control;
  }
  if (!candidate.coarser_than.empty() &&
      times_as_fast(own, speed_of(speeds, candidate.coarser_than)) < kClearly) {
    return "no faster than exact";
  }
  if (!candidate.slower_than.empty() &&
      times_as_fast(speed_of(speeds, candidate.slower_than), own) >= kMuch) {
    return "another is faster";
  }
  return {};
}

std::string why_not_raced_on_device(const Candidate& candidate,
                                    const std::vector<ThroughputRow>& speeds) {
  constexpr double kFew = 0.25;
  const ThroughputRow& own = speed_of(speeds, candidate.engine);
  for (const ThroughputRow& other : speeds) {
    if (times_as_fast(own, other) < kFew) return "too few leaves";
  }
  return {};
}

}  // namespace banyan::bench
