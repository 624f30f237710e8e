// The table of tasks.
#include "bench/tasks.hpp"

#include "bench/engines/spread_engine.hpp"
#include "bench/match/deals.hpp"
#include "bench/quality/decisions.hpp"

namespace banyan::bench {

Tasks all_tasks() { return {{"join", join_task}, {"deal", deal_task}, {"decide", decide_task}}; }

}  // namespace banyan::bench
