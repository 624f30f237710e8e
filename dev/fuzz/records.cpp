// Random SGF and boards: damaged files of all kinds that programs write.
#include <fmt/format.h>

#include "bench/gtp/session.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/registry/games.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

const std::string kName = "FILE";

struct RecordKind {
  std::string game;
  std::string root;
  std::vector<std::string> values;  ///< of moves and stones
};

const std::vector<RecordKind>& kinds() {
  static const std::vector<RecordKind> kRecords{
      {"go",
       "GM[1]SZ[5]KM[0.5]",
       {"aa", "bb", "cc", "dd", "ee", "ab", "ba", "bc", "", "tt", "aa:cc"}},
      {"go", "GM[1]SZ[9]", {"aa", "ee", "dd", "ed", "fe", "", "ii", "dd:ff"}},
      {"go", "GM[1]SZ[4:3]KM[0.5]", {"aa", "bb", "cc", "dc", "da", "ab", "", "tt", "aa:dc", "ad"}},
      {"hex", "GM[11]SZ[3:4]", {"a1", "b2", "c3", "c4", "a3", "d1", "swap", "swap-sides"}},
      {"gomoku", "GM[4]SZ[7:3]", {"aa", "bb", "cc", "gc", "da", "ac", "ad"}},
      {"othello", "GM[2]", {"dd", "ee", "dc", "ce", "fd", "ef", "", "aa", "cc:ff"}},
      {"hex", "GM[11]SZ[3]", {"a1", "b2", "c3", "b1", "a3", "swap-pieces", "swap", "resign"}},
      {"gomoku", "GM[4]SZ[9]", {"aa", "bb", "cc", "dd", "ee", "ff", "ab"}}};
  return kRecords;
}

std::string any_record(const RecordKind& kind, Dice& dice) {
  static const std::vector<std::string> kRoot{"HA[2]",
                                              "PL[W]",
                                              "CA[Shift_JIS]GN[\x95\\]",
                                              "CA[GBK]PB[\x81]]",
                                              "C[\\]]",
                                              "US[Someone[3d]]",
                                              "AP[foxwq]RU[Chinese]KM[375]",
                                              "KO[7.5]",
                                              "KM[]",
                                              "PB[\xe5\xa3\xab]",
                                              "PB[\xe9\\]",
                                              "EV[hex]"};
  static const std::vector<std::string> kNames = words("B W B W AB AW AE");
  std::string text = "(;FF[4]" + kind.root;
  for (std::size_t n = dice.below(3); n > 0; --n) text += dice.pick(kRoot);
  for (std::size_t nodes = dice.below(12); nodes > 0; --nodes) {
    text += dice.one_in(12) ? "(;" : ";";
    for (std::size_t n = dice.one_in(4) ? 2 : 1; n > 0; --n) {
      text += dice.one_in(10) ? dice.pick<std::string>({"PL[B]", "PL[W]"})
                              : dice.pick(kNames) + '[' + dice.pick(kind.values) + ']';
    }
  }
  text += ")";
  return dice.one_in(3) ? mutated(std::move(text), dice) : text;
}

std::string any_board(Dice& dice) {
  std::string text;
  const bool columns = dice.one_in(3);
  for (std::size_t cells = dice.pick<std::size_t>({9, 9, 25, 42, 64}); cells > 0; --cells) {
    text += columns ? dice.pick<std::string>({"x,", "o,", "b,", "b,"})
                    : dice.pick<std::string>({"X", "O", "-", "-", "-", ".", "*", "@", "B", "W"});
  }
  text += columns ? dice.pick<std::string>({"win", "draw", ""})
                  : dice.pick<std::string>({" X", " O", " W", " X; a1:+2;", ""});
  if (!columns && dice.one_in(5)) text = "[8 " + text + ']';
  return dice.one_in(3) ? mutated(std::move(text), dice) : text;
}

/// What is wrong with a position read from a record, or with the record written from it.
std::string fault_of_record(const RecordKind& kind, const AnyGame& position) {
  const std::string written = sgf_of(position, {});
  const Sgf sgf = read_sgf(written, kName);
  const auto again = sgf_positions(sgf_game(sgf, parse_spec(kind.game), kName), sgf, kName).last;
  if (again->moves() == position.moves() && again->board() == position.board() &&
      start_of(*again)->setup() == start_of(position)->setup() &&
      again->spec() == position.spec()) {
    return {};
  }
  return fmt::format("is written as {}, which is read otherwise", written);
}

/// Loads it like the GTP server, and takes all moves back.
std::string fault_of_session(const RecordKind& kind, const Sgf& sgf, std::size_t count) {
  gtp::Session session(parse_game(kind.game));
  try {
    session.load(sgf, kName, count);
  } catch (const gtp::Refused& refused) {
    return {};
  }
  const std::string fault = fault_of_record(kind, session.position());
  if (!fault.empty()) return fault;
  const std::size_t moves = session.position().moves().size();
  try {
    for (std::size_t i = 0; i <= moves + count; ++i) session.undo();
  } catch (const gtp::Refused& refused) {
    return {};
  }
  return "has more moves to take back than it has";
}

}  // namespace

Trial try_record(Dice& dice) {
  if (dice.one_in(4)) {
    const std::string game = dice.pick(
        words("tic_tac_toe connect_four othello hex:size=3 hex:size=3x14 go:size=5 go:size=3 "
              "go:size=14x3 breakthrough"));
    Trial trial{any_board(dice), {}};
    trial.fault = fault_of_reading([&]() -> std::string {
      const BoardText text = read_board(*parse_game(game).start, trial.input);
      std::string line;
      const auto setup = text.position->setup();
      for (const Player owner : setup->owners) line += mark(owner);
      if (text.position->over()) return {};
      line += text.position->to_move() == 0 ? " X" : " O";
      const auto again = read_board(*parse_game(game).start, line).position;
      return again->board() == text.position->board() ? "" : "is read otherwise from " + line;
    });
    return trial;
  }
  const RecordKind& kind = dice.pick(kinds());
  Trial trial{any_record(kind, dice), {}};
  const std::size_t count = dice.below(8);
  trial.fault = fault_of_reading([&] {
    const Sgf sgf = read_sgf(trial.input, kName);
    const std::string fault = fault_of_session(kind, sgf, count);
    if (!fault.empty()) return fault;
    const GameChoice game = sgf_game(sgf, parse_spec(kind.game), kName);
    return fault_of_record(kind, *sgf_positions(game, sgf, kName).last);
  });
  return trial;
}

}  // namespace banyan::bench::fuzz
