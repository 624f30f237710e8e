// The keys of what goes down a tree in batches: of `seq` and of leased trees.
#pragma once

#include <vector>

#include "bench/engines/keys.hpp"

namespace banyan::bench {

inline std::vector<Key> batch_keys() {
  const Key batch{
      {"batch", "0", "0 to 4096",
       "level batches of up to so many visits, played out by SIMD: faster, and hardly weaker (at "
       "5000 iterations of both, Connect Four -3 ± 14 Elo, Hex 11x11 -9 ± 8); 0: exact UCT, one by "
       "one"},
      [](const Settings& s, EngineSettings& e) {
        e.search.batch = static_cast<std::uint32_t>(s.integer("batch", 0, 4096));
      }};
  const Key portion{
      {"portion", "", "1, 2, 4, 8, 16, 32 or 64",
       "batches and leased trees give visits to a child in portions of its visits over this: 16 "
       "unless told otherwise, 8 in games of more than 16 moves; smaller is faster and coarser"},
      [](const Settings& s, EngineSettings& e) {
        e.search.portion = 1U << s.word("portion", {"1", "2", "4", "8", "16", "32", "64"});
      }};
  const Key simd{
      {"simd", "on", "on or off",
       "play leaves out together, by SIMD: those of a batch, and those of leased subtrees "
       "that a thread works on side by side"},
      [](const Settings& s, EngineSettings& e) { e.search.simd = s.flag("simd"); }};
  return {batch.only(kPlain), portion.only(kPlain), simd.only(kPlain)};
}

}  // namespace banyan::bench
