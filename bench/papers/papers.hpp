// Published experiments, set up as nearly as our games allow, and compared cell by cell.
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

/// How we know what a paper says.
enum class Source {
  kRead,        ///< in the paper, or in its abstract
  kSecondHand,  ///< quoted elsewhere
  kRecalled,    ///< from memory, to be checked
  kDerived,     ///< by arithmetic from these
};

/// One published number or statement, and how we measure the same.
struct Cell {
  std::string quantity;  ///< that is compared: "strength speed-up"
  std::string what;      ///< whose: "tree, local mutexes"
  int workers = 0;       ///< threads or simulated workers; 0 where it is not about their number
  bool simulated = true;
  std::string published;         ///< as the paper has it: "8.5", "near-ideal"
  std::optional<double> number;  ///< that, where it is one
  Source source = Source::kRead;
  std::optional<Allowed> allowed;  ///< what it allows ours to be; nothing: ours extends the paper
  std::function<Estimate(const Evidence& evidence)> ours;
  bool fed = false;  ///< the set-up has so much of the published that it nearly decides ours
};

/// Whether agreement can be missed on both sides of a published number that was not fed in. All
/// other cells test a direction only, which many a wrong program has too.
bool is_sharp(const Cell& cell);

/// To add one, write a file of this directory that makes it, and a line in papers.cpp.
struct Paper {
  const char* name;  ///< of --paper: "segal2010"
  const char* help;  ///< one line
  const char* citation;
  const char* set_up;       ///< theirs
  const char* substituted;  ///< what stands for what here, and why
  const char* missing;      ///< what of it is not measured; empty: nothing
  /// The work, by options' profile, seed and number of threads that the machine has cores for.
  std::vector<WorkItem> (*items)(const SuiteOptions& options, int cores);
  std::vector<Cell> (*cells)();
};

/// All papers, in the order of their years.
const std::vector<Paper>& papers();

/// Throws UsageError, in one sentence that names them all.
const Paper& find_paper(std::string_view name);

/// What a paper and the results of its items come to: the fields `paper` and `cells` of paper.json.
Json paper_json(const Paper& paper, const Json& results);

// ---- for the files of papers -------------------------------------------------------------------

/// Whether it is only to be proven that everything works.
bool is_smoke(const SuiteOptions& options);

/// So many of what the standard profile has so many of: a hundredth in smoke, at least 2; five
/// times in full.
std::uint64_t by_profile(const SuiteOptions& options, std::uint64_t standard);

/// Engines on solved positions of a game.
WorkItem on_solved(const SuiteOptions& options, const std::string& game,
                   const std::vector<std::string>& engines, std::uint64_t positions);

/// Searches of a game's first position, with `limits` where an engine has no budget of its own, of
/// which the smoke profile has a 64th.
WorkItem searches_of(const SuiteOptions& options, const std::string& game,
                     const std::vector<std::string>& engines, std::uint64_t searches,
                     const Limits& limits = {});

/// A match from random openings, engines with budgets of their own.
WorkItem match_of(const SuiteOptions& options, const std::string& game, const std::string& a,
                  const std::string& b, std::uint64_t pairs);

/// `seq` at `base` times each factor, and at `base`: the curve of Evidence::strength.
std::vector<std::string> curve(std::uint64_t base, const std::vector<double>& factors);

/// A P-game (Kocsis and Szepesvari 2006) in which a doubling of playouts nearly halves what a
/// search loses, up to thousands: strength speed-ups show best there.
inline constexpr const char* kSteepGame = "p_game:branching=4,depth=14";

// The papers.
Paper browne2012();
Paper cazenave2008();
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
