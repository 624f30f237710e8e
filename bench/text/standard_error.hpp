// The program's messages on standard error. Writing never fails: the exit status depends on the
// program's work, not on whether anybody reads its messages.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace banyan::bench {

/// Writes as much of the text as standard error takes; it may be closed or full.
void write_to_standard_error(std::string_view text) noexcept;

/// The same for a text with arguments, like fmt::print.
template <class... Arguments>
void print_to_standard_error(fmt::format_string<Arguments...> text,
                             Arguments&&... arguments) noexcept {
  try {
    write_to_standard_error(fmt::format(text, std::forward<Arguments>(arguments)...));
  } catch (...) {  // no memory for it
  }
}

}  // namespace banyan::bench
