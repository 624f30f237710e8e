// The star points, in the order in which they are taken.
#include "bench/gtp/handicap.hpp"

#include <utility>

namespace banyan::bench::gtp {

int most_handicap(int size) {
  if (size < 7) return 0;
  return size % 2 == 1 && size >= 9 ? 9 : 4;
}

std::vector<std::string> fixed_handicap(int size, int stones) {
  if (stones < 2 || stones > most_handicap(size)) return {};
  const int low = size >= 13 ? 4 : 3;
  const int high = size + 1 - low;
  const int middle = (size + 1) / 2;
  const std::vector<std::pair<int, int>> points{{low, low},    {high, high},  {low, high},
                                                {high, low},   {low, middle}, {high, middle},
                                                {middle, low}, {middle, high}};
  // An odd number from five on has one in the middle.
  const bool centre = stones >= 5 && stones % 2 == 1;
  std::vector<std::string> vertices;
  const auto add = [&](int column, int row) {
    const char letter = "ABCDEFGHJKLMNOPQRST"[column - 1];
    vertices.push_back(letter + std::to_string(row));
  };
  for (int i = 0; i < (centre ? stones - 1 : stones); ++i) {
    const auto [column, row] = points[static_cast<std::size_t>(i)];
    add(column, row);
  }
  if (centre) add(middle, middle);
  return vertices;
}

}  // namespace banyan::bench::gtp
