// Published experiments, set up as closely as our games allow, and compared cell by cell.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/papers/evidence.hpp"
#include "bench/statistics/agreement.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The source of a paper's number.
enum class Source {
  kRead,        ///< in the paper, or in its abstract
  kSecondHand,  ///< quoted elsewhere
  kRecalled,    ///< from memory, to be verified
  kDerived,     ///< computed from these
};

/// One published number or statement, and our measurement of the same.
struct Cell {
  std::string quantity;  ///< the compared quantity: "strength speed-up"
  std::string what;      ///< of what: "tree, local mutexes"
  int workers = 0;       ///< threads or simulated workers; 0 if irrelevant
  bool simulated = true;
  std::string published;         ///< as published: "8.5", "near-ideal"
  std::optional<double> number;  ///< the same, if it is a number
  Source source = Source::kRead;
  std::optional<Allowed> allowed;  ///< what it allows ours to be; nothing: ours extends the paper
  std::function<Estimate(const Evidence& evidence)> ours;
  bool fed = false;  ///< the set-up contains so much of the published that it nearly decides ours
};

/// Whether our number can be too low and too high for a published number that was not fed in. Other
/// cells only test a direction, which a wrong program may also have.
bool is_sharp(const Cell& cell);

/// To add one, write a file of this directory that makes it, and add a line in papers.cpp.
struct Paper {
  const char* name;  ///< of --paper: "segal2010"
  const char* help;  ///< one line
  const char* citation;
  const char* set_up;       ///< theirs
  const char* substituted;  ///< our substitutes, and why
  const char* missing;      ///< what is not measured; empty: nothing
  /// The items, by the options' profile, seed and the machine's number of cores.
  std::vector<WorkItem> (*items)(const SuiteOptions& options, int cores);
  std::vector<Cell> (*cells)();
};

/// All papers, in the order of their years.
const std::vector<Paper>& papers();

/// Throws UsageError, in one sentence that names them all.
const Paper& find_paper(std::string_view name);

/// The fields `paper` and `cells` of paper.json, from a paper and the results of its items.
Json paper_json(const Paper& paper, const Json& results);

// ---- for the files of papers -------------------------------------------------------------------

/// Whether the run only tests that everything works.
bool is_smoke(const SuiteOptions& options);

/// A number that is `standard` in the standard profile: a hundredth in smoke, at least 2; five
/// times in full.
std::uint64_t by_profile(const SuiteOptions& options, std::uint64_t standard);

/// Engines on solved positions of a game.
WorkItem on_solved(const SuiteOptions& options, const std::string& game,
                   const std::vector<std::string>& engines, std::uint64_t positions);

/// Searches of a game's first position, with `limits` for engines without their own budget; the
/// smoke profile uses 1/64 of it.
WorkItem searches_of(const SuiteOptions& options, const std::string& game,
                     const std::vector<std::string>& engines, std::uint64_t searches,
                     const Limits& limits = {});

/// A match from random openings, with the engines' own budgets; a pair of games is expected to take
/// `pair_ms`.
WorkItem match_of(const SuiteOptions& options, const std::string& game, const std::string& a,
                  const std::string& b, std::uint64_t pairs, std::uint64_t pair_ms = 1500);

/// `seq` at `base` times each factor, and at `base`: the curve of Evidence::strength.
std::vector<std::string> curve(std::uint64_t base, const std::vector<double>& factors);

/// A P-game (Kocsis and Szepesvari 2006) in which doubling the playouts nearly halves the loss, up
/// to thousands of playouts: it shows strength speed-ups best.
inline constexpr const char* kSteepGame = "p_game:branching=4,depth=14";

// The papers.
Paper browne2012();
Paper cazenave2008();
Paper cazenave2021();
Paper chaslot2008();
Paper chaslot2008abstract();
Paper enzenberger2010();
Paper fern2011();
Paper liu2020();
Paper mirsoleimani2015();
Paper mirsoleimani2018();
Paper segal2010();
Paper soejima2010();
Paper yoshizoe2011();

}  // namespace banyan::bench
