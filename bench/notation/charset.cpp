// Detects the character set and converts by iconv.
#include "bench/notation/charset.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <utility>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

using namespace std::string_view_literals;

struct Converted {
  std::string text;
  bool well_formed = true;
};

/// Nothing if iconv does not know the set, whose characters have at least `unit` bytes.
std::optional<Converted> to_utf8(std::string_view bytes, const std::string& charset,
                                 std::size_t unit = 1) {
  const iconv_t conversion = ::iconv_open("UTF-8", charset.c_str());
  // NOLINTNEXTLINE(performance-no-int-to-ptr): what iconv_open() says
  if (conversion == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  Converted result;
  char* from = const_cast<char*>(bytes.data());  // iconv() does not change it
  std::size_t left = bytes.size();
  while (left > 0) {
    std::array<char, 4096> part{};
    char* to = part.data();
    std::size_t room = part.size();
    const bool done = ::iconv(conversion, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
    const bool malformed = !done && errno != E2BIG;
    result.text.append(part.data(), part.size() - room);
    if (!malformed) continue;
    result.text += '?';
    result.well_formed = false;
    const std::size_t skipped = std::min(left, unit);
    from += skipped;
    left -= skipped;
    ::iconv(conversion, nullptr, nullptr, nullptr, nullptr);
  }
  ::iconv_close(conversion);
  return result;
}

bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// Whether this is plain ASCII, without the escape sequences of ISO-2022.
bool is_plain(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) { return is_high(c) || c == '\x1b'; });
}

struct WideSet {
  std::string_view beginning;
  const char* name;
  std::size_t unit;
};

/// Sets whose characters have at least two or four bytes: their byte order marks, which iconv uses,
/// and how games begin without one.
constexpr std::array kWideSets{
    WideSet{"\xff\xfe\0\0"sv, "UTF-32", 4}, WideSet{"\0\0\xfe\xff"sv, "UTF-32", 4},
    WideSet{"\xff\xfe"sv, "UTF-16", 2},     WideSet{"\xfe\xff"sv, "UTF-16", 2},
    WideSet{"(\0"sv, "UTF-16LE", 2},        WideSet{"\0("sv, "UTF-16BE", 2}};

/// The value of the first CA property in lower case; empty if there is none. Text before it may be
/// in any set, so properties cannot be parsed yet.
std::string declared_set(std::string_view bytes) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::size_t at = 0;
  while ((at = bytes.find("CA[", at)) != std::string_view::npos) {
    if (at > 0 && !is_upper(bytes[at - 1])) break;
    ++at;
  }
  if (at == std::string_view::npos) return {};
  const std::string_view rest = bytes.substr(at + 3);
  std::string name;
  for (const char c : rest.substr(0, rest.find(']'))) {
    if (c == ' ' || c == '\t') continue;
    name += static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  }
  return name;
}

/// The name for iconv: if programs write more than the set that they name, the larger set.
std::string iconv_name(const std::string& declared) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 9> kLarger{{
      {"gb2312", "GB18030"},
      {"gbk", "GB18030"},
      {"shift_jis", "CP932"},
      {"shift-jis", "CP932"},
      {"shiftjis", "CP932"},
      {"sjis", "CP932"},
      {"x-sjis", "CP932"},
      {"big5", "BIG5-HKSCS"},
      {"euc-kr", "CP949"},
  }};
  for (const auto& [name, larger] : kLarger) {
    if (declared == name) return larger;
  }
  return declared;
}

/// Whether the name is safe for iconv: with '/' it would mean more than a set.
bool is_charset_name(std::string_view name) {
  return name.size() <= 40 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                  c == '.' || c == ':';
         });
}

}  // namespace

std::string sgf_as_utf8(std::string_view bytes, const std::string& file) {
  for (const WideSet& wide : kWideSets) {
    if (bytes.starts_with(wide.beginning)) return to_utf8(bytes, wide.name, wide.unit)->text;
  }
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  const bool marked = bytes.starts_with(kByteOrderMark);
  if (marked) bytes.remove_prefix(kByteOrderMark.size());
  const std::string declared = declared_set(bytes);
  if (marked || declared.empty() || declared == "utf-8" || declared == "utf8") {
    if (!to_utf8(bytes, "UTF-8")->well_formed) {
      for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
        if (!is_high(bytes[i]) || bytes[i + 1] != '\\') continue;
        throw UsageError(
            fmt::format("{} is not UTF-8 and does not say by CA what it is: the '\\' after {} "
                        "bytes may be half "
                        "a character.",
                        in_quotes(file), i + 1));
      }
    }
    return std::string(bytes);
  }
  if (is_plain(bytes)) return std::string(bytes);
  auto converted = is_charset_name(declared) ? to_utf8(bytes, iconv_name(declared)) : std::nullopt;
  if (!converted) {
    throw UsageError(
        fmt::format("{} is in the character set CA[{}], which this system's iconv does not know.",
                    in_quotes(file), in_quotes(declared)));
  }
  return std::move(converted->text);
}

}  // namespace banyan::bench
