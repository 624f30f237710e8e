// Formats numbers and tables for people, for a console or in Markdown.
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

// All formatters are pure and independent of the locale. They write NaN as "n/a" and infinities as
// "inf" or "-inf".

/// Three significant digits with an SI prefix: "1.23 M", "254 k", "17.3", "0.500"; 0 is "0".
std::string format_rate(double value);

/// The same with its unit, to which the prefix belongs: "1.23 Mit/s", "209 it/s".
std::string format_rate(double value, std::string_view unit);

/// As format_rate, but numbers below 1000 are exact: "17", "999", "1.00 k".
std::string format_count(std::uint64_t value);

/// "12 ns", "3.4 us", "250 ms", "1.2 s", "3 min 20 s", "2 h 5 min", "3 d 4 h": one decimal below
/// 10, none above; always the largest suitable unit. Negative with a sign.
std::string format_duration(double seconds);

/// "512 B", "25.3 MiB".
std::string format_bytes(std::uint64_t bytes);

/// "54.3 %"; share in [0, 1].
std::string format_percent(double share, int decimals = 1);

/// Half the width of a 95 % interval relative to its value: "12 %", if small "0.3 %" and "< 0.1 %";
/// "too noisy" if the ends of the interval differ by a factor of two.
std::string format_error(const Estimate& positive);

/// A ratio with its 95 % interval, "1.38 (1.12 to 2.06)"; "too noisy" as format_error() has it,
/// without an interval where its ends are not known, "-" where nothing is.
std::string format_ratio(const Estimate& ratio);

/// "54.3 % (51.2 to 57.4)"; all shares in [0, 1].
std::string format_percent(double share, double lower, double upper, int decimals = 1);

/// Terminal columns of UTF-8 text: one per code point except combining marks, two for East Asian
/// wide ones and emoji. Malformed bytes count one each.
std::size_t display_width(std::string_view text);

/// The text, or as much of it as fits `width` columns with "…" at its end.
std::string cut_to_width(std::string_view text, std::size_t width);

/// The text with spaces replaced by line breaks, so that lines are at most `width` columns if words
/// allow; words are converted by printable().
std::string wrapped(std::string_view text, std::size_t width = 100);

/// The columns of the terminal that standard output is; elsewhere there is no limit.
std::size_t output_width();

/// A table with aligned columns.
class Table {
 public:
  /// kDecimal aligns at the decimal point, which is at the end of an integer.
  enum class Align { kLeft, kRight, kDecimal };
  /// Which of a column's values, within its group of rows, is marked with '*'. A value whose
  /// interval holds another's value is not marked.
  enum class Best { kNone, kHighest, kLowest };

  struct Column {
    std::string header;
    Align align = Align::kLeft;
    Best best = Best::kNone;
  };

  /// Text, and its number with an interval if its column marks the best.
  struct Cell {
    std::string text;
    double value = std::numeric_limits<double>::quiet_NaN();
    double lower = value;
    double upper = value;

    // Implicit, so that rows can be lists of texts.
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

  /// Throws std::invalid_argument unless there is one cell per column.
  void add_row(std::vector<Cell> cells);

  /// The following rows have separate best values in each column; none if all are equal.
  void begin_group() { ++group_; }

  bool empty() const { return rows_.empty(); }

  /// Lines ended by '\n', two spaces between columns, no trailing spaces, a rule under the header.
  /// Nothing is cut: columns that do not fit into max_width follow in a further table, beside the
  /// left-aligned ones with which the table begins.
  std::string to_console(std::size_t max_width = output_width()) const;

 private:
  bool is_best(std::size_t row, std::size_t column) const;
  /// The first `first` columns, and those from begin to end.
  Table part(std::size_t first, std::size_t begin, std::size_t end) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<int> groups_;  ///< of each row
  int group_ = 0;
};

/// A hash of a text, the same on every machine; not cryptographic.
std::uint64_t hash_of(std::string_view text);

}  // namespace banyan::bench
