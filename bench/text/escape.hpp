// Makes text from outside (a file, a spec, another program) safe for its next reader: one function
// per target.
#pragma once

#include <string>
#include <string_view>

namespace banyan::bench {

/// One line for a terminal: unprintable characters as \xNN; of more than 2000 bytes only the start
/// and the end.
std::string printable(std::string_view text);

/// The text with each such character replaced.
std::string replaced(std::string_view text, char character, std::string_view by);

/// For Markdown (CommonMark and GitHub's), as literal text: no HTML, links, emphasis, code or, at
/// the start of a line, headings, lists and quotations. Characters without a meaning in their place
/// stay unchanged.
std::string markdown_escaped(std::string_view text);

/// The same as one cell of a table.
std::string markdown_cell(std::string_view text);

/// For Markdown, as code within a line.
std::string markdown_code(std::string_view text);

/// One cell of comma-separated values (RFC 4180). A text that begins like a formula gets a ' in
/// front, since spreadsheets would evaluate it.
std::string csv_cell(std::string_view text);

/// One word of a command for a POSIX shell, quoted if necessary.
std::string shell_word(std::string_view text);

}  // namespace banyan::bench
