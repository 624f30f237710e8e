#include "bench/registry/usual_engine.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace banyan::bench {

std::string usual_engine(const GameChoice& game) {
  constexpr const char* kPlain = "tree:threads=2";
  // Plain search makes 2 to 30 times as many iterations here and scored 79 of 104 games at 50 ms a
  // move. In connect_four, othello, go and dots_and_boxes both were as strong.
  constexpr std::array kPlainIsStronger{"breakthrough", "gomoku", "hex", "ultimate_tic_tac_toe"};
  const std::string name = parse_spec(game.canonical).name;
  const bool proofs =
      std::find(kPlainIsStronger.begin(), kPlainIsStronger.end(), name) == kPlainIsStronger.end() &&
      game.start->unit() == kResultUnit;  // rewards cannot be proven
  return std::string(kPlain) + (proofs ? ",solver=on" : "");
}

}  // namespace banyan::bench
