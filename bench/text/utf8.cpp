// Decoding UTF-8.
#include "bench/text/utf8.hpp"

namespace banyan::bench {

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t bytes = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (bytes == 1 || lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {lead, 1};
  char32_t value = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {lead, 1};
    value = value << 6 | (byte(i) & 0x3fU);
  }
  return {value, bytes};
}

bool is_control(char32_t c) {
  const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return c < 0x20 || in(0x7f, 0x9f) || in(0x2028, 0x202e) || in(0x2066, 0x2069);
}

bool has_control(std::string_view text) {
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    if (c.malformed() || is_control(c.value)) return true;
    text.remove_prefix(c.bytes);
  }
  return false;
}

}  // namespace banyan::bench
