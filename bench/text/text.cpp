// Formats numbers and tables for people; see text.hpp.
#include "bench/text/text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "bench/text/escape.hpp"
#include "bench/text/utf8.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

/// The text for NaN and infinities, otherwise empty.
std::string not_finite(double value) {
  if (std::isnan(value)) return "n/a";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return {};
}

/// Three significant digits of a number in [0.001, 1000).
std::string three_digits(double value) {
  const double size = std::abs(value);
  // Compared after rounding: 9.996 is 10.0.
  if (size < 0.9995) return fmt::format("{:.3f}", value);
  if (size < 9.995) return fmt::format("{:.2f}", value);
  if (size < 99.95) return fmt::format("{:.1f}", value);
  return fmt::format("{:.0f}", value);
}

template <std::size_t N>
std::string scaled(double value, double step, const std::array<const char*, N>& units) {
  std::size_t unit = 0;
  // 1023 KiB is shown as 1023: it has no shorter form below 1024. So step - 0.5 is not enough.
  while (std::abs(value) >= step - 0.5 && unit + 1 < N) {
    value /= step;
    ++unit;
  }
  const std::string number = three_digits(value);
  return units[unit][0] == '\0' ? number : fmt::format("{} {}", number, units[unit]);
}

constexpr std::array<const char*, 7> kSiPrefixes{"", "k", "M", "G", "T", "P", "E"};
constexpr std::array<const char*, 7> kByteUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

/// Two units of time, without the smaller one if it is 0.
std::string two_units(double large, const char* large_unit, double small, const char* small_unit) {
  if (small == 0) return fmt::format("{:.0f} {}", large, large_unit);
  return fmt::format("{:.0f} {} {:.0f} {}", large, large_unit, small, small_unit);
}

std::size_t width_of(char32_t c) {
  const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  if (in(0x300, 0x36f) || in(0x200b, 0x200f) || in(0x20d0, 0x20ff) || in(0xfe00, 0xfe0f)) return 0;
  const bool wide = in(0x1100, 0x115f) || in(0x2e80, 0xa4cf) || in(0xac00, 0xd7a3) ||
                    in(0xf900, 0xfaff) || in(0xfe30, 0xfe6f) || in(0xff00, 0xff60) ||
                    in(0xffe0, 0xffe6) || in(0x1f300, 0x1faff) || in(0x20000, 0x3fffd);
  return wide ? 2 : 1;
}

/// The position at which a decimal-aligned cell is aligned: the width of its sign and leading
/// digits, or the whole width if it does not begin with a number.
std::size_t integer_width(std::string_view text) {
  const auto end = std::min(text.find_first_not_of("+-<> 0123456789"), text.size());
  const bool number = text.substr(0, end).find_first_of("0123456789") != std::string_view::npos;
  // Without the blank that stands for a mark.
  if (!number) return display_width(text.substr(0, text.find_last_not_of(' ') + 1));
  // The integer in "254 k" ends at 4.
  return text.find_last_of("0123456789", end == 0 ? 0 : end - 1) + 1;
}

std::string padded(std::string_view text, std::size_t before, std::size_t width) {
  std::string result(before, ' ');
  result += text;
  const std::size_t used = before + display_width(text);
  if (used < width) result.append(width - used, ' ');
  return result;
}

/// The texts of one column, header first, brought to one width.
std::vector<std::string> laid_out(const std::vector<std::string>& texts, Table::Align align) {
  std::vector<std::string> lines = texts;
  std::size_t width = 0;
  std::size_t integers = 0;
  std::size_t rest = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    width = std::max(width, display_width(lines[i]));
    if (align == Table::Align::kDecimal && i > 0) {
      const std::size_t integer = integer_width(texts[i]);
      integers = std::max(integers, integer);
      rest = std::max(rest, display_width(texts[i]) - integer);
    }
  }
  width = std::max(width, integers + rest);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::size_t before = 0;
    if (align == Table::Align::kRight || (align == Table::Align::kDecimal && i == 0)) {
      before = width - display_width(lines[i]);
    } else if (align == Table::Align::kDecimal) {
      before = width - rest - integer_width(lines[i]);
    }
    lines[i] = padded(lines[i], before, width);
  }
  return lines;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string format_rate(double value) {
  if (const std::string text = not_finite(value); !text.empty()) return text;
  if (value == 0) return "0";
  if (std::abs(value) < 0.0005) return fmt::format("{:.2e}", value);
  return scaled(value, 1000, kSiPrefixes);
}

std::string format_rate(double value, std::string_view unit) {
  const std::string text = format_rate(value);
  const bool prefix = text.find(' ') != std::string::npos;
  return fmt::format("{}{}{}", text, prefix ? "" : " ", unit);
}

std::string format_count(std::uint64_t value) {
  return value < 1000 ? fmt::format("{}", value) : format_rate(static_cast<double>(value));
}

std::string format_duration(double seconds) {
  if (const std::string text = not_finite(seconds); !text.empty()) return text;
  if (seconds < 0) return fmt::format("-{}", format_duration(-seconds));
  if (seconds == 0) return "0 s";
  if (seconds < 59.5) {
    static constexpr std::array<const char*, 4> kUnits{"ns", "us", "ms", "s"};
    double value = seconds * 1e9;
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < kUnits.size()) {
      value /= 1000;
      ++unit;
    }
    return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, kUnits[unit]);
  }
  const double s = std::round(seconds);
  if (s < 3600) return two_units(std::floor(s / 60), "min", std::fmod(s, 60), "s");
  const double minutes = std::round(seconds / 60);
  if (minutes < 1440)
    return two_units(std::floor(minutes / 60), "h", std::fmod(minutes, 60), "min");
  const double hours = std::round(seconds / 3600);
  return two_units(std::floor(hours / 24), "d", std::fmod(hours, 24), "h");
}

std::string format_bytes(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  return scaled(static_cast<double>(bytes), 1024, kByteUnits);
}

std::string format_percent(double share, int decimals) {
  if (const std::string text = not_finite(share); !text.empty()) return text;
  return fmt::format("{:.{}f} %", 100 * share, decimals);
}

std::string format_error(const Estimate& positive) {
  if (too_noisy(positive)) return "too noisy";
  const double share = (positive.upper95 - positive.lower95) / 2 / positive.value;
  if (share < 0.0005) return "< 0.1 %";
  return format_percent(share, share < 0.005 ? 1 : 0);
}

std::string format_ratio(const Estimate& ratio) {
  const auto& [value, error95, lower, upper] = ratio;
  if (!std::isfinite(value)) return "-";
  if (!std::isfinite(error95)) return fmt::format("{:.2f}", value);
  if (too_noisy(ratio)) return "too noisy";
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", value, lower, upper);
}

std::string format_percent(double share, double lower, double upper, int decimals) {
  return fmt::format("{} ({:.{}f} to {:.{}f})", format_percent(share, decimals), 100 * lower,
                     decimals, 100 * upper, decimals);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    width += width_of(c.value);
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string cut_to_width(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::string result;
  std::size_t used = 1;
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    used += width_of(c.value);
    if (used > width) break;
    result += text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return result + "…";
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<Cell> cells) {
  if (cells.size() != columns_.size()) {
    throw std::invalid_argument(
        fmt::format("a row of {} cells in a table of {} columns", cells.size(), columns_.size()));
  }
  rows_.push_back(std::move(cells));
  groups_.push_back(group_);
}

bool Table::is_best(std::size_t row, std::size_t column) const {
  const Best best = columns_[column].best;
  const Cell& cell = rows_[row][column];
  if (best == Best::kNone || std::isnan(cell.value)) return false;
  bool beats_any = false;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const double other = rows_[r][column].value;
    if (r == row || groups_[r] != groups_[row] || std::isnan(other)) continue;
    if (best == Best::kHighest ? other > cell.lower : other < cell.upper) return false;
    beats_any = beats_any || other != cell.value;
  }
  return beats_any;
}

Table Table::part(std::size_t first, std::size_t begin, std::size_t end) const {
  const auto take = [&](const auto& all) {
    auto some = all;
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(end), some.end());
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(first),
               some.begin() + static_cast<std::ptrdiff_t>(begin));
    return some;
  };
  Table table(take(columns_));
  for (const auto& cells : rows_) table.rows_.push_back(take(cells));
  table.groups_ = groups_;
  return table;
}

std::size_t output_width() {
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : std::string::npos;
}

std::string Table::to_console(std::size_t max_width) const {
  std::vector<std::vector<std::string>> texts(columns_.size());
  std::vector<std::size_t> widths(columns_.size());
  std::size_t total = columns_.empty() ? 0 : 2 * (columns_.size() - 1);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string no_mark = columns_[c].best == Best::kNone ? "" : " ";
    texts[c].push_back(columns_[c].header + no_mark);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      texts[c].push_back(printable(rows_[r][c].text) + (is_best(r, c) ? "*" : no_mark));
    }
    texts[c] = laid_out(texts[c], columns_[c].align);
    widths[c] = display_width(texts[c].front());
    total += widths[c];
  }
  if (total > max_width) {
    std::size_t first = 0;
    while (first < columns_.size() && columns_[first].align == Align::kLeft) ++first;
    std::size_t end = columns_.size();
    for (; end > first + 1 && total > max_width; --end) total -= widths[end - 1] + 2;
    if (end < columns_.size()) {
      return part(first, first, end).to_console(max_width) + "\n" +
             part(first, end, columns_.size()).to_console(max_width);
    }
  }

  std::string result;
  for (std::size_t line = 0; line <= rows_.size(); ++line) {
    std::string text;
    std::string rule;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const char* const gap = c == 0 ? "" : "  ";
      text += gap + texts[c][line];
      rule += gap;
      for (std::size_t i = display_width(texts[c][line]); i > 0; --i) rule += "─";
    }
    result += without_trailing_spaces(text) + "\n";
    if (line == 0) result += rule + "\n";
  }
  return result;
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view raw = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), raw.size() + 1));
    const std::string word = printable(raw);
    const std::size_t wide = display_width(word);
    if (!result.empty()) {
      const bool fits = column + 1 + wide <= width;
      result += fits ? ' ' : '\n';
      column = fits ? column + 1 : 0;
    }
    result += word;
    column += wide;
  }
  return result;
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0;
  for (const char letter : text) hash = scramble(hash + static_cast<unsigned char>(letter));
  return hash;
}

}  // namespace banyan::bench
