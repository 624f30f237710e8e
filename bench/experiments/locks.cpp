// Lock-free, local and global locks.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study locks() {
  return {.name = "locks",
          .help = "how threads synchronise on a shared tree",
          .games = "connect_four,hex:size=11,p_game:branching=8,depth=20,cost=1000",
          .engines = {"seq", "tree:threads=*,lock={free|node|global}"},
          .column = "threads"};
}

}  // namespace banyan::bench
