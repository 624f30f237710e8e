// Whether a program's memory grows while it repeats similar work.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace banyan::bench::stress {

/// The memory held in each tenth of the time, in MiB. The minimum of a tenth distinguishes a leak,
/// which never decreases, from one large engine, whose memory the next ones reuse.
class Memory {
 public:
  /// @param fraction of the time that has passed, from 0 on
  void note(double fraction, std::uint64_t mebibytes) {
    std::optional<std::uint64_t>& least =
        least_[std::min<std::size_t>(kTenths - 1, static_cast<std::size_t>(kTenths * fraction))];
    least = std::min(least.value_or(mebibytes), mebibytes);
    most_ = std::max(most_, mebibytes);
  }

  [[nodiscard]] std::string text() const {
    std::string tenths;
    for (const std::optional<std::uint64_t>& least : least_) {
      tenths += (tenths.empty() ? "" : ", ") + (least ? std::to_string(*least) : "-");
    }
    return "memory at most " + std::to_string(most_) + " MiB, at least " + tenths +
           " in each tenth of the time";
  }

  /// Compares the last four tenths with the four after the first two, in which the allocator fills
  /// its caches: growth is a quarter and 32 MiB more. Without readings there is none.
  [[nodiscard]] bool grew() const {
    const std::optional<std::uint64_t> before = least_of(2);
    const std::optional<std::uint64_t> after = least_of(6);
    return before && after && *after > *before + *before / 4 + 32;
  }

 private:
  static constexpr std::size_t kTenths = 10;

  /// The minimum over the four tenths from `first` on.
  [[nodiscard]] std::optional<std::uint64_t> least_of(std::size_t first) const {
    std::optional<std::uint64_t> least;
    for (std::size_t tenth = first; tenth < first + 4; ++tenth) {
      if (least_[tenth]) least = std::min(least.value_or(*least_[tenth]), *least_[tenth]);
    }
    return least;
  }

  std::array<std::optional<std::uint64_t>, kTenths> least_;
  std::uint64_t most_ = 0;
};

}  // namespace banyan::bench::stress
