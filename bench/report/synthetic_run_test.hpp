// A results folder made up for tests: what its numbers are is known.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/report/scaling_tables.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// A row of Hex with three repetitions around a rate.
inline ThroughputRow hex_row(const std::string& engine, double rate, double finished = 0.1) {
  ThroughputRow row;
  row.game = "hex";
  row.engine = engine;
  row.iterations_per_second = {0.99 * rate, rate, 1.01 * rate};
  row.playouts_per_second = row.iterations_per_second;
  row.finished_share = finished;
  row.cores = 1;
  return row;
}

/// The results of scaling.json.
inline Scaling scaling_of(const Json& results) {
  Scaling scaling;
  for (const Field& result : Field::of_json(results, "scaling.json").elements()) {
    if (result.has("pentanomial")) {
      scaling.matches.push_back(read_match(result));
    } else {
      scaling.searches.push_back(read_searches(result));
    }
  }
  return scaling;
}

/// A run of seq, root:threads=1 and root:threads=2 on hex:size=3, with its ablation and a match.
/// Change its parts, then write it.
struct SyntheticRun {
  Json run = Json::parse(R"({
    "provenance": {"version": "0.1.0", "commit": "abc", "compiler": "GNU 12", "flags": "-O3",
      "command": "banyan bench --profile smoke --suites throughput,ablation,strength --seed 1",
      "machine": {"cpu_model": "Test <CPU>", "logical_cpus": 2, "available_cpus": 2,
        "allocator": "mimalloc 2.0.9", "os": "Debian", "time_utc": "2026-01-01T00:00:00Z",
        "caches": [{"level": 1, "type": "data", "count": 2, "size_bytes": 32768}]}},
    "settings": {"profile": "smoke", "search_ms": 25, "repetitions": 4, "move_ms": 1,
      "move_playouts": 1000, "pairs": 2, "games": ["hex:size=3"],
      "engines": ["seq", "root:threads=1", "root:threads=2"], "seed": 1},
    "plan": {
      "throughput": [{"game": "hex:size=3", "engine": "seq"},
                     {"game": "hex:size=3", "engine": "root:threads=1"},
                     {"game": "hex:size=3", "engine": "root:threads=2"}],
      "ablation": [{"game": "hex:size=3", "engine": "naive"},
                   {"game": "hex:size=3", "engine": "seq"}],
      "phases": [{"game": "hex:size=3", "engine": "seq:phases=on"}],
      "truth": [{"game": "hex:size=3", "budget": "1.00 k iterations"}],
      "strength": [{"game": "hex:size=3", "a": "root:threads=2", "b": "seq", "budget": "1.0 ms"}],
      "scaling": [{"game": "hex:size=3", "kind": "speed"},
                  {"game": "hex:size=3", "a": "seq:time=2ms", "b": "seq", "budget": "1.0 ms",
                   "kind": "curve"}],
      "policies": [{"game": "hex:size=3", "a": "seq:solver=on", "b": "seq", "budget": "1.0 ms",
                    "kind": "time"}]},
    "finished": true})");
  Json throughput = {{"context", {{"interrupted", "false"}}}, {"benchmarks", Json::array()}};
  Json ablation = throughput;
  Json strength = Json::parse(R"({"matches": [
    {"game": "hex:size=3", "a": "root:threads=2", "b": "seq", "games": 80, "wins": 50, "draws": 0,
     "losses": 30, "pentanomial": [5, 0, 20, 0, 15], "iterations_per_second": {"a": 2e6, "b": 1e6},
     "effort": {"a": {"seconds_per_move": 0.001, "mean_depth": 4.5},
                "b": {"seconds_per_move": 0.001, "mean_depth": 4.0}},
     "budget": "1.0 ms", "interrupted": false}]})");
  Json truth = Json::parse(R"({"sets": [
    {"game": "hex:size=3", "budget": "1.00 k iterations", "iterations": 1000, "plies": [1, 4],
     "seed": 1, "positions": 40, "left_out": 7, "interrupted": false, "rows": [
      {"engine": "seq", "positions": 40, "failures": 10, "failure_rate95": [0.142, 0.402],
       "regret": 0.25, "regret_error95": 0.14, "more_failures_than_first": 0,
       "more_failures_error95": 0, "iterations": 40000, "seconds": 0.1},
      {"engine": "root:threads=2", "positions": 40, "failures": 12,
       "failure_rate95": [0.181, 0.454], "regret": 0.3, "regret_error95": 0.15,
       "more_failures_than_first": 0.05, "more_failures_error95": 0.1, "iterations": 40000,
       "seconds": 0.1}]}]})");
  Json phases = Json::parse(R"({"results": [
    {"game": "hex:size=3", "engine": "seq:phases=on", "interrupted": false, "samples": [
      {"select": 50, "expand": 10, "playout": 30, "back_up": 10},
      {"select": 60, "expand": 10, "playout": 20, "back_up": 10}]}]})");
  Json scaling = {{"results", Json::array()}};
  Json policies = {{"results", Json::array()}};

  explicit SyntheticRun(double speed = 1) {
    int family = 0;
    for (const auto& [engine, rate] : {std::pair{"seq", 1e6}, std::pair{"root:threads=1", 9e5},
                                       std::pair{"root:threads=2", 1.8e6}}) {
      add(throughput, "throughput", engine, family++, rate * speed);
    }
    add(ablation, "ablation", "naive", 0, 1e5 * speed);
    add(ablation, "ablation", "seq", 1, 1e6 * speed);
    scaling["results"].push_back(
        Json::parse(R"({"game": "hex:size=3", "kind": "speed", "interrupted": false, "rates": [
          {"engine": "seq", "playouts_per_second": [1e6, 1.01e6]},
          {"engine": "root:threads=2", "playouts_per_second": [1.8e6, 1.82e6]}]})"));
    // Half the time loses 3 : 1 (-190.8 Elo), twice the time wins 3 : 1; root wins 50 : 30.
    add_scaling("curve", 0.5, "seq:time=500us", {20, 0, 20, 0, 0}, "1.0 ms");
    add_scaling("curve", 2, "seq:time=2ms", {0, 0, 20, 0, 20}, "1.0 ms");
    add_scaling("time", 1, "root:threads=2", {5, 0, 20, 0, 15}, "1.0 ms");
    add_scaling("doubling", 2, "root:threads=2,time=2ms", {0, 0, 15, 0, 25}, "1.0 ms");
    add_scaling("iterations", 1, "root:threads=2", {10, 0, 20, 0, 10}, "1.00 k iterations");
    for (const std::size_t i : {3U, 5U}) {  // the same matches, of a policy
      Json match = scaling["results"][i];
      match["a"] = match["engine"] = "seq:solver=on";
      policies["results"].push_back(match);
    }
  }

  void write(const std::filesystem::path& folder) const {
    make_directories(folder);
    for (const auto& [name, file] : files()) write_file_whole(folder / name, (this->*file).dump());
  }

  /// Its files by their names.
  static std::vector<std::pair<const char*, Json SyntheticRun::*>> files() {
    return {
        {"run.json", &SyntheticRun::run},           {"throughput.json", &SyntheticRun::throughput},
        {"ablation.json", &SyntheticRun::ablation}, {"phases.json", &SyntheticRun::phases},
        {"truth.json", &SyntheticRun::truth},       {"scaling.json", &SyntheticRun::scaling},
        {"policies.json", &SyntheticRun::policies}, {"strength.json", &SyntheticRun::strength}};
  }

 private:
  /// A match as those of strength.json, with what the suites of scaling add.
  void add_scaling(const char* kind, double factor, const char* engine,
                   std::array<std::uint64_t, 5> pentanomial, const char* budget) {
    Json match = strength["matches"][0];
    match["a"] = engine;
    match["pentanomial"] = pentanomial;
    match["budget"] = budget;
    match["kind"] = kind;
    match["engine"] = std::string(engine).substr(0, std::string(engine).find("time=") - 1);
    match["factor"] = factor;
    scaling["results"].push_back(match);
  }

  /// Four repetitions that scatter by half a percent.
  static void add(Json& file, const std::string& suite, const std::string& engine, int family,
                  double rate) {
    int repetition = 0;
    for (const double scatter : {0.995, 1.0, 1.005, 1.001}) {
      file["benchmarks"].push_back(
          {{"run_name", fmt::format("{}/hex:size=3/{}/manual_time", suite, engine)},
           {"run_type", "iteration"},
           {"family_index", family},
           {"repetition_index", repetition++},
           {"iterations_per_second", rate * scatter},
           {"playouts_per_second", rate * scatter},
           {"finished_share", 0.25},
           {"engine_threads", 1},
           {"cores", 0.99},
           {"system_cores", 0.01},
           {"page_faults_per_iteration", 0.001},
           {"conflicts_per_iteration", 0.002},
           {"mean_depth", 4.5},
           {"nodes_per_iteration", 0.5},
           {"bytes_per_iteration", 32.0 * scatter}});
    }
  }
};

}  // namespace banyan::bench
