// A requested measurement of quality, from the command line or from Python.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/quality/quality.hpp"
#include "bench/registry/games.hpp"
#include "core/budget/budget.hpp"

namespace banyan::bench {

/// The options of `banyan quality`; empty means not given.
struct QualityRequest {
  std::string game;
  std::vector<EngineSettings> engines = {};
  std::string positions;
  std::string plies = "14-24";
  std::string file;
  std::string labels;
  bool trust = false;  ///< values that a line of the file gives, instead of solving it
  bool speedup = false;
  std::optional<Limits> limits = {};
  std::uint64_t seed = 1;
};

/// The measurements and their positions.
struct QualityReport {
  GameChoice game;
  std::string where;               ///< source of the positions
  std::uint64_t left_out = 0;      ///< positions that need no decision
  std::vector<LeftOutLine> lines;  ///< of the file, that gave no position
  std::size_t wanted = 0;          ///< positions; fewer were searched if a stop was requested
  QualityTable table;

  [[nodiscard]] std::size_t searched() const { return table.rows.front().losses.size(); }
};

/// Finds the positions and searches them; reports progress on standard error. Nothing if a stop was
/// requested before any position was searched. Throws UsageError, FileError and SystemLimit.
std::optional<QualityReport> measure_quality(const QualityRequest& request,
                                             const std::stop_token& stop);

/// The fields of `quality --json`.
Json quality_json(const QualityRequest& request, const QualityReport& report);

}  // namespace banyan::bench
