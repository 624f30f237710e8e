// A published experiment as data, set up as closely as our games allow: what was published, cell by
// cell, and how our number for it is computed. What must be measured follows from that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics/agreement.hpp"
#include "bench/text/fields.hpp"
#include "core/budget/budget.hpp"

namespace banyan::bench {

/// A published number or statement; empty where ours extends the paper.
struct Published {
  std::string text = {};                ///< as published: "8.5", "near-ideal"
  std::optional<double> number = {};    ///< the same, if it is a number
  std::optional<Allowed> allowed = {};  ///< what it allows ours to be
  std::string source = {};  ///< "read", "second-hand", "recalled" (to be verified) or "derived"
  /// Whether ours can be too low and too high for a number that was not fed in (by a set-up that
  /// contains so much of the published that it nearly decides ours). Others only test a direction,
  /// which a wrong program may also have.
  bool sharp = false;
};

/// What is compared.
struct PaperClaim {
  std::string quantity = {};  ///< "strength speed-up"
  std::string what = {};      ///< of what: "tree, local mutexes"
  int workers = 0;            ///< threads or simulated workers; 0 if irrelevant
  bool simulated = false;
  Published published = {};
};

/// How our number is computed.
struct Ours {
  enum class Kind : std::uint8_t {
    /// The value lost per move by the first engine minus that of the second, on the same solved
    /// positions, in % of a win; minus the same for the third and fourth, if there are any.
    kMoreLost,
    /// The strength speed-up on solved positions: how many times the curve's base sequential UCT
    /// needs to lose as little as the engine. Strength is value gained over the base itself.
    kStrength,
    /// A field of the first engine's searches over that of the second's. Where the paper leaves a
    /// choice open, further engines stand for the first: the interval spans all ratios.
    kRatio,
    kValue,  ///< a field of an engine's searches
    kElo,    ///< of the first engine over the second in their match
  };

  Kind kind = Kind::kMoreLost;
  std::string game = {};
  std::vector<std::string> engines = {};
  std::string field = {};  ///< "playouts_per_second", "mean_depth"
};

/// `seq` at `base` iterations, and at `base` times each factor.
struct SeqCurve {
  std::uint64_t base = 0;
  std::vector<double> factors = {};

  [[nodiscard]] std::string at(double factor) const;
};

/// Numbers are of the standard profile: smoke has a hundredth of positions, searches and pairs, at
/// least 2, and a 64th of `limits`; full has five times as many.
struct Paper {
  /// One published number or statement, and our measurement of the same.
  struct Cell : PaperClaim {
    Ours ours;
  };

  std::string name;  ///< of --paper: "segal2010"
  std::string help;  ///< one line
  std::string citation;
  std::string set_up;       ///< theirs
  std::string substituted;  ///< our substitutes, and why
  std::string missing;      ///< what is not measured; empty: nothing

  std::uint64_t positions = 0;  ///< solved ones, of each game
  SeqCurve curve = {};
  /// Engines that come first on solved positions: half of the first one's budget is the control.
  std::vector<std::string> first = {};
  std::uint64_t searches = 0;    ///< of each engine, from the first position
  Limits limits = {};            ///< of these, for engines without their own budget
  std::uint64_t pairs = 0;       ///< of each match, from random openings
  std::uint64_t pair_ms = 1500;  ///< expected for one
  std::vector<Cell> cells = {};
};

/// A description's paper. Throws UsageError, and Json::exception for damaged loops.
Paper read_paper_description(const Field& description);

/// All papers, in the order of their years.
const std::vector<Paper>& papers();

/// Throws UsageError, in one sentence that names them all.
const Paper& find_paper(std::string_view name);

}  // namespace banyan::bench
