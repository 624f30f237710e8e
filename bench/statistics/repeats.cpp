// Compares deals that begin alike.
#include "bench/statistics/repeats.hpp"

#include "core/base/random.hpp"

namespace banyan::bench {

void Repeats::add(std::uint64_t start, std::span<const std::uint64_t> games) {
  std::uint64_t content = start;
  for (const std::uint64_t game : games) {
    const std::uint64_t key = scramble(start ^ scramble(game));
    games_.insert(key);
    content = scramble(content + key);
  }
  Start& of_start = starts_[start];
  std::uint64_t& same = of_start.by_content[content];
  is_first_.push_back(of_start.deals == 0);
  common_ += of_start.deals++;
  in_a_row_ = same > 0 ? in_a_row_ + 1 : 0;
  same_ += same++;
}

bool Repeats::once(Players players) const {
  if (common_ == 0) return false;
  return players == Players::kDrawAnew ? same_ == common_ : 2 * same_ > common_;
}

}  // namespace banyan::bench
