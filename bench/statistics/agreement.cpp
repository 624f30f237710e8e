// Compares intervals.
#include "bench/statistics/agreement.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace banyan::bench {

Allowed about(double number, double factor) { return {number / factor, number * factor}; }

Agreement agreement(const Allowed& allowed, const Estimate& ours) {
  if (std::isnan(ours.lower95) || std::isnan(ours.upper95)) return Agreement::kUnmeasured;
  if (ours.upper95 < allowed.lower || ours.lower95 > allowed.upper) return Agreement::kDiffers;
  const bool above = allowed.lower == -kInfinity || ours.lower95 > allowed.lower;
  const bool below = allowed.upper == kInfinity || ours.upper95 < allowed.upper;
  return above && below ? Agreement::kAgrees : Agreement::kCannotTell;
}

const char* to_text(Agreement agreement) {
  constexpr std::array kTexts{"agrees", "differs", "cannot tell", "not measured"};
  return kTexts[static_cast<std::size_t>(agreement)];
}

std::string allowed_text(const Allowed& allowed) {
  if (allowed.lower == -kInfinity) return fmt::format("< {:.3g}", allowed.upper);
  if (allowed.upper == kInfinity) return fmt::format("> {:.3g}", allowed.lower);
  return fmt::format("{:.3g} to {:.3g}", allowed.lower, allowed.upper);
}

std::string ours_text(const Estimate& ours) {
  if (std::isnan(ours.lower95) || std::isnan(ours.upper95)) return "-";
  const bool below = !std::isfinite(ours.lower95);
  const bool above = !std::isfinite(ours.upper95);
  if (below && above) return "unknown";
  if (below) return fmt::format("< {:.3g}", ours.upper95);
  if (above) return fmt::format("> {:.3g}", ours.lower95);
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", ours.value, ours.lower95, ours.upper95);
}

}  // namespace banyan::bench
