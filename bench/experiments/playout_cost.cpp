// When does a shared tree pay off?
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study playout_cost() {
  return {.name = "playout_cost",
          .help = "fastest strategy as a function of playout cost (ns)",
          // P-games of 20 moves: in the literature's 8, a search soon sees the ends and makes no
          // more playouts.
          .games =
              "p_game:branching=8,depth=20,cost=0,p_game:branching=8,depth=20,cost=100,"
              "p_game:branching=8,depth=20,cost=1000,p_game:branching=8,depth=20,cost=10000",
          .engines = {"seq", "seq:batch=512", "leaf:threads=*", "root:threads=*",
                      "root:threads=*,share=10k", "tree:threads=*", "tree:threads=*,batch=512",
                      "tree:threads=*,lock={free|node|global}", "pipeline:threads=*"},
          .column = "cost"};
}

}  // namespace banyan::bench
