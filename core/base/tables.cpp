// Fills the tables once, before main.
#include "core/base/tables.hpp"

namespace banyan {

const Tables Tables::kTables;

Tables::Tables() {
  for (std::uint32_t n = 1; n < kLogSize; ++n) {
    sqrt_log_[n] = static_cast<float>(std::sqrt(natural_log(n)));
  }
  for (std::uint32_t n = 1; n < kRootSize; ++n) {
    inverse_sqrt_[n] = 1.0F / std::sqrt(static_cast<float>(n));
  }
}

double Tables::natural_log(double x) {
  constexpr double kLn2Exact = 0.693147180559945309417;
  int halvings = 0;
  for (; x >= 2; x /= 2) ++halvings;
  for (; x < 1; x *= 2) --halvings;
  const double z = (x - 1) / (x + 1);  // |z| <= 1/3, so 18 terms leave less than 10^-18
  double sum = 0;
  double power = z;
  for (int k = 1; k < 36; k += 2, power *= z * z) sum += power / k;
  return 2 * sum + halvings * kLn2Exact;
}

}  // namespace banyan
