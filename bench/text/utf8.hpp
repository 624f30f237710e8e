// Code points of UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace banyan::bench {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;

  /// Whether these bytes are not UTF-8.
  [[nodiscard]] bool malformed() const { return bytes == 1 && value >= 0x80; }
};

/// The first code point of a text that is not empty; a malformed one counts as one byte.
CodePoint first_code_point(std::string_view text);

/// Whether it controls what displays it: the control codes of ASCII and of ISO 6429, line and
/// paragraph separators, and changes of writing direction (Boucher and Anderson 2023, "Trojan
/// Source").
bool is_control(char32_t c);

/// Whether any code point of the text is a control character or malformed.
bool has_control(std::string_view text);

}  // namespace banyan::bench
