// The exploration constant of UCB1, by game.
#include "bench/experiments/study.hpp"

namespace banyan::bench {

Study exploration() {
  return {.name = "exploration",
          .help = "which exploration constant plays best",
          .source = "Kocsis and Szepesvari 2006",
          .games = "connect_four,hex:size=7",
          .engines = {"seq", "seq:c={0.25|0.5|1|2}"},
          .column = "c",
          .measure = StudyMeasure::kMatches};
}

}  // namespace banyan::bench
