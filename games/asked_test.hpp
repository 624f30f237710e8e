// How much a test does when somebody asks for more than the usual.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "core/search/scale_test.hpp"

namespace banyan::conformance {

/// What `variable` says in the environment, else scaled(usual).
inline std::uint64_t asked_for(const char* variable, std::uint64_t usual) {
  std::uint64_t amount = scaled(usual);
  if (const char* const asked = std::getenv(variable)) {
    std::from_chars(asked, asked + std::strlen(asked), amount);
  }
  return amount;
}

/// Whether somebody asked, and wants to see what was found.
inline bool is_asked_for(const char* variable) { return std::getenv(variable) != nullptr; }

}  // namespace banyan::conformance
