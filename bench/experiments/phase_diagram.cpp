// Rules of virtual loss by number of workers, with 4 or 32 playouts per worker.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study phase_diagram() {
  return {
      .name = "phase_diagram",
      .help =
          "which virtual loss loses least, by workers, playouts, evaluation times and branching",
      .games =
          "p_game:branching=2,depth=20,p_game:branching=4,depth=14,p_game:branching=16,depth=8",
      .engines =
          {"seq:iterations=16384",
           "virtual:workers=8,iterations={32|256},eval={constant|exponential|lognormal},"
           "vl={0|0.3|1|3|mean}",
           "virtual:workers=64,iterations={256|2048},eval={constant|exponential|lognormal},"
           "vl={0|0.3|1|3|mean}",
           "virtual:workers=512,iterations={2048|16384},eval={constant|exponential|lognormal},"
           "vl={0|0.3|1|3|mean}"},
      .column = "vl",
      .measure = StudyMeasure::kPositions};
}

}  // namespace banyan::bench
