// The candidates, and what speeds say of them.
#include "bench/advise/candidates.hpp"

#include <fmt/format.h>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

double times_as_fast(const ThroughputRow& a, const ThroughputRow& b) {
  return geometric_mean(a.iterations_per_second) / geometric_mean(b.iterations_per_second);
}

}  // namespace

std::vector<Candidate> candidates(int threads, const std::string& exploration) {
  const auto tree = [](int n, const std::string& rest) {
    return fmt::format("tree:threads={}{}", n, rest);
  };
  const std::string batches = ",batch=512";
  std::vector<Candidate> list;
  // With fewer threads after those with more: what scales badly is best with few.
  for (int n = threads, wider = 0; n >= 1; wider = n, n /= 2) {
    const auto of_wider = [&](const std::string& rest) {
      return wider > 0 ? tree(wider, rest) : "";
    };
    list.push_back({tree(n, batches), tree(n, ""), of_wider(batches)});
    list.push_back({tree(n, ""), "", of_wider("")});
  }
  list.push_back({"seq:batch=512", kBaseline, tree(threads, batches)});
  if (threads > 1) {
    list.push_back({tree(threads, ",lock=packed"), "", ""});
    list.push_back({tree(threads, ",lock=free,vl=mean"), "", ""});
    list.push_back({fmt::format("root:threads={}", threads), "", ""});
    list.push_back({fmt::format("leaf:threads={0},playouts={0}", threads), "", ""});
  }
  // Without its control, threads would get the credit for another constant.
  const std::string c = "c=" + exploration;
  const std::string control = "seq:" + c;
  const std::string exact = tree(threads, "," + c);
  const std::string coarse = tree(threads, batches + "," + c);
  list.push_back({control, "", "", ""});
  list.push_back({coarse, exact, "", control});
  list.push_back({exact, "", coarse, control});
  return list;
}

std::string device_baseline(const std::string& evaluation) {
  return "batched:batch=16" + evaluation;
}

std::vector<Candidate> device_candidates(int threads, const std::string& evaluation) {
  std::vector<Candidate> list;
  const auto add = [&](const std::string& keys) {
    list.push_back({fmt::format("batched:{}{}", keys, evaluation), "", ""});
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
