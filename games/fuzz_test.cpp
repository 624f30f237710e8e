// Every game gets random texts in random positions. The environment can ask for more:
// BANYAN_FUZZ_TEXTS=10000000.
#include "games/fuzz_test.hpp"

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

namespace banyan::conformance {
namespace {

template <class Textbook, TextGame G>
void fuzz(const G& start) {
  OwnReader<G> reader;
  expect_only_legal_texts_to_be_read<Textbook>(start, fuzz_texts(), reader);
}

TEST(OnlyLegalMovesAreReadOf, TicTacToe) { fuzz<textbook::TicTacToe>(TicTacToe()); }
TEST(OnlyLegalMovesAreReadOf, UltimateTicTacToe) {
  fuzz<textbook::UltimateTicTacToe>(UltimateTicTacToe());
}
TEST(OnlyLegalMovesAreReadOf, ConnectFour) { fuzz<textbook::ConnectFour>(ConnectFour()); }
TEST(OnlyLegalMovesAreReadOf, Othello) { fuzz<textbook::Othello>(Othello()); }
TEST(OnlyLegalMovesAreReadOf, Breakthrough5) { fuzz<textbook::Breakthrough>(Breakthrough(5)); }
TEST(OnlyLegalMovesAreReadOf, Breakthrough8) { fuzz<textbook::Breakthrough>(Breakthrough(8)); }
TEST(OnlyLegalMovesAreReadOf, Hex5) { fuzz<textbook::Hex>(Hex<11>(5)); }
TEST(OnlyLegalMovesAreReadOf, Hex14) { fuzz<textbook::Hex>(Hex<14>(14)); }
TEST(OnlyLegalMovesAreReadOf, Gomoku9) { fuzz<textbook::Gomoku>(Gomoku<15>(9)); }
TEST(OnlyLegalMovesAreReadOf, Gomoku19) { fuzz<textbook::Gomoku>(Gomoku<19>(19)); }
TEST(OnlyLegalMovesAreReadOf, Go5) { fuzz<textbook::Go<Go<9>>>(Go<9>(5)); }
TEST(OnlyLegalMovesAreReadOf, Go9) { fuzz<textbook::Go<Go<9>>>(Go<9>(9)); }
TEST(OnlyLegalMovesAreReadOf, GoOnARectangle) { fuzz<textbook::Go<Go<9>>>(Go<9>(BoardSize(9, 3))); }
TEST(OnlyLegalMovesAreReadOf, HexOnARectangle) { fuzz<textbook::Hex>(Hex<11>(BoardSize(9, 4))); }
TEST(OnlyLegalMovesAreReadOf, GomokuOnARectangle) {
  fuzz<textbook::Gomoku>(Gomoku<19>(BoardSize(5, 17)));
}
TEST(OnlyLegalMovesAreReadOf, PGameOf2Moves) { fuzz<textbook::PGame>(PGame()); }
TEST(OnlyLegalMovesAreReadOf, PGameOf16Moves) { fuzz<textbook::PGame>(PGame({16, 60, 1, 0})); }
TEST(OnlyLegalMovesAreReadOf, PGameOf225Moves) {
  fuzz<textbook::PGame>(LargePGame({225, 250, 1, 0}));
}

}  // namespace
}  // namespace banyan::conformance
