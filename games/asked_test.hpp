// How much a test does when somebody asks for more than the usual.
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

/// What `variable` says in the environment, else scaled(usual). Throws std::invalid_argument where
/// that is no whole number: a test of less than was asked for would pass for it.
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

/// Whether somebody asked, and wants to see what was found.
inline bool is_asked_for(const char* variable) { return std::getenv(variable) != nullptr; }

}  // namespace banyan::conformance
