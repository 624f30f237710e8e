// Scripts and data for gnuplot, into which text gets only in quotes: a title may come from
// anywhere, and a script can run commands.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace banyan::bench {

class Gnuplot;

/// 'text' as scripts quote it, as one line.
std::string gnuplot_quoted(std::string_view text);

namespace detail {

/// What stands in a script for a value: numbers and code as they are, text in quotes.
template <class Value>
auto in_script(const Value& value) {
  if constexpr (std::is_same_v<Value, Gnuplot>) {
    return std::string_view(value.code());
  } else if constexpr (std::convertible_to<Value, std::string_view>) {
    return gnuplot_quoted(value);
  } else {
    static_assert(std::is_arithmetic_v<Value>, "a script takes numbers, text and Gnuplot");
    return value;
  }
}

template <class Value>
using InScript = decltype(in_script(std::declval<const Value&>()));

}  // namespace detail

/// Commands, or a part of one. Whatever is in it was written out in this program or quoted.
class Gnuplot {
 public:
  Gnuplot() = default;

  /// A format of fmt's with its values, of which texts are quoted:
  ///
  ///   Gnuplot("plot {} index {} title {}\n", "hex.dat", 2, engine)
  template <class... Values>
  explicit Gnuplot(std::type_identity_t<fmt::format_string<detail::InScript<Values>...>> format,
                   const Values&... values)
      : code_(fmt::format(format, detail::in_script(values)...)) {}

  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] bool empty() const { return code_.empty(); }

  Gnuplot& operator+=(const Gnuplot& more) {
    code_ += more.code_;
    return *this;
  }
  friend Gnuplot operator+(Gnuplot a, const Gnuplot& b) { return a += b; }

 private:
  std::string code_;
};

/// Adds one more thing that a plot command draws.
void add_plot(Gnuplot& plots, const Gnuplot& next);

/// ('name' 0, 'name' 1, ...): the tics of an axis by names.
Gnuplot gnuplot_tics(const std::vector<std::string>& names);

/// "text" as one cell of a data file.
std::string data_cell(std::string_view text);

}  // namespace banyan::bench
