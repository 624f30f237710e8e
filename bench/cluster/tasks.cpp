// The table of tasks.
#include "bench/cluster/tasks.hpp"

#include "bench/engines/spread_engine.hpp"
#include "bench/match/pairs.hpp"
#include "bench/quality/decisions.hpp"

namespace banyan::bench {

Tasks all_tasks() { return {{"join", join_task}, {"pair", pair_task}, {"decide", decide_task}}; }

}  // namespace banyan::bench
