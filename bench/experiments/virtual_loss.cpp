// Each rule of virtual loss, with each exploration constant.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study virtual_loss() {
  return {.name = "virtual_loss",
          .help = "what a descent in flight shows to others, by exploration constant",
          .games = "connect_four,hex:size=11",
          .engines = {"seq:c=0.5", "tree:threads=*,lock=free,vl={0|1|3|mean},c=0.5", "seq:c=1",
                      "tree:threads=*,lock=free,vl={0|1|3|mean},c=1", "seq:c=1.414",
                      "tree:threads=*,lock=free,vl={0|1|3|mean},c=1.414"},
          .column = "vl"};
}

}  // namespace banyan::bench
