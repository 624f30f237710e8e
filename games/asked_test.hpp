// How much a test does if the environment asks for more than usual.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

#include "core/search/scale_test.hpp"

namespace banyan::conformance {

/// The environment's `variable`, or scaled(usual) if not set. Throws std::invalid_argument if it is
/// no integer: otherwise a smaller test would pass for the requested one.
inline std::uint64_t asked_for(const char* variable, std::uint64_t usual) {
  const char* const asked = std::getenv(variable);
  if (asked == nullptr) return scaled(usual);
  std::uint64_t amount = 0;
  const char* const end = asked + std::strlen(asked);
  const auto [rest, error] = std::from_chars(asked, end, amount);
  if (error != std::errc{} || rest != end) {
    throw std::invalid_argument(std::string(variable) + "=" + asked +
                                " is out of range: give a whole number.");
  }
  return amount;
}

/// Whether the variable is set, so that results should be printed.
inline bool is_asked_for(const char* variable) { return std::getenv(variable) != nullptr; }

}  // namespace banyan::conformance
