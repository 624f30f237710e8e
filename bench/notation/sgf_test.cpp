#include "bench/notation/sgf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iconv.h>

#include <string>
#include <vector>

#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

constexpr std::size_t kAll = static_cast<std::size_t>(-1);
const std::string kFile = "x.sgf";

Sgf sgf_from(const std::string& text) { return read_sgf(text, kFile); }

/// The position that a text leads to, with its size and komi.
std::shared_ptr<const AnyGame> reached(const std::string& text, const std::string& game = "go",
                                       std::size_t count = kAll) {
  const Sgf sgf = sgf_from(text);
  return sgf_positions(sgf_game(sgf, parse_spec(game), kFile), sgf, kFile, count).last;
}

std::string why_unread(const std::string& text, const std::string& game = "go") {
  return refusal([&] { reached(text, game); });
}

/// "X b3 c3, O d4, O to move": the stones by cell, row 1 at the top, and whose turn it is.
std::string stones(const AnyGame& position) {
  const BoardSetup setup = position.setup().value();
  std::string text;
  const int columns = dialect_of(position).size.columns;
  for (const Player player : {0, 1}) {
    std::string cells;
    for_stones(setup, columns, [&](Cell cell, Player owner) {
      if (owner == player) cells += ' ' + to_text(cell);
    });
    if (!cells.empty()) text += mark(player) + cells + ", ";
  }
  return text + mark(position.to_move()) + " to move";
}

std::string stones(const std::string& text, const std::string& game = "go",
                   std::size_t count = kAll) {
  return stones(*reached(text, game, count));
}

TEST(Sgf, IsReadAlongTheMainLine) {
  EXPECT_EQ(stones("junk before (;FF[4]GM[1]SZ[9]\nKM[6.5]C[a (comment\\] ; with [brackets]\n"
                   ";B[ee];W[gc](;B[cg];W[])(;B[aa]))(;GM[2])"),
            "X e5 c7, O g3, X to move");
  EXPECT_EQ(stones("(;FF[4]GM[1]SZ[9]KM[5.5];B[ee](;W[dd];B[ff])(;W[ff];B[dd]))"),
            "X e5 f6, O d4, O to move");
}

TEST(Sgf, SetsUpStonesThatAreNoMoves) {
  const auto game = reached("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])");
  EXPECT_EQ(stones(*game), "X c3 g7, O e5, X to move");
  EXPECT_EQ(game->moves().size(), 1U);
  EXPECT_EQ(stones("(;FF[4]GM[1]SZ[9]HA[3]KM[0.5]AB[gc][cg][gg];W[cc];B[dc];W[cd];B[ce])"),
            "X d3 g3 c5 c7 g7, O c3 c4, O to move");
}

TEST(Sgf, CountsMovesAloneAndSetsUpWhatComesBeforeThem) {
  const std::string text = "(;GM[1]SZ[9]AB[cc][gg];W[ee];B[ff];AW[aa];W[dd])";
  EXPECT_EQ(stones(text, "go", 0), "X c3 g7, O to move");
  EXPECT_EQ(stones(text, "go", 1), "X c3 g7, O e5, X to move");
  EXPECT_EQ(stones(text, "go", 2), "X c3 f6 g7, O a1 e5, O to move");
  EXPECT_EQ(stones(text, "go", 3), "X c3 f6 g7, O a1 d4 e5, X to move");
}

TEST(Sgf, ObeysPlElseTheNextMoveElseWhiteAnswersAHandicap) {
  EXPECT_EQ(stones("(;GM[1]SZ[9]AW[ff][gg]AB[dd][cc]PL[B])"), "X c3 d4, O f6 g7, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]PL[W]AB[dd][cc]AW[ff][gg][cf])"), "X c3 d4, O c6 f6 g7, O to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]PL[black]AB[dd][cc])"), "X c3 d4, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]AB[dd]AW[ff];W[cc])"), "X d4, O c3 f6, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]AB[dd][ff];B[cc])"), "X c3 d4 f6, O to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]AB[dd][ff])"), "X d4 f6, O to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]AB[dd]AW[ff])"), "X d4, O f6, X to move");
  EXPECT_EQ(stones("(;FF[4]GM[1]SZ[9]HA[2];B[ee];W[dd])"), "X e5, O d4, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9];B[ee];PL[B])"), "X e5, X to move");
}

TEST(Sgf, LetsWhiteBeginWithoutAPass) {
  const auto game = reached("(;GM[1]SZ[9];W[ee];B[dd])");
  EXPECT_EQ(stones(*game), "X d4, O e5, O to move");
  EXPECT_EQ(game->moves().size(), 2U);
}

TEST(Sgf, ClearsAndReplacesStones) {
  EXPECT_EQ(stones("(;FF[4]GM[1]SZ[9]KM[7];B[ee];W[dd];AE[dd]AB[dd])"), "X d4 e5, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9];B[ee];W[dd];AE[ee])"), "O d4, X to move");
}

TEST(Sgf, ExpandsRectanglesOfPoints) {
  EXPECT_EQ(stones("(;FF[4]GM[1]SZ[9]KM[7]AB[dd:ff])"), "X d4 e4 f4 d5 e5 f5 d6 e6 f6, O to move");
  EXPECT_EQ(stones("(;GM[11]SZ[5]AB[a1:b1]AW[c3]PL[B])", "hex"), "X a1 b1, O c3, X to move");
  EXPECT_EQ(why_unread("(;GM[1]SZ[9]AB[ff:dd])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its AB['ff:dd'] is no point of the board.");
}

TEST(Sgf, GoesOnAfterTwoPasses) {
  EXPECT_EQ(stones("(;FF[4]GM[1]SZ[9]KM[7];B[ee];W[];B[];W[dd];B[ff])"),
            "X e5 f6, O d4, O to move");
  EXPECT_FALSE(reached("(;GM[1]SZ[9];B[ee];W[];B[];W[dd];B[ff])")->over());
  const auto passes = reached("(;FF[4]GM[1]SZ[9]KM[7];B[ee];W[tt];B[tt];W[tt])");
  EXPECT_EQ(stones(*passes), "X e5, X to move");
  EXPECT_TRUE(passes->over());
}

TEST(Sgf, KeepsTheHistoryForSuperkoFromTheStonesOn) {
  // Black takes the stone on c4. White may not retake at once, unless stones were set up since.
  const auto before = reached("(;GM[1]SZ[5]AB[bb][ca][cc]AW[cb][da][dc][eb]PL[B];B[db])");
  EXPECT_EQ(stones(*before), "X c1 b2 d2 c3, O d1 e2 d3, O to move");
  EXPECT_FALSE(legal(*before, before->parse("c4")).has_value());
  const auto anew = reached("(;GM[1]SZ[5]AB[bb][ca][cc]AW[cb][da][dc][eb]PL[B];B[db];AE[aa])");
  EXPECT_TRUE(legal(*anew, anew->parse("c4")).has_value());
}

TEST(Sgf, MeansBoardsOf19OfGoWhereItHasNoSize) {
  const Sgf sgf = sgf_from("(;FF[4]GM[1]KM[6.5];B[ee];W[dd])");
  EXPECT_EQ(sgf_game(sgf, parse_spec("go"), kFile).canonical, "go:size=19,komi=6.5");
  EXPECT_EQ(why_unread("(;FF[4]GM[1]KM[6.5];B[ee];W[dd])", "go:size=9"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its board is of size 19 (which SGF means "
            "where there is no SZ), not 9.");
}

TEST(Sgf, GivesItsSizeAndKomiWhereTheSpecHasNone) {
  const Sgf sgf = sgf_from("(;FF[4]GM[1]SZ[9]KM[5.5];B[ee])");
  EXPECT_EQ(sgf_game(sgf, parse_spec("go"), kFile).canonical, "go:size=9,komi=5.5");
  EXPECT_EQ(sgf_game(sgf, parse_spec("go:komi=5.5"), kFile).canonical, "go:size=9,komi=5.5");
  EXPECT_EQ(why_unread("(;SZ[9]KM[5.5])", "go:komi=7.5"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its komi is 5.5, not 7.5.");
  EXPECT_EQ(sgf_game(sgf_from("(;GM[4]SZ[19];B[aa])"), parse_spec("gomoku"), kFile).canonical,
            "gomoku:size=19,line=5");
}

TEST(Sgf, ReadsKomiInPointsFromHundredthsAndStones) {
  const auto komi = [](const std::string& root) { return sgf_from("(;SZ[19]" + root + ")").komi; };
  EXPECT_EQ(komi("KM[375]RU[Chinese]AP[foxwq]"), 7.5);
  EXPECT_EQ(komi("KM[650]RU[Japanese]AP[GNU Go:3.8]AP[foxwq]"), 6.5);
  EXPECT_EQ(komi("KM[50]HA[2]RU[Japanese]AP[foxwq]"), 0.5);
  EXPECT_EQ(komi("KM[0]HA[2]AP[foxwq]"), 0);
  EXPECT_EQ(komi("KM[50]"), 50);
  EXPECT_EQ(komi("KM[3.75]"), 7.5);
  EXPECT_EQ(komi("KM[3.25]"), 6.5);
  EXPECT_EQ(komi("KM[2.75]"), 5.5);
  EXPECT_EQ(komi("KM[-3.75]"), -7.5);
  EXPECT_EQ(komi("KO[6.5]"), 6.5);  // Sina
  EXPECT_EQ(komi("KO[]"), std::nullopt);
  EXPECT_EQ(komi("KM[ ]"), std::nullopt);
  EXPECT_EQ(komi("KM[+6.5]"), 6.5);
  EXPECT_EQ(why_unread("(;SZ[9]KM[375])"),
            "'x.sgf' has KM['375'], which is no komi in points: give "
            "halves from -100 to 100.");
}

TEST(Sgf, RefusesAKomiThatIsNeitherInHalvesOfAPointNorInStones) {
  for (const std::string komi : {"6.25", "-6.75", "6.3", "3.7", "4.25", "0.1"}) {
    EXPECT_EQ(why_unread("(;SZ[9]KM[" + komi + "])"),
              "'x.sgf' has KM['" + komi +
                  "'], which is no komi in points: give halves from -100 to 100.");
  }
}

TEST(Sgf, NeverReadsHalfANumber) {
  EXPECT_EQ(why_unread("(;SZ[9]KM[6,5])"), "'x.sgf' has KM['6,5'], which is no number.");
  EXPECT_EQ(why_unread("(;SZ[9x9])"), "'x.sgf' has SZ['9x9'], which is no whole number.");
  EXPECT_EQ(why_unread("(;GM[Go])"), "'x.sgf' has GM['Go'], which is no whole number.");
  EXPECT_EQ(why_unread("(;SZ[9]HA[two])"), "'x.sgf' has HA['two'], which is no whole number.");
  EXPECT_EQ(why_unread("(;SZ[9]PL[?])"), "'x.sgf' has PL['?'], which is neither B nor W.");
  EXPECT_EQ(why_unread("(;SZ[9:])"), "'x.sgf' has SZ['9:'], which is no whole number.");
  EXPECT_EQ(why_unread("(;SZ[9:x])"), "'x.sgf' has SZ['x'], which is no whole number.");
  EXPECT_EQ(sgf_from("(;SZ[9:9])").size, 9);
  EXPECT_EQ(why_unread("(;SZ[9];B[ee][dd])"),
            "'x.sgf' has B['ee']['dd'], of which there can be one.");
}

TEST(Sgf, HasColumnsAndRowsOfABoardThatIsNotSquare) {
  EXPECT_EQ(sgf_from("(;SZ[9:7];B[ee])").size, BoardSize(9, 7));
  const auto go = reached("(;GM[1]SZ[9:4]KM[0.5]AB[ia][ad];W[id])");
  EXPECT_EQ(go->spec(), "go:size=9x4,komi=0.5");
  EXPECT_EQ(stones(*go), "X i1 a4, O i4, X to move");  // as cells of Hex are written
  EXPECT_EQ(sgf_of(*go, {}),
            "(;FF[4]GM[1]AP[Banyan]SZ[9:4]KM[0.5]RU[Chinese]HA[2]AB[ia][ad]PL[W]"
            "\n;W[id])\n");
  EXPECT_EQ(stones("(;GM[11]SZ[4:7]AB[a1:b1]AW[d7]PL[B])", "hex"), "X a1 b1, O d7, X to move");
  EXPECT_EQ(stones("(;GM[4]SZ[12:5]AB[aa:cb])", "gomoku"), "X a1 b1 c1 a2 b2 c2, O to move");
  EXPECT_EQ(why_unread("(;GM[1]SZ[9:4];B[ae])"),
            "'x.sgf' does not fit go:size=9x4,komi=7.5: its move 1, B['ae'], is not legal.");
  EXPECT_EQ(why_unread("(;GM[1]SZ[9:4])", "go:size=9"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its board is of size 9x4, not 9.");
  EXPECT_THAT(why_unread("(;GM[1]SZ[9:20])"), HasSubstr("'x.sgf' does not fit: go: size=9x20 is"));
  // A stone cannot be mirrored there; sides can be swapped.
  EXPECT_EQ(why_unread("(;GM[11]SZ[5:4];B[b3];W[swap-pieces])", "hex"),
            "'x.sgf' does not fit hex:size=5x4: its move 2, W['swap-pieces'], is not legal.");
  EXPECT_EQ(stones("(;GM[11]SZ[5:4];B[b3];W[swap-sides];W[c3])", "hex"), "X b3, O c3, X to move");
}

TEST(Sgf, ReadsWhatProgramsWriteWrongWhereItMeansOneThing) {
  EXPECT_EQ(stones("(B[ee];W[dd])"), "X e5, O d4, X to move");
  EXPECT_EQ(stones("(\nTE[A cup]\nRD[2020-01-01]\nSZ[9]KO[7.5]\nRE[B+2]\n;B[ee];W[dd])"),
            "X e5, O d4, X to move");
  EXPECT_EQ(stones("(;FF[4]GM[1]SZ[9]RU[Japanese]KM[6.5]KO[]MULTIGOGM[1];KO[]B[ee])"),
            "X e5, O to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9];B[ee ];W[ dd])"), "X e5, O d4, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9];B[ee]W[dd];B[ff]W[gg])"), "X e5 f6, O d4 g7, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]US[Someone[3d]];B[ee];W[dd])"), "X e5, O d4, X to move");
  EXPECT_EQ(stones("(;GM[1]SZ[9]C[a (b) ; c\\] d \\\\];B[ee];W[dd])"), "X e5, O d4, X to move");
  EXPECT_EQ(stones("from (me) to you (;GM[1]SZ[9];B[ee])"), "X e5, O to move");
}

/// Skips what this system has no iconv module for.
#define NEEDS_CHARSET(name)                                                             \
  do {                                                                                  \
    const iconv_t found = ::iconv_open("UTF-8", name);                                  \
    if (found == reinterpret_cast<iconv_t>(-1)) GTEST_SKIP() << "iconv knows no " name; \
    ::iconv_close(found);                                                               \
  } while (false)

TEST(Sgf, IsReadInTheCharacterSetThatItDeclares) {
  NEEDS_CHARSET("CP932");
  NEEDS_CHARSET("GB18030");
  NEEDS_CHARSET("BIG5-HKSCS");
  // In all of these sets, a character's second byte is that of a bracket or of a backslash.
  const std::string moves = ";B[ee];W[dd])";
  const std::string found = "X e5, O d4, X to move";
  EXPECT_EQ(stones("(;GM[1]SZ[9]CA[Shift_JIS]GN[\x95\\]" + moves), found);
  EXPECT_EQ(stones("(;GM[1]SZ[9]GN[\x95\\]CA[shift_jis]" + moves), found);
  EXPECT_EQ(stones("(;GM[1]SZ[9]CA[GBK]PB[\x81]]" + moves), found);
  EXPECT_EQ(stones("(;GM[1]SZ[9]CA[gb2312]PB[\x81]]" + moves), found);
  EXPECT_EQ(stones("(;GM[1]SZ[9]CA[Big5]PB[\xa5\\]" + moves), found);
}

TEST(Sgf, IsReadInUtf16AndUtf8WithItsMark) {
  std::string wide = "\xff\xfe";
  for (const char c : std::string("(;FF[4]GM[1]SZ[9];B[ee];W[dd])\n")) wide += {c, '\0'};
  EXPECT_EQ(stones(wide), "X e5, O d4, X to move");
  EXPECT_EQ(stones(wide.substr(2)), "X e5, O d4, X to move");
  EXPECT_EQ(stones("\xef\xbb\xbf(;FF[4]GM[1]SZ[9]KM[5.5]\r\n;B[ee]\r\n;W[dd])\r\n"),
            "X e5, O d4, X to move");
  EXPECT_EQ(stones("(;CA[UTF-8]SZ[9]PB[\xe5\xa3\xab];B[ee])"), "X e5, O to move");
  EXPECT_EQ(stones("(;SZ[9]PB[Andr\xe9];B[ee])"), "X e5, O to move");  // Latin-1, SGF's default
}

TEST(Sgf, IsRefusedWhereItsBytesCannotBeToldApart) {
  EXPECT_EQ(why_unread("(;SZ[9]CA[klingon]PB[\xe5];B[ee])"),
            "'x.sgf' is in the character set CA['klingon'], which this system's iconv does not "
            "know.");
  EXPECT_EQ(stones("(;SZ[9]CA[klingon]PB[a];B[ee])"), "X e5, O to move");  // plain ASCII
  EXPECT_EQ(why_unread("(;SZ[9]GN[\x95\\];B[ee];W[dd])"),
            "'x.sgf' is not UTF-8 and does not say by CA what it is: the '\\' after 11 bytes may "
            "be half a character.");
  EXPECT_THAT(why_unread("(;SZ[9]PB[\xa1]];B[ee];W[dd])"), HasSubstr("instead of a property"));
}

TEST(Sgf, OfHexHasStonesSwapsAndAnEnd) {
  EXPECT_EQ(stones("(;FF[4]GM[11]SZ[5]AB[c3][b4]AW[d2]PL[B])", "hex"), "X c3 b4, O d2, X to move");
  EXPECT_EQ(stones("(;FF[4]GM[11]SZ[5];B[b3];W[swap-pieces];B[c3])", "hex"),
            "X c3, O c2, O to move");
  EXPECT_EQ(stones("(;FF[4]GM[11]SZ[5];B[b3];W[swap-sides];W[c3])", "hex"),
            "X b3, O c3, X to move");
  // By the pie rule the swap is a move of the game, and sides are not swapped.
  EXPECT_EQ(stones("(;FF[4]GM[11]SZ[5];B[a2];W[swap-pieces];B[c3])", "hex:pie=on"),
            "X c3, O b1, O to move");
  EXPECT_EQ(why_unread("(;GM[11]SZ[5];B[b3];W[swap-sides];W[c3])", "hex:pie=on"),
            "'x.sgf' does not fit hex:size=5,pie=on: its move 2, W['swap-sides'], is not legal.");
  // "swap" means either, depending on whose move is next.
  EXPECT_EQ(stones("(;GM[11]SZ[5];B[b3];W[SWAP];W[c3])", "hex"), "X b3, O c3, X to move");
  EXPECT_EQ(stones("(;GM[11]SZ[5];B[b3];W[swap];B[c3])", "hex"), "X c3, O c2, O to move");
  EXPECT_EQ(stones("(;GM[11]SZ[5];B[b3];W[c3];B[resign])", "hex"), "X b3, O c3, X to move");
  EXPECT_EQ(why_unread("(;GM[11]SZ[5];B[b3];W[swap])", "hex"),
            "'x.sgf' does not fit hex:size=5: its move 2, W['swap'], may swap pieces or sides.");
  EXPECT_EQ(why_unread("(;GM[11]SZ[5];B[b3];W[c3];B[swap-pieces])", "hex"),
            "'x.sgf' does not fit hex:size=5: its move 3, B['swap-pieces'], is not legal.");
  EXPECT_EQ(why_unread("(;GM[11]SZ[5];B[resign];W[c3])", "hex"),
            "'x.sgf' does not fit hex:size=5: its move 1, B['resign'], is not the last.");
}

TEST(Sgf, OfLittleGolemIsHexWhoseWhiteBegins) {
  EXPECT_EQ(stones("(;FF[4]EV[hex]PB[one]PW[two]SZ[13]RE[W]GC[ game #1];W[mf];B[swap];W[kj];B[ie])",
                   "hex"),
            "X k10, O i5 f13, X to move");
}

TEST(Sgf, OfOtherGamesHasStonesTooAndMovesTwiceInARow) {
  EXPECT_EQ(stones("(;GM[4]SZ[9]AB[aa][bb]AW[cc];B[dd];B[ee])", "gomoku"),
            "X a1 b2 d4 e5, O c3, O to move");
  EXPECT_EQ(stones("(;GM[2]AE[dd][ee]AB[dd]AW[ee]PL[W])", "othello"),
            "X d4 e4 d5, O e5, O to move");
  EXPECT_EQ(why_unread("(;GM[1]AB[aa])", "connect_four"),
            "'x.sgf' does not fit connect_four: its game is GM[1], not one that SGF has.");
}

/// Plays random moves.
void play_at_random(AnyGame& position, int plies, Random& random) {
  for (; plies > 0 && !position.over(); --plies) {
    const auto moves = position.legal_moves();
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

TEST(Sgf, IsReadBackAsItWasWritten) {
  for (const char* spec : {"go:size=13,komi=0.5", "othello", "hex:size=11", "gomoku:size=19",
                           "go:size=4x12,komi=0.5", "hex:size=9x4", "gomoku:size=5x17"}) {
    const auto game = parse_game(spec).start->clone();
    Random random({3, 0, 0, 0});
    play_at_random(*game, 300, random);
    const auto again = reached(sgf_of(*game, {"a]b", "c\\", "B+1", "d\ne"}), spec);
    EXPECT_EQ(again->moves(), game->moves()) << spec;
    EXPECT_EQ(again->board(), game->board()) << spec;
    EXPECT_EQ(again->set_up_from(), game->set_up_from()) << spec;
  }
}

TEST(Sgf, SaysWhichStonesWereSetUpAndIsReadBackSo) {
  for (const char* spec : {"go:size=9,komi=0.5", "othello", "hex:size=11", "gomoku:size=19",
                           "go:size=9x5,komi=0.5", "hex:size=4x8", "gomoku:size=12x7"}) {
    Random random({5, 0, 0, 0});
    for (int i = 0; i < 20; ++i) {
      const auto start = parse_game(spec).start;
      const auto played = start->clone();
      play_at_random(*played, static_cast<int>(random.below(40)), random);
      if (played->over()) continue;
      BoardSetup setup = played->setup().value();
      for (Player& owner : setup.owners) {
        if (random.below(4) == 0) owner = kNobody;
      }
      setup.to_move = static_cast<Player>(random.below(2));
      const auto game = set_up(*start, setup);
      play_at_random(*game, static_cast<int>(random.below(20)), random);
      const std::string text = sgf_of(*game, {});
      const auto again = reached(text, spec);
      EXPECT_EQ(again->moves(), game->moves()) << text;
      EXPECT_EQ(again->board(), game->board()) << text;
      EXPECT_EQ(start_of(*again)->setup(), start_of(*game)->setup()) << text;
    }
  }
  EXPECT_EQ(sgf_of(*reached("(;SZ[5]KM[0.5]AB[aa][bb];W[cc])"), {}),
            "(;FF[4]GM[1]AP[Banyan]SZ[5]KM[0.5]RU[Chinese]HA[2]AB[aa][bb]PL[W]\n;W[cc])\n");
}

TEST(Sgf, OfAnotherGameOrBoardIsRefusedInOneSentence) {
  const auto why = [](const std::string& text, const std::string& game = "go:size=9") {
    return why_unread(text, game);
  };
  EXPECT_EQ(why("(;GM[2];B[cd])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its game is GM[2], not GM[1].");
  EXPECT_EQ(why("(;GM[1]SZ[19])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its board is of size 19, not 9.");
  EXPECT_THAT(why("(;GM[1]SZ[20])", "go"), HasSubstr("'x.sgf' does not fit: go: size=20"));
  EXPECT_EQ(why("(;SZ[9];B[aa];W[aa])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its move 2, W['aa'], is not legal.");
  for (const char* point : {"EE", "E5", "zz"}) {
    EXPECT_EQ(why("(;SZ[9];B[" + std::string(point) + "])"),
              "'x.sgf' does not fit go:size=9,komi=7.5: its move 1, B['" + std::string(point) +
                  "'], is not legal.");
  }
  EXPECT_EQ(why("(;SZ[9]AB[zz])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its AB['zz'] is no point of the board.");
  EXPECT_EQ(why("(;SZ[9];B[ee];AW[ab][ba]AB[aa])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its stones before move 2 cannot be: a chain "
            "has no liberty.");
  EXPECT_EQ(why("no game"),
            "'x.sgf' is no game in SGF: it has no game in brackets (after 7 bytes).");
  EXPECT_EQ(why(";;)"), "'x.sgf' is no game in SGF: it has no game in brackets (after 3 bytes).");
  EXPECT_EQ(why("(;B[aa]"), "'x.sgf' is no game in SGF: it ends within a game (after 7 bytes).");
  EXPECT_EQ(why("(;B[aa"), "'x.sgf' is no game in SGF: a value has no end (after 6 bytes).");
  EXPECT_EQ(why("(;B)"), "'x.sgf' is no game in SGF: 'B' has no value (after 3 bytes).");
}

}  // namespace
}  // namespace banyan::bench
