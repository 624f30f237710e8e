// The text of a pass.
#pragma once

#include <algorithm>
#include <string_view>

namespace banyan {

inline constexpr std::string_view kPassText = "pass";

/// Whether `text` says so, in upper or lower case.
inline bool is_pass(std::string_view text) {
  return std::equal(text.begin(), text.end(), kPassText.begin(), kPassText.end(),
                    [](char a, char b) { return (a | 0x20) == b; });
}

}  // namespace banyan
