// The tasks that other ranks of a run can be asked to do.
#pragma once

#include "bench/cluster/coordinator.hpp"

namespace banyan::bench {

Tasks all_tasks();

}  // namespace banyan::bench
