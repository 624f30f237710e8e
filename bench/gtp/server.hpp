// Banyan as an engine for controllers and GUIs: the commands of GTP.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/clocks/game_clock.hpp"
#include "bench/gtp/pondering.hpp"
#include "bench/gtp/protocol.hpp"
#include "bench/gtp/session.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench::gtp {

struct ServerOptions {
  GameChoice game;
  EngineSettings engine;
  Limits limits;  ///< per move, whatever the controller's clock allows; zeros: a second
  std::uint64_t seed = 1;
  double resign = 0;    ///< resigns below this expected result, 0 loss to 1 win
  bool ponder = false;  ///< searches after its own move, until the position changes
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

  /// Executes a line and answers it. Returns false after quit.
  bool obey(std::string_view line, const std::stop_token& stop = {});

 private:
  using Arguments = std::vector<std::string>;
  using Handler = std::string (Server::*)(const Arguments&);

  /// The commands by name; those without a handler write their own answers.
  static const std::map<std::string, Handler, std::less<>>& commands();

  std::string protocol_version(const Arguments&);
  std::string name(const Arguments&);
  std::string version(const Arguments&);
  std::string known_command(const Arguments& arguments);
  std::string list_commands(const Arguments&);
  std::string quit(const Arguments&);

  std::string boardsize(const Arguments& arguments);
  std::string query_boardsize(const Arguments&);
  std::string clear_board(const Arguments&);
  std::string komi(const Arguments& arguments);
  std::string play(const Arguments& arguments);
  std::string undo(const Arguments&);
  std::string showboard(const Arguments&);
  std::string final_score(const Arguments&);
  std::string final_status_list(const Arguments& arguments);
  std::string fixed_handicap(const Arguments& arguments);
  std::string place_free_handicap(const Arguments& arguments);
  std::string set_free_handicap(const Arguments& arguments);
  std::string set_position(const Arguments& arguments);
  std::string loadsgf(const Arguments& arguments);
  std::string printsgf(const Arguments&);

  std::string genmove(const Arguments& arguments);
  std::string genmove_cleanup(const Arguments& arguments);
  std::string reg_genmove(const Arguments& arguments);
  std::string banyan_key(const Arguments& arguments);

  std::string time_settings(const Arguments& arguments);
  std::string kgs_time_settings(const Arguments& arguments);
  std::string time_left(const Arguments& arguments);

  std::string analyze_commands(const Arguments&);
  std::string graphics(const Arguments&);
  std::string game_id(const Arguments&);
  std::string rules_board_size(const Arguments&);
  std::string legal_moves(const Arguments&);
  std::string side_to_move(const Arguments&);
  std::string final_result(const Arguments&);

  /// lz-analyze and lz-genmove_analyze, which answer line by line.
  void analyze(const Command& command, bool and_move);

  std::string generate(Player player, bool may_resign);
  std::string play_found(std::unique_ptr<AnyGame> position, const SearchResult& result,
                         bool may_resign, Clock::time_point begin);

  void begin_game();
  void change_board(const std::function<void()>& change);
  void set_clocks(const std::optional<TimeControl>& control);
  /// Searches the position, or only these moves of it.
  SearchResult think(const AnyGame& position, const Limits& limits, const std::stop_token& stop,
                     const std::vector<std::uint32_t>* moves = nullptr);
  /// Searches the position after our last move, or stops that if it is no longer current.
  void ponder();
  /// The smaller of a limit and what the player's clock allows.
  [[nodiscard]] Limits limits_for_move(const AnyGame& position) const;

  ServerOptions options_;
  Controller controller_;
  std::stop_token stop_;  ///< of the current line
  Session session_;
  std::unique_ptr<AnyEngine> engine_;
  std::optional<GameClocks> clocks_;
  std::optional<TimeControl> control_;
  std::uint64_t games_ = 0;       ///< games begun before this one
  std::optional<StreamKey> key_;  ///< of the next search, if given
  std::optional<SearchResult> found_;
  std::unique_ptr<AnyGame> searched_;  ///< the position of found_
  bool over_ = false;                  ///< after quit
  std::optional<StreamKey> last_key_;  ///< of the last search
  std::shared_ptr<const AnyGame> after_our_move_;
  Pondering pondering_;  ///< last, since it uses the engine
};

}  // namespace banyan::bench::gtp
