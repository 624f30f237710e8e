// The cost of oneTBB's tasks compared with plain threads.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study executors() {
  return {.name = "executors",
          .help = "what runs the tasks, and how long they are (iterations)",
          .games = "connect_four,p_game:branching=8,depth=20,cost=10000",
          .engines = {"seq", "tree:threads=*,lock={free|leased},exec=arena,grain={0|1|16|256}",
                      "tree:threads=*,lock={free|leased},exec=task_group,grain={0|1|16|256}",
                      "tree:threads=*,lock={free|leased},exec=jthread,grain={0|1|16|256}",
                      "tree:threads=*,lock={free|leased},exec=fifo,grain={0|1|16|256}"},
          .column = "grain"};
}

}  // namespace banyan::bench
