// Banyan as an engine for controllers and GUIs: the commands of GTP.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "bench/clocks/game_clock.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench::gtp {

struct ServerOptions {
  GameChoice game;
  EngineSettings engine;
  Limits limits;  ///< per move, whatever the controller's clock allows; zeros: a second
  std::uint64_t seed = 1;
  double resign = 0;    ///< resigns below this expected result, 0 loss to 1 win
  bool ponder = false;  ///< searches after its own move, until the position changes
  GameClock::Time lag = GameClock::kLag;  ///< kept back from each move, see GameClock::for_move()
};

/// Where answers go, and whether more input arrives within a given time.
struct Controller {
  std::function<void(const std::string&)> write;
  std::function<bool(std::chrono::milliseconds)> waits = [](std::chrono::milliseconds) {
    return true;
  };
};

class Server {
 public:
  /// Throws UsageError for an engine that does not play the game, or that should ponder but keeps
  /// no tree.
  Server(const ServerOptions& options, Controller controller);
  ~Server();

  /// Executes a line and answers it. Returns false after quit.
  bool obey(std::string_view line, const std::stop_token& stop = {});

 private:
  class Commands;
  std::unique_ptr<Commands> commands_;
};

}  // namespace banyan::bench::gtp
