// Random conversations of UCI.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <sstream>

#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/uci/protocol.hpp"
#include "bench/uci/server.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

using namespace std::string_view_literals;

/// What is said, also while a search runs.
class Said {
 public:
  void add(const std::string& text) {
    const std::lock_guard lock(mutex_);
    text_ += text;
  }
  std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(text_, {});
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

/// What is wrong with what was said, by the protocol. Counts the moves among it.
std::string fault_of_answers(const std::string& said, std::size_t& moves) {
  constexpr std::array kBegins{"id "sv,         "option name "sv, "uciok"sv,    "readyok"sv,
                               "info depth "sv, "info string "sv, "bestmove "sv};
  if (!said.empty() && !said.ends_with('\n')) return "is answered without an end";
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const bool known = std::any_of(kBegins.begin(), kBegins.end(),
                                   [&](std::string_view begin) { return line.starts_with(begin); });
    if (!known || has_controls(line)) return fmt::format("is answered by '{}'", line);
    moves += line.starts_with("bestmove ") ? 1 : 0;
  }
  return {};
}

std::string any_line(Dice& dice) {
  static const std::vector<std::string> kCommands =
      words("uci isready ucinewgame stop ponderhit quit debug register joho setoption");
  static const std::vector<std::string> kPositions = {
      "position startpos moves",        "position fen 3/3/3 w moves",
      "position fen 5/5/5/5/5 b moves", "position fen PP1/pp1/3 w - - 0 1 moves",
      "position fen XX-OO---- X moves", "position"};
  static const std::vector<std::string> kMoves =
      words("a1 b2 c3 a2a3 b7b6 a2xb3 4 1 pass swap-pieces d3 0000 e2e4 moves");
  static const std::vector<std::string> kGo = words(
      "infinite ponder nodes movetime wtime btime winc binc movestogo depth mate searchmoves a1 b2 "
      "a2a3 4 1 0 7 100 -5");
  static const std::vector<std::string> kOptions =
      words("c expand final solver reuse MultiPV Ponder UCI_Variant select priors nothing",
            "Move Overhead");
  std::string line;
  const auto add = [&](const std::vector<std::string>& from) {
    for (std::size_t more = dice.below(6); more > 0; --more) {
      line += ' ' + (dice.one_in(6) ? any_value(dice) : dice.pick(from));
    }
  };
  if (dice.one_in(3)) {
    line = "go";
    add(kGo);
  } else if (dice.one_in(2)) {
    line = dice.pick(kPositions);
    add(kMoves);
  } else if (dice.one_in(2)) {
    line = "setoption name " + dice.pick(kOptions) + " value " +
           (dice.one_in(2) ? any_value(dice) : dice.pick(words("true false 1 3 0.5 <empty> on")));
  } else {
    line = dice.pick(kCommands);
  }
  return dice.one_in(5) ? mutated(std::move(line), dice) : line;
}

}  // namespace

Trial try_uci(Dice& dice) {
  static const std::vector<std::string> kGames = words(
      "breakthrough breakthrough:size=5 othello connect_four tic_tac_toe go:size=5 hex:size=5 "
      "hex:size=3 gomoku:size=9 ultimate_tic_tac_toe dots_and_boxes p_game:branching=30,depth=6");
  Trial trial{dice.pick(kGames), {}};
  try {
    Said said;
    uci::Server server(
        {parse_game(trial.input), {parse_engine("seq:memory=1M")}, Limits{.iterations = 3}, 1},
        [&](const std::string& text) { said.add(text); });
    std::size_t asked = 0;
    std::size_t moves = 0;
    const auto obey = [&](const std::string& line) {
      trial.input += '\n' + line;
      const uci::Words parsed = uci::parse_line(line);
      asked += !parsed.empty() && parsed[0] == "go" ? 1 : 0;
      server.obey(line);  // also after quit
      trial.fault = fault_of_answers(said.take(), moves);
      return trial.fault.empty();
    };
    for (int lines = 0; lines < kUciLines; ++lines) {
      if (!obey(any_line(dice))) return trial;
    }
    if (obey("stop") && moves != asked) {
      trial.fault = fmt::format("has {} moves for {} searches", moves, asked);
    }
  } catch (const std::exception& error) {
    trial.fault = fmt::format("lets this through: {}", error.what());
  }
  return trial;
}

}  // namespace banyan::bench::fuzz
