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

/// `run` is run.json's object, `matches` strength.json's array.
Summary summarise_run(const Json& run, const std::vector<ThroughputRow>& rows, const Json& matches);

}  // namespace banyan::bench
