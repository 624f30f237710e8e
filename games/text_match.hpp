// Words that name moves, in upper or lower case.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace banyan {

/// Whether two words are equal except for upper and lower case.
inline bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

}  // namespace banyan
