// The tables that sum up a run, for the console and for summary.md.
#pragma once

#include <string>
#include <vector>

#include "bench/json.hpp"
#include "bench/throughput.hpp"

namespace banyan::bench {

struct Summary {
  std::string console;
  std::string markdown;
};

/// `run` is run.json's object, `rows` those of throughput.json, `steps` those of ablation.json,
/// `matches` strength.json's array; any of them may be empty.
Summary summarise_run(const Json& run, const std::vector<ThroughputRow>& rows,
                      const std::vector<ThroughputRow>& steps, const Json& matches);

}  // namespace banyan::bench
