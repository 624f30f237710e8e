// Random texts in random positions through the program's own door, parse_move; games/fuzz_test.hpp.
#include "games/fuzz_test.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bench/registry/games.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/breakthrough/textbook.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/connect_four/textbook.hpp"
#include "games/go/go.hpp"
#include "games/go/textbook.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/gomoku/textbook.hpp"
#include "games/hex/hex.hpp"
#include "games/hex/textbook.hpp"
#include "games/othello/othello.hpp"
#include "games/othello/textbook.hpp"
#include "games/p_game/p_game.hpp"
#include "games/p_game/textbook.hpp"
#include "games/tic_tac_toe/textbook.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/textbook.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan::bench {
namespace {

/// Reads moves as the command line does.
class ProgramReader {
 public:
  explicit ProgramReader(const std::string& spec) : start_(parse_game(spec).start) {}

  template <Game G>
  void restart(const G& /*start*/) {
    position_ = start_->clone();
  }
  void play(std::uint32_t move) { position_->play(move); }
  [[nodiscard]] std::optional<std::uint32_t> read(const std::string& text) const {
    try {
      return parse_move(*position_, text);
    } catch (const UsageError&) {
      return std::nullopt;
    }
  }

 private:
  std::shared_ptr<const AnyGame> start_;
  std::unique_ptr<AnyGame> position_;
};

/// The start of the game of that spec, once more.
template <class Textbook, TextGame G>
void fuzz(const std::string& spec, const G& start) {
  ProgramReader reader(spec);
  conformance::expect_only_legal_texts_to_be_read<Textbook>(start, conformance::fuzz_texts(),
                                                            reader);
}

TEST(ParseMoveAcceptsOnlyLegalMovesOf, TicTacToe) {
  fuzz<textbook::TicTacToe>("tic_tac_toe", TicTacToe());
}
TEST(ParseMoveAcceptsOnlyLegalMovesOf, UltimateTicTacToe) {
  fuzz<textbook::UltimateTicTacToe>("ultimate_tic_tac_toe", UltimateTicTacToe());
}
TEST(ParseMoveAcceptsOnlyLegalMovesOf, ConnectFour) {
  fuzz<textbook::ConnectFour>("connect_four", ConnectFour());
}
TEST(ParseMoveAcceptsOnlyLegalMovesOf, Othello) { fuzz<textbook::Othello>("othello", Othello()); }
TEST(ParseMoveAcceptsOnlyLegalMovesOf, Breakthrough) {
  fuzz<textbook::Breakthrough>("breakthrough", Breakthrough());
}
TEST(ParseMoveAcceptsOnlyLegalMovesOf, Hex) { fuzz<textbook::Hex>("hex:size=7", Hex<11>(7)); }
TEST(ParseMoveAcceptsOnlyLegalMovesOf, Gomoku) {
  fuzz<textbook::Gomoku>("gomoku:size=9", Gomoku<15>(9));
}
TEST(ParseMoveAcceptsOnlyLegalMovesOf, GoOnARectangle) {
  fuzz<textbook::Go<Go<19>>>("go:size=12x3", Go<19>(BoardSize(12, 3)));
}
TEST(ParseMoveAcceptsOnlyLegalMovesOf, Go) { fuzz<textbook::Go<Go<9>>>("go:size=5", Go<9>(5)); }
TEST(ParseMoveAcceptsOnlyLegalMovesOf, PGame) {
  fuzz<textbook::PGame>("p_game:branching=16,depth=60", PGame({16, 60, 1, 0}));
}

}  // namespace
}  // namespace banyan::bench
