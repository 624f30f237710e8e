// A results folder as it is read for reports and comparisons.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// One number that was measured. What a kind of measurement does not have is empty.
struct Measurement {
  std::string file;  ///< that holds it: "throughput.json"
  std::string game;
  std::string engine;
  int threads = 1;                ///< of the engine
  std::string opponent;           ///< in a match
  std::string budget;             ///< a move's, in a match
  std::optional<int> repetition;  ///< from 0
  std::string metric;             ///< "iterations_per_second"
  double value = 0;               ///< may be infinite
  std::string unit;               ///< "1/s"
};

/// What a run measured, and what it did not.
struct RunData {
  std::filesystem::path folder;
  Json run;                          ///< run.json
  std::vector<ThroughputRow> rows;   ///< of throughput.json
  std::vector<ThroughputRow> later;  ///< of positions.json
  std::vector<ThroughputRow> steps;  ///< of ablation.json
  Json matches = Json::array();      ///< of strength.json
  Json decisions = Json::array();    ///< matches of decision.json
  Json phases = Json::array();       ///< of phases.json
  Json truth = Json::array();        ///< of truth.json
  Json scaling = Json::array();      ///< of scaling.json, by threads
  Json simulated = Json::array();    ///< of scaling.json, by simulated workers
  Json chaslot = Json::array();      ///< of chaslot.json
  Json policies = Json::array();     ///< of policies.json
  Json paper = Json::object();       ///< paper.json; no fields without one
  std::vector<Measurement> measurements;
  std::vector<std::string> missing;  ///< a sentence for each thing that the run lacks

  [[nodiscard]] bool finished() const { return run["finished"].get<bool>(); }
};

/// Reads a folder that `banyan bench` wrote; files that an unfinished run has not written are
/// `missing`. Throws UsageError for a folder without run.json and for damaged or foreign files, in
/// a sentence that names file and field; FileError for what cannot be read.
RunData read_run(const std::filesystem::path& folder);

/// Threads that an engine spec asks for; 1 if it does not say, also for engines of other versions.
int threads_of(const std::string& engine);

/// The spec without its threads: "tree:threads=2,lock=free" and "tree:lock=free" give the same.
std::string without_threads(std::string_view engine);

/// The engines of these rows without their threads, each once: figures colour by place in this.
std::vector<std::string> series_of(const std::vector<ThroughputRow>& rows);

/// The games of these rows, each once.
std::vector<std::string> games_in(const std::vector<ThroughputRow>& rows);

}  // namespace banyan::bench
