// The table of Chaslot, Winands and van den Herik (2008), "Parallel Monte-Carlo Tree Search".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bench/rows/scaling.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

inline constexpr std::array kChaslotThreads{2, 4, 16};

/// A column of their table: a method, the engine that is it here, and what they published for each
/// of these threads (Mango, 13x13 Go against GNU Go 3.7.10, 1 s a move).
struct ChaslotMethod {
  struct Cell {
    double playout_speedup;  ///< "games per second"
    double strength_speedup;
  };
  const char* name;
  const char* engine;  ///< its spec, {} for the threads
  std::array<Cell, 3> published;
};

/// Leaf, root, tree with one global mutex, with local mutexes, with these and virtual loss.
const std::vector<ChaslotMethod>& chaslot_methods();

/// What they published for this engine; nothing for other engines and numbers of threads.
std::optional<ChaslotMethod::Cell> chaslot_published(const std::string& engine);

// `results` below are those of scaling.json or chaslot.json.

/// An engine's Elo by the factor on the base time, where that is not 1.
std::vector<CurvePoint> scaling_curve(const Scaling& results, const std::string& game,
                                      const std::string& engine);

/// The engine whose time all others are measured by.
std::string one_worker(const Scaling& results, const std::string& game);

/// A line for each parallel engine: its playout speed-up, its strength speed-up with its 95 %
/// interval, its Elo at equal time and that at equal iterations or (`published`) what the paper
/// has.
Table scaling_table(const Scaling& results, const std::string& game, bool published);

/// What the columns of scaling_table() mean, and a caution where more time was not shown to make
/// one worker stronger (a ceiling looks like poor scaling).
std::string scaling_note(const Scaling& results, const std::string& game);

/// Every engine's Elo against its time.
Table curve_table(const Scaling& results, const std::string& game);

}  // namespace banyan::bench
