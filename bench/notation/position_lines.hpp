// Files with one position per line.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace banyan::bench {

/// Calls read(line) for each line, except blank ones and comments, which begin with #, until it
/// returns false. If it throws a UsageError, the file's name and the line's number are put before
/// its sentence.
void for_each_position_line(std::string_view text, const std::string& file,
                            const std::function<bool(const std::string& line)>& read);

}  // namespace banyan::bench
