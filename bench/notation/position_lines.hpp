// Files that have a position in each line.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace banyan::bench {

/// Calls read(line) for each line that is neither blank nor a comment, which begins with #, until
/// it returns false. A UsageError that it throws gets the file's name and the line's number before
/// its sentence.
void for_each_position_line(std::string_view text, const std::string& file,
                            const std::function<bool(const std::string& line)>& read);

}  // namespace banyan::bench
