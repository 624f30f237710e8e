// What the program says on standard error. That never fails: how the program ends is decided by
// what it has to say, not by whether anybody hears it.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace banyan::bench {

/// Writes the text, or as much of it as standard error takes, which may be closed or full.
void write_to_standard_error(std::string_view text) noexcept;

/// The same of a text with arguments, as fmt::print has it.
template <class... Arguments>
void print_to_standard_error(fmt::format_string<Arguments...> text,
                             Arguments&&... arguments) noexcept {
  try {
    write_to_standard_error(fmt::format(text, std::forward<Arguments>(arguments)...));
  } catch (...) {  // no memory for it
  }
}

}  // namespace banyan::bench
