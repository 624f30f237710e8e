// Files of lines.
#include "bench/notation/position_lines.hpp"

#include <fmt/format.h>

#include <sstream>

#include "bench/text/spec.hpp"

namespace banyan::bench {

void for_each_position_line(std::string_view text, const std::string& file,
                            const std::function<bool(const std::string& line)>& read) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (trimmed(line).empty() || trimmed(line).starts_with('#')) continue;
    try {
      if (!read(line)) return;
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{} line {}: {}", file, number, error.what()));
    }
  }
}

}  // namespace banyan::bench
