// Random conversations of GTP.
#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "bench/gtp/server.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

/// What is wrong with an answer, by the protocol.
std::string fault_of_answer(const std::string& answer) {
  if (answer.empty()) return {};  // to a comment
  if (answer[0] != '=' && answer[0] != '?') return "is answered without = or ?";
  if (!answer.ends_with("\n\n")) return "is answered without an end";
  if (answer.find("\n\n") != answer.size() - 2) return "is answered twice";
  const auto unprintable = [](char c) { return (c < ' ' || c > '~') && c != '\n'; };
  if (std::any_of(answer.begin(), answer.end(), unprintable)) return "is answered by control codes";
  return {};
}

std::string any_line(const std::vector<std::string>& commands, Dice& dice) {
  static const std::vector<std::string> kArguments = words(
      "b w black White a1 B2 c3 pass resign 9 19 13 5 0 1 10 -1 7.5 1e9 dead i5 a2a3 a2-a3 b3xa4 "
      "fischer none "
      "genmove allow avoid maxmoves swap-pieces 4x3");
  std::string line = dice.one_in(3) ? std::to_string(dice.below(1000)) + ' ' : "";
  // Typical commands of games.
  line += dice.one_in(2) ? dice.pick(words("play genmove undo")) : dice.pick(commands);
  for (std::size_t arguments = dice.below(4); arguments > 0; --arguments) {
    line += ' ' + (dice.one_in(6) ? any_value(dice) : dice.pick(kArguments));
  }
  return dice.one_in(5) ? mutated(std::move(line), dice) : line;
}

}  // namespace

Trial try_gtp(Dice& dice) {
  static const std::vector<std::string> kGames = words(
      "go:size=5 go:size=2,moves=3 go:size=9,komi=6 go:size=19 go:size=4x3 go:size=3x12 "
      "hex:size=5x4 "
      "gomoku:size=11x4 othello hex:size=3 hex:size=14 gomoku:size=9 gomoku:size=19 "
      "breakthrough:size=5 breakthrough connect_four tic_tac_toe ultimate_tic_tac_toe "
      "dots_and_boxes p_game:branching=30,depth=6");
  Trial trial{dice.pick(kGames), {}};
  std::string answer;
  gtp::Server server({parse_game(trial.input), parse_engine("seq:iterations=3,memory=1M"), {}, 1},
                     {[&](const std::string& text) { answer += text; }});
  server.obey("list_commands");
  std::vector<std::string> commands =
      parse_list(std::string_view(answer).substr(2, answer.size() - 4), '\n', "list_commands");
  try {
    for (int lines = 0; lines < kGtpLines; ++lines) {
      const std::string line = any_line(commands, dice);
      trial.input += '\n' + line;
      answer.clear();
      server.obey(line);  // also after quit
      trial.fault = fault_of_answer(answer);
      if (!trial.fault.empty()) return trial;
    }
  } catch (const std::exception& error) {
    trial.fault = fmt::format("lets this through: {}", error.what());
  }
  return trial;
}

}  // namespace banyan::bench::fuzz
