// Speed-up by threads, and where a core's time goes.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study scaling_losses() {
  return {.name = "scaling_losses",
          .help = "where a core's time goes that is not search, by threads",
          .games = "connect_four,hex:size=11,othello,go:size=9",
          .engines = {"seq", "tree:threads=*", "tree:threads=*,batch=512",
                      "tree:threads=*,lock={free|global}", "root:threads=*", "pipeline:threads=*"},
          .column = "threads"};
}

}  // namespace banyan::bench
