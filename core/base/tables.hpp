// Tables of the two functions that UCB1 needs for every child: sqrt(ln N) and 1/sqrt(n).
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace banyan {

/// sqrt(ln N) and 1/sqrt(n) for visit counts up to 2^32 - 1. Read-only after start-up, so threads
/// may share it. Built only by operations that IEEE 754 rounds alike everywhere: + - * / and square
/// root. So a search is bit-identical with every compiler and libm.
class Tables {
 public:
  /// sqrt(ln N). Exact (rounded to float) below 2^14; above, N is cut to its 14 leading bits, an
  /// error below 10^-5. sqrt_log(0) = sqrt_log(1) = 0.
  static float sqrt_log(std::uint32_t visits) {
    if (visits < kLogSize) return kTables.sqrt_log_[visits];
    const int shift = static_cast<int>(std::bit_width(visits)) - kLogBits;
    const float root = kTables.sqrt_log_[visits >> shift];
    return std::sqrt(root * root + static_cast<float>(shift) * kLn2);
  }

  /// 1/sqrt(n), and 0 for n = 0.
  static float inverse_sqrt(std::uint32_t visits) {
    if (visits < kRootSize) return kTables.inverse_sqrt_[visits];
    return 1.0F / std::sqrt(static_cast<float>(visits));
  }

  /// The natural logarithm by the series 2 atanh((m - 1) / (m + 1)) after halving to m in [1, 2).
  static double natural_log(double x);

 private:
  static constexpr int kLogBits = 14;
  static constexpr std::uint32_t kLogSize = 1U << kLogBits;
  static constexpr std::uint32_t kRootSize = 1U << 12;
  static constexpr float kLn2 = 0.69314718F;

  Tables();
  static const Tables kTables;

  std::array<float, kLogSize> sqrt_log_{};
  std::array<float, kRootSize> inverse_sqrt_{};
};

}  // namespace banyan
