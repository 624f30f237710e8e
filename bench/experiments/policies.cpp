// The policies of each game.
#include "bench/experiments/policies.hpp"

namespace banyan::bench {
namespace {

struct GamePolicies {
  std::string_view game;
  std::vector<std::string> engines;
};

}  // namespace

std::vector<std::string> policies_of(std::string_view game) {
  static const std::vector<std::string> kOfAll{
      "seq:select=tuned", "seq:children=all,fpu=1", "seq:select=puct",
      "seq:solver=on",    "seq:reuse=on",           "seq:playout=decisive",
  };
  static const std::vector<GamePolicies> kMore{
      {"connect_four",
       {"seq:select=puct,priors=game", "seq:select=puct,priors=game,eval=game", "seq:playout=heavy",
        "seq:playout=heavy,epsilon=0.2", "seq:rave=300", "seq:draw=0", "seq:tt=uct1",
        "seq:tt=uct2"}},
      {"hex",
       {"seq:playout=heavy", "seq:rave=300", "seq:rave=300,schedule=mse", "seq:rave=300,grave=50",
        "seq:tt=uct1", "seq:tt=uct2"}},
      {"othello", {"seq:tt=uct1", "seq:tt=uct2"}},
      {"gomoku",
       {"seq:select=puct,priors=game", "seq:playout=heavy", "seq:rave=300", "seq:rave=300,grave=50",
        "seq:rave=300,playout=heavy", "seq:tt=uct1", "seq:tt=uct2"}},
      {"go", {"seq:rave=300", "seq:rave=300,grave=50"}},
  };
  std::vector<std::string> engines = kOfAll;
  for (const GamePolicies& more : kMore) {
    if (more.game == game) engines.insert(engines.end(), more.engines.begin(), more.engines.end());
  }
  return engines;
}

}  // namespace banyan::bench
