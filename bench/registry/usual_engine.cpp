#include "bench/registry/usual_engine.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace banyan::bench {

std::string usual_engine(const GameChoice& game) {
  constexpr const char* kPlain = "tree:threads=2";
  // Proofs were not shown to gain anything here (results/proofs).
  constexpr std::array kNoGainShown{"breakthrough", "gomoku", "hex", "othello"};
  const std::string name = parse_spec(game.canonical).name;
  const bool proofs =
      std::find(kNoGainShown.begin(), kNoGainShown.end(), name) == kNoGainShown.end() &&
      game.start->unit() == kResultUnit;  // rewards cannot be proven
  return std::string(kPlain) + (proofs ? ",solver=on" : "");
}

}  // namespace banyan::bench
