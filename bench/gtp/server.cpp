// Implements the commands.
#include "bench/gtp/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "bench/clocks/game_clock.hpp"
#include "bench/gtp/analysis.hpp"
#include "bench/gtp/analyze_tags.hpp"
#include "bench/gtp/handicap.hpp"
#include "bench/gtp/protocol.hpp"
#include "bench/gtp/session.hpp"
#include "bench/machine/version.hpp"
#include "bench/servers/allowed_moves.hpp"
#include "bench/servers/search_thread.hpp"
#include "bench/servers/thinking.hpp"
#include "bench/text/files.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench::gtp {

/// The game of one controller, and a function for each command.
class Server::Commands {
 public:
  Commands(const ServerOptions& options, Controller controller)
      : options_(options), controller_(std::move(controller)), session_(options.game) {
    const EngineSettings& engine = options_.engine;
    if (engine.limits) options_.limits = *engine.limits;
    if (options_.ponder && !engine.search.reuse) {
      throw UsageError(fmt::format(
          "--ponder needs an engine that keeps its tree from move to move, which {} does not: give "
          "it reuse=on, as in tree:threads=2,reuse=on.",
          engine.spec));
    }
    begin_game();
  }

  bool obey(std::string_view line, const std::stop_token& stop) {
    const auto command = parse_command(line);
    if (!command) return true;
    stop_ = stop;
    const auto say = [&](bool success, std::string_view text) {
      controller_.write(answer(command->id, success, text));
    };
    try {
      const auto found = handlers().find(command->name);
      if (found == handlers().end()) {
        say(false, "unknown command");
      } else if (found->second == nullptr) {
        analyze(*command, command->name == "lz-genmove_analyze");
      } else {
        say(true, (this->*found->second)(command->arguments));
      }
    } catch (const std::exception& error) {  // Refused, and any other error of a command
      say(false, error.what());
    }
    if (options_.ponder) ponder();
    return !over_;
  }

 private:
  using Handler = std::string (Commands::*)(const Arguments&);

  /// So few that a tree can count them in addition to those it keeps.
  static constexpr std::uint64_t kMostPondered = kMaxVisits / 4;

  /// The commands by name; those without a handler write their own answers.
  static const std::map<std::string, Handler, std::less<>>& handlers() {
    static const std::map<std::string, Handler, std::less<>> kHandlers{
        {"protocol_version", &Commands::protocol_version},
        {"name", &Commands::name},
        {"version", &Commands::version},
        {"known_command", &Commands::known_command},
        {"list_commands", &Commands::list_commands},
        {"quit", &Commands::quit},
        {"boardsize", &Commands::boardsize},
        {"rectangular_boardsize", &Commands::boardsize},
        {"query_boardsize", &Commands::query_boardsize},
        {"clear_board", &Commands::clear_board},
        {"komi", &Commands::komi},
        {"play", &Commands::play},
        {"undo", &Commands::undo},
        {"showboard", &Commands::showboard},
        {"final_score", &Commands::final_score},
        {"final_status_list", &Commands::final_status_list},
        {"fixed_handicap", &Commands::fixed_handicap},
        {"place_free_handicap", &Commands::place_free_handicap},
        {"set_free_handicap", &Commands::set_free_handicap},
        {"set_position", &Commands::set_position},
        {"loadsgf", &Commands::loadsgf},
        {"printsgf", &Commands::printsgf},
        {"genmove", &Commands::genmove},
        {"kgs-genmove_cleanup", &Commands::genmove_cleanup},
        {"reg_genmove", &Commands::reg_genmove},
        {"banyan-key", &Commands::banyan_key},
        {"time_settings", &Commands::time_settings},
        {"kgs-time_settings", &Commands::kgs_time_settings},
        {"kata-time_settings", &Commands::kgs_time_settings},
        {"time_left", &Commands::time_left},
        {"gogui-analyze_commands", &Commands::analyze_commands},
        {"banyan-graphics", &Commands::graphics},
        {"gogui-rules_game_id", &Commands::game_id},
        {"gogui-rules_board", &Commands::showboard},
        {"gogui-rules_board_size", &Commands::rules_board_size},
        {"gogui-rules_legal_moves", &Commands::legal_moves},
        {"gogui-rules_side_to_move", &Commands::side_to_move},
        {"gogui-rules_final_result", &Commands::final_result},
        {"lz-analyze", nullptr},
        {"lz-genmove_analyze", nullptr},
    };
    return kHandlers;
  }

  // ---- administration ---------------------------------------------------------------------------

  std::string protocol_version(const Arguments&) { return "2"; }
  std::string name(const Arguments&) { return "Banyan"; }
  std::string version(const Arguments&) {
    return fmt::format("{} ({}) {}", build::kVersion, build::kCommit, options_.engine.spec);
  }

  std::string known_command(const Arguments& arguments) {
    return !arguments.empty() && handlers().contains(arguments[0]) ? "true" : "false";
  }

  std::string list_commands(const Arguments&) {
    std::string text;
    for (const auto& [name, handler] : handlers()) text += name + '\n';
    return text;
  }

  std::string quit(const Arguments&) {
    over_ = true;
    return "";
  }

  // ---- the position -----------------------------------------------------------------------------

  void begin_game() {
    if (!engine_) engine_ = session_.start().make_engine(options_.engine);
    set_clocks(control_);
    found_.reset();
    last_key_.reset();
  }

  /// A position of another size may be of another type, so the engine is made anew.
  void change_board(const std::function<void()>& change) {
    pondering_.end();
    const Session before = session_;
    try {
      change();
      if (session_.dialect().game != before.dialect().game) {
        engine_ = session_.start().make_engine(options_.engine);
      }
    } catch (const std::exception&) {
      session_ = before;
      throw;
    }
    begin_game();
  }

  /// One number for a square board, or columns and rows.
  std::string boardsize(const Arguments& arguments) {
    const int columns = read_whole(arguments, 0, "size", 1, 100);
    const int rows = arguments.size() > 1 ? read_whole(arguments, 1, "height", 1, 100) : columns;
    change_board([&] { session_.resize({columns, rows}); });
    return "";
  }

  std::string query_boardsize(const Arguments&) {
    const BoardSize size = session_.dialect().size;
    if (size == 0) throw Refused("this game has no size of a board");
    return size.is_square() ? size_text(size) : fmt::format("{} {}", size.columns, size.rows);
  }

  std::string clear_board(const Arguments&) {
    session_.clear();
    ++games_;
    begin_game();
    return "";
  }

  std::string komi(const Arguments& arguments) {
    session_.set_komi(read_number(arguments, 0, "komi", -361, 361));
    return "";
  }

  std::string play(const Arguments& arguments) {
    const Player player = read_player(arguments);
    session_.play(player, argument(arguments, 1, "move"));
    return "";
  }

  std::string undo(const Arguments&) {
    session_.undo();
    return "";
  }

  std::string showboard(const Arguments&) { return '\n' + session_.position().board(); }

  std::string final_score(const Arguments&) {
    const auto score = score_text(session_.position());
    if (!score) throw Refused("cannot score: the game is not over");
    return *score;
  }

  /// By area, without agreement: all stones on the board are alive.
  std::string final_status_list(const Arguments& arguments) {
    const std::string& status = argument(arguments, 0, "status");
    if (status == "dead" || status == "seki") return "";
    throw Refused("only dead and seki are listed, and no stones are: all count as alive");
  }

  std::string set_free_handicap(const Arguments& arguments) {
    session_.place_handicap(arguments);
    return "";
  }

  /// As in KataGo: colours and vertices alternate, "set_position b D4 w E5".
  std::string set_position(const Arguments& arguments) {
    std::vector<std::pair<Player, std::string>> stones;
    for (std::size_t i = 0; i < arguments.size(); i += 2) {
      stones.emplace_back(read_player(arguments, i), argument(arguments, i + 1, "vertex"));
    }
    session_.set_position(stones);
    begin_game();
    return "";
  }

  std::string place_handicap(int stones) {
    const std::vector<std::string> vertices = gtp::fixed_handicap(session_.dialect().size, stones);
    if (vertices.empty()) throw Refused("invalid number of stones");
    set_free_handicap(vertices);
    return fmt::format("{}", fmt::join(vertices, " "));
  }

  std::string fixed_handicap(const Arguments& arguments) {
    return place_handicap(read_whole(arguments, 0, "number of stones", 2, 1000));
  }

  /// The engine may choose, and may place fewer: it takes those of a fixed handicap.
  std::string place_free_handicap(const Arguments& arguments) {
    const int stones = read_whole(arguments, 0, "number of stones", 2, 1000);
    return place_handicap(std::min(stones, most_handicap(session_.dialect().size)));
  }

  std::string loadsgf(const Arguments& arguments) {
    const std::string& file = argument(arguments, 0, "file");
    // "the position before move N"; without N, the whole game.
    const std::size_t count =
        arguments.size() < 2
            ? kAllMoves
            : static_cast<std::size_t>(read_whole(arguments, 1, "move number", 1, 1000000)) - 1;
    const Sgf sgf = read_sgf(read_file(file, kMostText), file);
    change_board([&] { session_.load(sgf, file, count); });
    return "";
  }

  std::string printsgf(const Arguments&) {
    if (session_.dialect().sgf == 0) throw Refused("SGF does not have this game");
    const bool over = session_.position().over();
    return sgf_of(session_.position(),
                  {"", "", over ? score_text(session_.position()).value_or("") : "", ""});
  }

  // ---- thinking ---------------------------------------------------------------------------------

  [[nodiscard]] std::string move_text(const AnyGame& position, std::uint32_t move) const {
    return gtp_text(session_.dialect(), position, move);
  }

  /// Searches the position, or only these moves of it if there are any.
  SearchResult think(const AnyGame& position, const Limits& limits, const std::stop_token& stop,
                     const std::vector<std::uint32_t>& moves = {}, std::size_t lines = 0) {
    const StreamKey key =
        key_.value_or(StreamKey{options_.seed, games_, position.moves().size(), 0});
    key_.reset();
    last_key_ = key;
    pondering_.end();
    searched_ = resumed(position);
    found_ = search_moves(*engine_, *searched_, moves, limits, key, lines, stop);
    return found_->result;
  }

  /// Searches the position after our last move, or stops that if it is no longer current.
  void ponder() {
    // Commands that leave the position unchanged do not disturb the search.
    if (over_ || session_.shared_position() != after_our_move_) return pondering_.stop();
    const AnyGame& position = session_.position();
    if (position.over() || pondering_.under_way()) return;
    // A key of the same game, so that the engine keeps its tree, but of none of its moves.
    constexpr std::uint64_t kPonder = std::uint64_t{1} << 63U;
    StreamKey key = last_key_.value_or(StreamKey{options_.seed, games_, 0, 0});
    key.move = kPonder + position.moves().size();
    // Its result is ignored: the next search meets the same errors.
    pondering_.begin([this, key, at = session_.shared_position()](const std::stop_token& stop) {
      try {
        engine_->search(*at, {.iterations = kMostPondered}, key, stop);
      } catch (const std::exception&) {
      }
    });
  }

  /// Searches within the smaller of a limit and what the player's clock allows, which has run
  /// since `begin`.
  SearchResult think_by_clock(const AnyGame& position, Clock::time_point begin,
                              const std::vector<std::uint32_t>& moves = {}, std::size_t lines = 0) {
    pondering_.end();  // before the clock is read
    std::optional<GameClock> clock;
    if (clocks_) clock = (*clocks_)[static_cast<std::size_t>(position.to_move())];
    const Limits limits = limits_of_move(options_.limits, clock, options_.lag, position, begin);
    return think(position, limits, stop_, moves, lines);
  }

  std::string genmove(const Arguments& arguments) {
    const Player player = read_player(arguments);
    if (session_.dialect().passes && session_.position().over()) return "pass";
    return generate(player, true);
  }

  /// Works after two passes too. Every stone counts, so all moves clean up, and it never resigns.
  std::string genmove_cleanup(const Arguments& arguments) {
    return generate(read_player(arguments), false);
  }

  std::string generate(Player player, bool may_resign) {
    const Clock::time_point begin = Clock::now();
    auto position = session_.with_turn(player);
    const auto only = only_move(options_.engine, *resumed(*position));
    SearchResult result;
    if (only) {
      result.best_move = *only;
    } else {
      result = think_by_clock(*position, begin);
    }
    return play_found(std::move(position), result, may_resign && !only, begin);
  }

  /// Makes the move that was found; returns its text, or that we resign.
  std::string play_found(std::unique_ptr<AnyGame> position, const SearchResult& result,
                         bool may_resign, Clock::time_point begin) {
    const auto player = static_cast<std::size_t>(position->to_move());
    const bool resigns = may_resign && result.value < options_.resign;
    const std::string text = resigns ? "resign" : move_text(*position, result.best_move);
    if (!resigns) {
      session_.play(std::move(position), result.best_move);
      after_our_move_ = session_.shared_position();
      pondering_.stop();  // it searches the position before
    }
    if (clocks_) (*clocks_)[player].spend(Clock::now() - begin);
    return text;
  }

  std::string reg_genmove(const Arguments& arguments) {
    const Clock::time_point begin = Clock::now();
    const auto position = session_.with_turn(read_player(arguments));
    return move_text(*position, think_by_clock(*position, begin).best_move);
  }

  /// Sets the random numbers of the next search, so that a match by GTP equals one without it.
  std::string banyan_key(const Arguments& arguments) {
    const auto number = [&](std::size_t i, const char* what) {
      return parse_count(argument(arguments, i, what), what);
    };
    key_ = StreamKey{number(0, "seed"), number(1, "game"), number(2, "move"), 0};
    return "";
  }

  // ---- time -------------------------------------------------------------------------------------

  void set_clocks(const std::optional<TimeControl>& control) {
    control_ = control;
    clocks_.reset();
    if (control) clocks_ = {GameClock(*control), GameClock(*control)};
  }

  std::string time_settings(const Arguments& arguments) {
    const TimeControl control{read_time(arguments, 0, "main time"),
                              {},
                              read_time(arguments, 1, "byo-yomi time"),
                              read_whole(arguments, 2, "number of byo-yomi stones", 0, 10000)};
    const bool unlimited =
        control.stones == 0 && (control.period > Time{} || control.main == Time{});
    set_clocks(unlimited ? std::nullopt : std::optional(control));
    return "";
  }

  std::string kgs_time_settings(const Arguments& arguments) {
    const std::string& system = argument(arguments, 0, "time system");
    const auto time = [&](std::size_t i) { return read_time(arguments, i, "time"); };
    const auto count = [&] { return read_whole(arguments, 3, "number", 1, 10000); };
    if (system == "none") {
      set_clocks(std::nullopt);
    } else if (system == "absolute") {
      set_clocks(TimeControl{time(1)});
    } else if (system == "canadian") {
      set_clocks(TimeControl{time(1), {}, time(2), count()});
    } else if (system == "byoyomi") {
      set_clocks(TimeControl{time(1), {}, time(2), 1, count()});
    } else if (system == "fischer") {
      set_clocks(TimeControl{time(1), time(2)});
    } else {
      throw Refused(
          "syntax error: the time system is none, absolute, byoyomi, canadian or fischer");
    }
    return "";
  }

  std::string time_left(const Arguments& arguments) {
    const Player player = read_player(arguments);
    const Time left = read_time(arguments, 1, "time");
    const int stones = read_whole(arguments, 2, "number of stones", 0, 10000);
    if (clocks_) (*clocks_)[static_cast<std::size_t>(player)].set(left, stones);
    return "";
  }

  // ---- what GUIs show ---------------------------------------------------------------------------

  std::string analyze_commands(const Arguments&) {
    return "gfx/Visits and values of the last search/banyan-graphics";
  }

  std::string graphics(const Arguments&) {
    if (!found_) throw Refused("nothing has been searched yet");
    return gogui_graphics(session_.dialect(), *searched_, found_->result);
  }

  std::string game_id(const Arguments&) { return session_.dialect().name; }

  std::string rules_board_size(const Arguments&) {
    const BoardSize size = session_.dialect().size;
    if (!size.is_square()) {
      throw Refused(
          fmt::format("the board of {} is not square: ask by query_boardsize", size_text(size)));
    }
    return size_text(size);
  }

  std::string legal_moves(const Arguments&) {
    const AnyGame& position = session_.position();
    std::string text;
    if (position.over()) return text;
    for (const std::uint32_t move : position.legal_moves()) {
      text += move_text(position, move) + ' ';
    }
    return text;
  }

  std::string side_to_move(const Arguments&) {
    return session_.position().to_move() == 0 ? "black" : "white";
  }

  std::string final_result(const Arguments&) {
    const AnyGame& position = session_.position();
    if (!position.over()) throw Refused("the game is not over");
    const Points first = position.result(0);
    return first == kDraw ? "draw" : first == kWin ? "black has won" : "white has won";
  }

  /// lz-analyze and lz-genmove_analyze, which answer line by line.
  void analyze(const Command& command, bool and_move) {
    const Clock::time_point begin = Clock::now();
    const AnalyzeTags tags = read_analyze_tags(session_, command.arguments);
    auto position = session_.with_turn(tags.player);
    controller_.write("=" + command.id + '\n');
    const auto show = [&] {
      const std::string line =
          analysis_line(session_.dialect(), *searched_, *found_, tags.least, tags.most);
      controller_.write(line + '\n');
    };
    if (and_move) {
      const SearchResult found = think_by_clock(*position, begin, tags.moves, tags.most);
      show();
      controller_.write("play " + play_found(std::move(position), found, true, begin) + "\n\n");
      return;
    }
    std::stop_source enough;
    const std::stop_callback stopped(stop_, [&] { enough.request_stop(); });
    const std::jthread watch([&](const std::stop_token& over) {
      while (!over.stop_requested() && !enough.stop_requested()) {
        if (controller_.waits(std::chrono::milliseconds(20))) enough.request_stop();
      }
    });
    search_in_rounds(tags.interval, enough.get_token(), [&](Clock::duration time) {
      const SearchResult found =
          think(*position, {.time = time}, enough.get_token(), tags.moves, tags.most);
      show();
      return found.proven.has_value();
    });
    controller_.write("\n");
  }

  ServerOptions options_;
  Controller controller_;
  std::stop_token stop_;  ///< of the current line
  Session session_;
  std::unique_ptr<AnyEngine> engine_;
  std::optional<GameClocks> clocks_;
  std::optional<TimeControl> control_;
  std::uint64_t games_ = 0;       ///< games begun before this one
  std::optional<StreamKey> key_;  ///< of the next search, if given
  std::optional<SearchedMoves> found_;
  std::unique_ptr<AnyGame> searched_;  ///< the position of found_
  bool over_ = false;                  ///< after quit
  std::optional<StreamKey> last_key_;  ///< of the last search
  std::shared_ptr<const AnyGame> after_our_move_;
  SearchThread pondering_;  ///< last, since it uses the engine
};

Server::Server(const ServerOptions& options, Controller controller)
    : commands_(std::make_unique<Commands>(options, std::move(controller))) {}

Server::~Server() = default;

bool Server::obey(std::string_view line, const std::stop_token& stop) {
  return commands_->obey(line, stop);
}

}  // namespace banyan::bench::gtp
