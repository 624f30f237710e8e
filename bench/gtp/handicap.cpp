// The star points, in the order in which they are taken.
#include "bench/gtp/handicap.hpp"

#include <utility>

namespace banyan::bench::gtp {

namespace {

/// Places of star points along an edge.
struct Star {
  explicit Star(int edge) : low(edge >= 13 ? 4 : 3), high(edge + 1 - low), middle((edge + 1) / 2) {}

  int low;
  int high;
  int middle;
};

}  // namespace

int most_handicap(BoardSize size) {
  if (size.shorter() < 7) return 0;
  const bool has_middle = size.columns % 2 == 1 && size.rows % 2 == 1;
  return has_middle && size.shorter() >= 9 ? 9 : 4;
}

std::vector<std::string> fixed_handicap(BoardSize size, int stones) {
  if (stones < 2 || stones > most_handicap(size)) return {};
  const Star column_of(size.columns);
  const Star row_of(size.rows);
  std::vector<std::pair<int, int>> points{
      {column_of.low, row_of.low},    {column_of.high, row_of.high},
      {column_of.low, row_of.high},   {column_of.high, row_of.low},
      {column_of.low, row_of.middle}, {column_of.high, row_of.middle},
      {column_of.middle, row_of.low}, {column_of.middle, row_of.high}};
  // An odd number of at least five has one in the middle.
  const bool centre = stones >= 5 && stones % 2 == 1;
  points.resize(static_cast<std::size_t>(centre ? stones - 1 : stones));
  if (centre) points.emplace_back(column_of.middle, row_of.middle);
  std::vector<std::string> vertices;
  for (const auto& [column, row] : points) {
    vertices.push_back("ABCDEFGHJKLMNOPQRST"[column - 1] + std::to_string(row));
  }
  return vertices;
}

}  // namespace banyan::bench::gtp
