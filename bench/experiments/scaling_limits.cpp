// Each strategy by up to 1024 simulated workers.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study scaling_limits() {
  return {
      .name = "scaling_limits",
      .help = "what many simulated workers cost at equal playouts, 1 to 1024 of them",
      .games = "connect_four,hex:size=5,othello,p_game:branching=4,depth=14",
      .engines = {"seq", "virtual:workers={1|4|16|64|256|1024},eval=exponential,vl=0",
                  "virtual:workers={1|4|16|64|256|1024},eval=exponential,vl=1",
                  "virtual:workers={1|4|16|64|256|1024},eval=exponential,vl=3",
                  "virtual:workers={1|4|16|64|256|1024},eval=exponential,vl=mean",
                  "virtual:workers={1|4|16|64|256|1024},eval=exponential,scheme=root",
                  "virtual:workers={1|4|16|64|256|1024},eval=exponential,scheme=leaf",
                  "batched:simulated=on,inflight={1|4|16|64|256|1024},batch=16,collisions=1024,"
                  "device=1ms,select=ucb1",
                  "virtual:workers={4|16|64|256|1024},eval=exponential,trees=4",
                  // By messages. Iterations in flight per worker are as many as Yoshizoe et al.
                  // (2011) had. A thousand ranks would take most of the study's time and memory.
                  "cluster:simulated=on,ranks={1|4|16|64|256},scheme=tds,jobs=3",
                  "cluster:simulated=on,ranks={1|4|16|64|256},scheme=df,jobs=3",
                  "cluster:simulated=on,ranks={1|4|16|64|256},scheme=root,share=10"},
      .column = "workers",
      .measure = StudyMeasure::kPositions,
      .playouts = {1000, 4000, 16000}};
}

}  // namespace banyan::bench
