// Random subsets of a given size.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"

namespace banyan {

/// A random subset with `share` of the `size` members of `set`; each subset of that size is equally
/// likely. `share` is at most half of `size`, rounded up. Always inlined: with four words it would
/// not be otherwise, which costs 10 ns.
template <int Words>
[[gnu::always_inline]] inline BitSet<Words> random_subset(const BitSet<Words>& set, int size,
                                                          int share, Random& random) {
  assert(set.size() == size && 2 * share <= size + 1);
  BitSet<Words> coins;
  for (std::uint64_t& word : coins.words) word = random.next();
  // Heads (or tails, if heads are too few) are a uniform subset of their size, and remain one when
  // random members are removed.
  BitSet<Words> subset = set & coins;
  int members = subset.size();
  const bool too_few = members < share;
  subset = subset ^ (set & all_ones_if(too_few));
  members = too_few ? size - members : members;
  for (; members > share; --members) {
    subset.erase_nth(random.below(static_cast<std::uint32_t>(members)));
  }
  return subset;
}

}  // namespace banyan
