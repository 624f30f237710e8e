// Numbers and tables as people read them, on a console or in Markdown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

// All formatters are pure, independent of the locale, and write NaN as "n/a" and infinities as
// "inf" or "-inf".

/// Three significant digits with an SI prefix: "1.23 M", "254 k", "17.3", "0.500"; 0 is "0".
std::string format_rate(double value);

/// The same with its unit, which the prefix belongs to: "1.23 Mit/s", "209 it/s".
std::string format_rate(double value, std::string_view unit);

/// As format_rate, but numbers below 1000 are exact: "17", "999", "1.00 k".
std::string format_count(std::uint64_t value);

/// "12 ns", "3.4 us", "250 ms", "1.2 s", "3 min 20 s", "2 h 5 min", "3 d 4 h": one decimal below
/// 10, none above, never a unit that the next one could take over. Negative with a sign.
std::string format_duration(double seconds);

/// "512 B", "25.3 MiB".
std::string format_bytes(std::uint64_t bytes);

/// "54.3 %"; share in [0, 1].
std::string format_percent(double share, int decimals = 1);

/// Half the width of a 95 % interval beside its value: "12 %", of little "0.3 %" and "< 0.1 %", and
/// "too noisy" of an interval whose ends are a factor of two apart.
std::string format_error(const Estimate& positive);

/// A ratio with its 95 % interval, "1.38 (1.12 to 2.06)"; "too noisy" as format_error() has it,
/// without an interval where its ends are not known, "-" where nothing is.
std::string format_ratio(const Estimate& ratio);

/// "54.3 % (51.2 to 57.4)"; all shares in [0, 1].
std::string format_percent(double share, double lower, double upper, int decimals = 1);

/// Elo with its 95 % interval: "+12.3 ± 4.5", the latter half the interval's width; "> +148" or
/// "< -148" for an interval with an open end, "unknown" where both are open.
std::string format_elo(const Estimate& elo);

/// Columns on a terminal that UTF-8 text takes: one for each code point other than combining marks,
/// two for East Asian wide ones and emoji. Malformed bytes count one each.
std::size_t display_width(std::string_view text);

/// The text, or as much of it as fits into so many columns with "…" at its end.
std::string cut_to_width(std::string_view text, std::size_t width);

/// The text with line breaks for spaces, so that lines are at most `width` columns where words
/// allow; its words as printable() has them.
std::string wrapped(std::string_view text, std::size_t width = 100);

/// A table with aligned columns.
class Table {
 public:
  /// kDecimal aligns at the decimal point, which an integer has at its end.
  enum class Align { kLeft, kRight, kDecimal };
  /// Which of a column's values is marked, among those of its group of rows: '*' on the console,
  /// bold in Markdown. None is whose interval holds another's value.
  enum class Best { kNone, kHighest, kLowest };

  struct Column {
    std::string header;
    Align align = Align::kLeft;
    Best best = Best::kNone;
  };

  /// Text, and the number it stands for where its column marks the best, with its interval.
  struct Cell {
    std::string text;
    double value = std::numeric_limits<double>::quiet_NaN();
    double lower = value;
    double upper = value;

    // Implicit, so that rows can be written as lists of texts.
    Cell(std::string cell_text) : text(std::move(cell_text)) {}
    Cell(const char* cell_text) : text(cell_text) {}
    Cell(std::string cell_text, double cell_value)
        : text(std::move(cell_text)), value(cell_value) {}
    Cell(std::string cell_text, const Estimate& estimate)
        : text(std::move(cell_text)),
          value(estimate.value),
          lower(estimate.lower95),
          upper(estimate.upper95) {}
  };

  explicit Table(std::vector<Column> columns);

  /// Throws std::invalid_argument unless there is one cell a column.
  void add_row(std::vector<Cell> cells);

  /// The rows that follow have a best of their own in each column; none where all are equal.
  void begin_group() { ++group_; }

  bool empty() const { return rows_.empty(); }

  /// Lines ended by '\n', two spaces between columns, no trailing spaces, a rule under the header.
  /// Left-aligned columns, widest first, are cut (with "…", to 8 columns at the narrowest) until
  /// the table is at most max_width wide. Numbers are never cut: columns that still do not fit
  /// follow in a further table, beside the same columns up to the last left-aligned one.
  std::string to_console(std::size_t max_width = 100) const;

  /// GitHub Markdown.
  std::string to_markdown() const;

  /// A table element. Cells of numbers have the class n and, where it is known, their number as
  /// data-v, to sort by; the best is in strong.
  std::string to_html() const;

 private:
  bool is_best(std::size_t row, std::size_t column) const;
  /// The first columns, so many, and those from begin to end.
  Table part(std::size_t first, std::size_t begin, std::size_t end) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<int> groups_;  ///< of each row
  int group_ = 0;
};

}  // namespace banyan::bench
