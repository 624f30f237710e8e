// The table of Chaslot, Winands and van den Herik (2008), "Parallel Monte-Carlo Tree Search".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace banyan::bench {

inline constexpr std::array kChaslotThreads{2, 4, 16};

/// A column of their table: a method, our engine for it, and their published numbers for each
/// number of threads (Mango, 13x13 Go against GNU Go 3.7.10, 1 s per move).
struct ChaslotMethod {
  struct Cell {
    double playout_speedup;  ///< "games per second"
    double strength_speedup;
  };
  const char* name;
  const char* engine;  ///< its spec, with {} for the threads
  std::array<Cell, 3> published;
};

/// Leaf, root, tree with a global mutex, with local mutexes, with these and virtual loss.
const std::vector<ChaslotMethod>& chaslot_methods();

/// Their published numbers for this engine; nothing for other engines and numbers of threads.
std::optional<ChaslotMethod::Cell> chaslot_published(const std::string& engine);

}  // namespace banyan::bench
