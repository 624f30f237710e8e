// Rates depend on the size of the tree.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study tree_size() {
  return {.name = "tree_size",
          .help = "what a rate loses as the tree grows",
          .games = "connect_four,hex:size=11,breakthrough,othello,go:size=9",
          .engines = {"seq:iterations={1000|10000|100000|1000000|10000000}",
                      "seq:batch=512,iterations={1000|10000|100000|1000000|10000000}",
                      "tree:threads=2,iterations={1000|10000|100000|1000000|10000000}"},
          .column = "iterations"};
}

}  // namespace banyan::bench
