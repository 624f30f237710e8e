// A random order of the free cells of a three by three board.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"

namespace banyan {

/// The orders of every set of N cells, starting at cell `First`: four bits per cell, the lowest
/// first. `Count` is their number over all sets.
template <unsigned First, unsigned N, std::size_t Count>
struct OrdersOfSets {
  constexpr OrdersOfSets() {
    std::size_t at = 0;
    for (unsigned set = 0; set < 1U << N; ++set) {
      begin[set] = static_cast<std::uint16_t>(at);
      add(at, set, 0, 0);
    }
    begin[1U << N] = static_cast<std::uint16_t>(at);
  }

  std::uint16_t begin[(1U << N) + 1]{};  // of each set
  std::uint32_t orders[Count]{};

 private:
  /// Adds all orders that begin with `order`, of `bits` bits, and continue with the cells left.
  constexpr void add(std::size_t& at, unsigned left, std::uint32_t order, unsigned bits) {
    if (left == 0) orders[at++] = order;
    for (unsigned i = 0; i < N; ++i) {
      if ((left >> i & 1) != 0) add(at, left & ~(1U << i), order | (First + i) << bits, bits + 4);
    }
  }
};

/// The ways to merge two orders, by their numbers of cells: the places of the first one's cells, as
/// nibbles of ones.
struct Interleavings {
  constexpr Interleavings() {
    std::size_t at = 0;
    for (unsigned first = 0; first <= 5; ++first) {
      for (unsigned second = 0; second <= 4; ++second) {
        begin[5 * first + second] = static_cast<std::uint16_t>(at);
        for (unsigned set = 0; set < 1U << (first + second); ++set) {
          if (static_cast<unsigned>(std::popcount(set)) != first) continue;
          for (unsigned i = 0; i < 9; ++i) {
            if ((set >> i & 1) != 0) places[at] |= std::uint64_t{15} << 4 * i;
          }
          ++at;
        }
      }
    }
    begin[30] = static_cast<std::uint16_t>(at);
  }

  std::uint16_t begin[31]{};
  std::uint64_t places[461]{};
};

/// A range of an array to choose from: `count` entries from `begin` on.
struct Range {
  std::uint16_t begin;
  std::uint16_t count;
};

/// The cells of a set (one bit each) in random order, counted from 1, four bits per cell, the first
/// one lowest; each order is equally likely. The order of the first five, that of the other four
/// and their merge are three independent choices by one random number: the part of a product below
/// its upper word is the next choice's.
inline std::uint64_t random_order(unsigned cells, Random& random) {
  static constexpr OrdersOfSets<1, 5, 326> kFirstFive;
  static constexpr OrdersOfSets<6, 4, 65> kLastFour;
  static constexpr Interleavings kInterleavings;
  struct Choices {
    Range first;
    Range last;
    Range places;
    Range none;
  };
  static constexpr auto kChoices = [] {
    const auto at = [](const std::uint16_t* begin) {
      return Range{begin[0], static_cast<std::uint16_t>(begin[1] - begin[0])};
    };
    std::array<Choices, 512> choices{};
    for (unsigned set = 0; set < 512; ++set) {
      const unsigned five = set & 31U;
      const unsigned four = set >> 5;
      const auto sizes = static_cast<unsigned>(5 * std::popcount(five) + std::popcount(four));
      choices[set] = {at(kFirstFive.begin + five),
                      at(kLastFour.begin + four),
                      at(kInterleavings.begin + sizes),
                      {}};
    }
    return choices;
  }();
  std::uint64_t number = random.next();
  const auto one_of = [&](const Range& range, const auto* all) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(number) * range.count;
    number = static_cast<std::uint64_t>(product);
    return all[range.begin + static_cast<std::uint64_t>(product >> 64)];
  };
  const Choices& choices = kChoices[cells];
  const std::uint64_t first = one_of(choices.first, kFirstFive.orders);
  const std::uint64_t last = one_of(choices.last, kLastFour.orders);
  const std::uint64_t places = one_of(choices.places, kInterleavings.places);
  constexpr std::uint64_t kNinePlaces = 0xfffffffff;
  return deposit_nibbles(first, places) | deposit_nibbles(last, places ^ kNinePlaces);
}

}  // namespace banyan
