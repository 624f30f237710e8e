// Columns of tables.
#pragma once

#include <string>
#include <utility>

#include "bench/text/text.hpp"

namespace banyan::bench {

inline Table::Column words(std::string header) { return {std::move(header)}; }

/// Of numbers as text, aligned right.
inline Table::Column numbers(std::string header, Table::Best best = Table::Best::kNone) {
  return {std::move(header), Table::Align::kRight, best};
}

/// Of numbers whose decimal points are below each other.
inline Table::Column decimals(std::string header, Table::Best best = Table::Best::kNone) {
  return {std::move(header), Table::Align::kDecimal, best};
}

}  // namespace banyan::bench
