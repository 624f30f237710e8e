// Text from outside (a file, a spec, another program) made safe for what reads it next: one
// function for each target. For gnuplot see bench/figures/gnuplot.hpp.
#pragma once

#include <string>
#include <string_view>

namespace banyan::bench {

/// One line for a terminal: what is no printable character as \xNN, and of more than 2000 bytes the
/// first and the last alone.
std::string printable(std::string_view text);

/// For HTML and SVG: the text of an element, or a value in quotes.
std::string html_escaped(std::string_view text);

/// For Markdown (CommonMark and GitHub's), as text that means nothing but itself: no HTML, links,
/// emphasis, code or, where a line begins, headings, lists and quotations. Characters that would
/// mean nothing where they stand are left as they are.
std::string markdown_escaped(std::string_view text);

/// The same as one cell of a table.
std::string markdown_cell(std::string_view text);

/// For Markdown, as code within a line.
std::string markdown_code(std::string_view text);

/// One cell of comma-separated values (RFC 4180). A spreadsheet would take a text that begins like
/// a formula for one: it gets a ' before it.
std::string csv_cell(std::string_view text);

/// One word of a command for a POSIX shell, in quotes where it needs them.
std::string shell_word(std::string_view text);

}  // namespace banyan::bench
