// Banyan as an engine for controllers and GUIs: the commands of UCI.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "bench/registry/games.hpp"
#include "bench/uci/options.hpp"

namespace banyan::bench::uci {

struct ServerOptions {
  GameChoice game;
  Options options;
  Limits limits;  ///< per move, whatever the controller allows; zeros: none
  std::uint64_t seed = 1;
};

class Server {
 public:
  /// Answers go to `write`, line by line, also from a thread that searches. Throws UsageError for
  /// an engine that does not play the game.
  Server(const ServerOptions& options, std::function<void(const std::string&)> write);
  /// Stops the search.
  ~Server();

  /// Executes a line. Returns false after quit.
  bool obey(std::string_view line, const std::stop_token& stop = {});

 private:
  class Commands;
  std::unique_ptr<Commands> commands_;
};

}  // namespace banyan::bench::uci
