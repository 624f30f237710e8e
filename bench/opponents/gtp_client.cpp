// Programs that speak the Go Text Protocol, version 2, as engines.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "bench/notation/board_text.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/opponents/client.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/files.hpp"
#include "core/game/setup.hpp"
#include "games/text_match.hpp"

namespace banyan::bench {
namespace {

const char* colour(Player player) { return player == 0 ? "b" : "w"; }

class GtpClient final : public Client {
 public:
  using Client::Client;

  [[nodiscard]] bool takes_stones() const override {
    return knows_set_position() || knows_grhinos() || knows_loadsgf() || takes_any_play();
  }

 protected:
  void greet() override {
    known_.clear();
    told_.reset();
    seconds_ = 0;
    knows_control_ = false;
    if (ask("protocol_version") != "2") {
      fail(Fault::kGarbage, "speaks another protocol than version 2 of GTP");
    }
    std::istringstream list(ask("list_commands"));
    for (std::string line; std::getline(list, line);) known_.emplace(trimmed(line));
    name_ = {told("name"), told("version")};
    check_game();
    for (const std::string& command : theirs_.setup) ask(command);
    begin_game(*first_);
  }

  std::optional<std::string> choose(const AnyGame& position, const Limits& limits,
                                    const StreamKey& key, SearchResult& /*result*/) override {
    follow(position);
    const char* const us = colour(position.to_move());
    if (clocks_) {
      give_clocks();
    } else {
      give_time(us, limits);
    }
    if (known_.contains("banyan-key")) {
      ask(fmt::format("banyan-key {} {} {}", key.seed, key.game, key.move));
    }
    const auto allowed = clocks_ ? clock_of(position.to_move()).left()
                                 : std::chrono::nanoseconds(std::chrono::seconds(seconds_));
    const std::string text = ask(fmt::format("genmove {}", us), allowed);
    if (const auto move = read_move(position, text)) told_->play(*move);
    if (same_word(text, "resign")) return std::nullopt;
    return text;
  }

  [[nodiscard]] std::optional<std::uint32_t> read_move(const AnyGame& position,
                                                       const std::string& text) const override {
    return gtp_move(dialect_, position, text);
  }

 private:
  /// The text of its answer, lines joined by '\n'. Throws OpponentFault if it rejects the command.
  std::string ask(const std::string& command, std::chrono::nanoseconds more = {}) {
    const Question asked = question(command, more);
    send(command);
    std::string line;
    while (line.empty()) line = next_line(asked);  // the end of an earlier answer
    if (line[0] != '=' && line[0] != '?') {
      fail(Fault::kGarbage,
           fmt::format("answered {} by {}, which is not GTP", in_quotes(command), in_quotes(line)));
    }
    const bool refused = line[0] == '?';
    std::string text(trimmed(std::string_view(line).substr(1)));
    while (!(line = next_line(asked)).empty()) {
      text += '\n' + line;
      if (text.size() > kMostAnswer) fail_too_long(asked);
    }
    if (refused) {
      fail(Fault::kRefusal, fmt::format("refused {} by {}", in_quotes(command), in_quotes(text)));
    }
    return text;
  }

  /// What it reports about itself; empty if nothing.
  std::string told(const char* command) {
    try {
      return known_.contains(command) ? as_name(ask(command)) : "";
    } catch (const OpponentFault& fault) {
      if (fault.fault() != Fault::kRefusal) throw;
      return "";
    }
  }

  /// Rejects a program that says it plays something else.
  void check_game() {
    const std::string& wanted = dialect_.name;
    if (known_.contains("gogui-rules_game_id")) {
      const std::string played = ask("gogui-rules_game_id");
      if (played != wanted) {
        fail(Fault::kRefusal, fmt::format("plays {}, not {}", in_quotes(played), wanted));
      }
    }
    if (known_.contains("set_game")) ask("set_game " + wanted);
  }

  /// Starts the position's game: its first position, or stones.
  void begin_game(const AnyGame& position) {
    clear_board();
    auto start = start_of(position);
    if (start->set_up_from()) tell_stones(*start);
    told_ = std::move(start);
    knows_control_ = false;
  }

  void clear_board() {
    const BoardSize size = dialect_.size;
    if (!size.is_square()) {
      if (!known_.contains("rectangular_boardsize")) {
        fail(Fault::kRefusal, fmt::format("has no rectangular_boardsize, which a board of {} needs",
                                          size_text(size)));
      }
      ask(fmt::format("rectangular_boardsize {} {}", size.columns, size.rows));
    } else if (size.columns > 0) {
      ask(fmt::format("boardsize {}", size.columns));
    }
    ask("clear_board");
    if (dialect_.komi) ask(fmt::format("komi {:g}", *dialect_.komi));
  }

  // Ways to tell it of stones, the best first.

  [[nodiscard]] bool knows_set_position() const {
    return known_.contains("set_position") && dialect_.own;
  }
  [[nodiscard]] bool knows_grhinos() const {
    return known_.contains(kGrhinos) && dialect_.game.name == "othello";
  }
  [[nodiscard]] bool knows_loadsgf() const {
    return known_.contains("loadsgf") && dialect_.sgf != 0;
  }
  /// Whether a move may be placed anywhere and changes nothing else.
  [[nodiscard]] bool takes_any_play() const { return dialect_.own && !dialect_.forced_passes; }

  void tell_stones(const AnyGame& start) {
    const BoardSetup& setup = *start.set_up_from();
    if (knows_set_position()) {
      std::string stones;
      for_stones(setup, dialect_.size.columns, [&](Cell cell, Player owner) {
        stones += fmt::format(" {} {}", colour(owner), gtp_cell(dialect_, cell));
      });
      ask("set_position" + stones);
    } else if (knows_grhinos()) {
      ask(fmt::format("{} {}", kGrhinos, board_text(setup)));
    } else if (!knows_loadsgf() || !load(start)) {
      play_stones(setup);
    }
  }

  /// False if it rejects a file that it could do without.
  bool load(const AnyGame& start) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "start.sgf";
    write_file_whole(file, sgf_of(start, {}));
    try {
      ask("loadsgf " + file);
      return true;
    } catch (const OpponentFault& fault) {
      if (fault.fault() != Fault::kRefusal || !takes_any_play()) throw;
      clear_board();
      return false;
    }
  }

  /// Sends stones as moves, alternating while both players have some. They capture nothing: each
  /// chain has a liberty even among all stones.
  void play_stones(const BoardSetup& setup) {
    std::array<std::vector<std::string>, 2> vertices;  // by player
    for_stones(setup, dialect_.size.columns, [&](Cell cell, Player owner) {
      vertices.at(static_cast<std::size_t>(owner)).push_back(gtp_cell(dialect_, cell));
    });
    for (std::size_t i = 0; i < std::max(vertices[0].size(), vertices[1].size()); ++i) {
      for (const Player player : {0, 1}) {
        const auto& own = vertices.at(static_cast<std::size_t>(player));
        if (i < own.size()) ask(fmt::format("play {} {}", colour(player), own[i]));
      }
    }
  }

  /// Sends the moves that it does not know.
  void follow(const AnyGame& position) {
    const std::vector<std::uint32_t>& moves = position.moves();
    const std::vector<std::uint32_t>& told = told_->moves();
    const bool goes_on = told_->set_up_from() == position.set_up_from() &&
                         told.size() <= moves.size() &&
                         std::equal(told.begin(), told.end(), moves.begin());
    if (!goes_on) begin_game(position);
    while (told_->moves().size() < moves.size()) {
      const std::uint32_t move = moves[told_->moves().size()];
      if (!(dialect_.forced_passes && legal_pass(*told_) == move)) {
        ask(fmt::format("play {} {}", colour(told_->to_move()), gtp_text(dialect_, *told_, move)));
      }
      told_->play(move);
    }
  }

  /// GTP has whole seconds: fractions are rounded up.
  void give_time(const char* us, const Limits& limits) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.time).count();
    if (seconds == 0) return;
    if (seconds != seconds_ && known_.contains("time_settings")) {
      ask(fmt::format("time_settings 0 {} 1", seconds));
    }
    if (known_.contains("time_left")) ask(fmt::format("time_left {} {} 1", us, seconds));
    seconds_ = seconds;
  }

  /// Sends both clocks. The protocol has whole seconds and no increments; programs with KataGo's
  /// command for increments also take fractions.
  void give_clocks() {
    if (!std::exchange(knows_control_, true)) give_control(clock_of(0).control());
    if (!known_.contains("time_left")) return;
    for (const Player player : {0, 1}) {
      const GameClock& clock = clock_of(player);
      const int left = counts_periods(clock.control()) ? clock.periods() : clock.stones();
      const bool by_main = clock.main().count() > 0;
      ask(fmt::format("time_left {} {} {}", colour(player),
                      seconds_text(by_main ? clock.main() : clock.period()), by_main ? 0 : left));
    }
  }

  void give_control(const TimeControl& control) {
    const std::string main = control.main.count() > 0 ? seconds_text(control.main) : "0";
    if (control.increment.count() > 0 && known_.contains(kFractions)) {
      ask(fmt::format("{} fischer {} {}", kFractions, main, seconds_text(control.increment)));
    } else if (counts_periods(control)) {
      ask(fmt::format("{} byoyomi {} {} {}", kFractions, main, seconds_text(control.period),
                      control.periods));
    } else if (known_.contains("time_settings")) {
      const bool periods = control.stones > 0;
      ask(fmt::format("time_settings {} {} {}", main, periods ? seconds_text(control.period) : "0",
                      control.stones));
    }
  }

  /// Whether the program is told of several periods. Others know of one.
  [[nodiscard]] bool counts_periods(const TimeControl& control) const {
    return control.periods > 1 && known_.contains(kFractions);
  }

  /// Rounded down, but to at least a second if fractions are not supported: 0 may mean no limit.
  [[nodiscard]] std::string seconds_text(GameClock::Time time) const {
    using std::chrono::milliseconds;
    if (known_.contains(kFractions)) {
      const auto whole = std::chrono::duration_cast<milliseconds>(time).count();
      return fmt::format("{}.{:03}", whole / 1000, whole % 1000);
    }
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    return std::to_string(std::max<std::chrono::seconds::rep>(1, whole));
  }

  static constexpr const char* kFractions = "kata-time_settings";

  /// GRhino's command, which takes cells like our boards.
  static constexpr const char* kGrhinos = "grhino-setup_board";

  std::set<std::string> known_;
  std::unique_ptr<AnyGame> told_;          ///< the position that it knows
  std::chrono::seconds::rep seconds_ = 0;  ///< per move; 0: it was given no time
  bool knows_control_ = false;             ///< of this game
};

}  // namespace

std::unique_ptr<Client> make_gtp_client(const AnyGame& position, const EngineSettings& settings) {
  return std::make_unique<GtpClient>(position, settings);
}

}  // namespace banyan::bench
