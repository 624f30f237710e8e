// Converts character sets of SGF files to UTF-8, where no character contains the byte of a bracket.
#pragma once

#include <string>
#include <string_view>

namespace banyan::bench {

/// The text of an SGF file as UTF-8, by its byte order mark or its CA property, without the mark.
/// In Shift_JIS, Big5 and GBK the second byte of a character may be that of ']' or of '\'.
/// Malformed characters become '?'. Bytes without a declared character set stay unchanged. Throws
/// UsageError, with `file` in its sentence, if this system's iconv does not know the set, or if
/// undeclared bytes are ambiguous.
std::string sgf_as_utf8(std::string_view bytes, const std::string& file);

}  // namespace banyan::bench
