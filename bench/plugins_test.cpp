// A game of one's own in every command: cmake/tours/plugin/clobber.cpp as a plugin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "bench/program_test.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr const char* kClobber = BANYAN_TOURS "/plugin/clobber.cpp";

/// A folder with clobber.so, built once for all tests.
class Plugins : public testing::Test {
 public:
  static void SetUpTestSuite() {
    make_folder();
    built() = run_banyan({"build-plugin", kClobber, "--out", clobber()});
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder()); }

 protected:
  static void make_folder() {
    folder() =
        std::filesystem::temp_directory_path() / ("banyan_plugins_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder());
  }
  static std::filesystem::path& folder() {
    static std::filesystem::path folder;
    return folder;
  }
  static Outcome& built() {
    static Outcome built;
    return built;
  }
  static std::string clobber() { return (folder() / "clobber.so").string(); }

  static Outcome with_plugin(Arguments arguments) {
    arguments.insert(arguments.begin(), {"--plugin", clobber()});
    return run_banyan(arguments);
  }
  /// The message of a plugin that is refused.
  static std::string refusal(const std::string& path) {
    const Outcome outcome = run_banyan({"--plugin", path, "list"});
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    EXPECT_TRUE(outcome.err.ends_with(".\n")) << outcome.err;
    return outcome.err;
  }
  /// Compiles a text to a shared library.
  static std::string library(const std::string& name, const std::string& text) {
    const std::filesystem::path source = folder() / (name + ".cpp");
    std::ofstream(source) << text;
    const std::string out = (folder() / (name + ".so")).string();
    const Outcome outcome = run_banyan({"build-plugin", source.string(), "--out", out});
    EXPECT_EQ(outcome.status, 0) << outcome.text();
    return out;
  }
};

TEST_F(Plugins, AreBuiltByOneCommand) {
  EXPECT_EQ(built().status, 0) << built().text();
  EXPECT_THAT(built().out, HasSubstr("--plugin " + clobber()));
}

TEST_F(Plugins, BringAGameToEveryCommand) {
  EXPECT_THAT(with_plugin({"list"}).out, HasSubstr("clobber"));
  EXPECT_THAT(with_plugin({"list", "clobber"}).out, HasSubstr("rows of the board (2 to 8)"));
  EXPECT_THAT(with_plugin({"perft", "--game", "clobber", "--depth", "2"}).out,
              HasSubstr("lines of 2 moves"));
  const Outcome check = with_plugin({"check-game", "--game", "clobber:rows=4,columns=4"});
  EXPECT_EQ(check.status, 0) << check.text();
  EXPECT_THAT(check.out, HasSubstr("It keeps its promises.\n"));
  const Outcome match = with_plugin({"match", "--game", "clobber:rows=3,columns=4", "--a", "seq",
                                     "--b", "random", "--iterations", "200", "--pairs", "10"});
  EXPECT_EQ(match.status, 0) << match.text();
  const Outcome quality =
      with_plugin({"quality", "--game", "clobber:rows=2,columns=4", "--engines", "seq",
                   "--iterations", "50", "--positions", "3", "--plies", "0-2", "--json"});
  EXPECT_NE(quality.status, 1) << quality.text();  // no oracle: a sentence, or solved by search
}

/// The whole game tree of 3x3 is small: a search that proves knows who wins.
TEST_F(Plugins, AreSearchedByEveryEngine) {
  for (const std::string engine : {"seq",
                                   "seq:batch=16",
                                   "seq:solver=on",
                                   "leaf:threads=2",
                                   "root:threads=2,share=50",
                                   "tree:threads=2",
                                   "tree:threads=2,lock=packed",
                                   "tree:threads=2,lock=free",
                                   "tree:threads=2,solver=on",
                                   "hybrid",
                                   "pipeline:threads=2",
                                   "virtual:workers=4",
                                   "cluster:ranks=2",
                                   "plain",
                                   "batched:batch=4",
                                   "seq:select=puct",
                                   "seq:select=tuned",
                                   "seq:rave=100",
                                   "seq:tt=uct2",
                                   "seq:playout=mast",
                                   "seq:playout=decisive",
                                   "seq:widen=1"}) {
    const Outcome outcome = with_plugin({"search", "--game", "clobber:rows=3,columns=3", "--engine",
                                         engine, "--iterations", "500", "--json"});
    ASSERT_EQ(outcome.status, 0) << engine << outcome.text();
    const Json found = Json::parse(outcome.out);
    EXPECT_GE(found.at("iterations").get<int>(), 1) << engine;
  }
}

TEST_F(Plugins, ComeFromTheEnvironmentToo) {
  ::setenv("BANYAN_PLUGINS", clobber().c_str(), 1);
  const Outcome outcome = run_banyan({"list", "clobber"});
  ::unsetenv("BANYAN_PLUGINS");
  EXPECT_THAT(outcome.out, HasSubstr("columns of the board"));
  EXPECT_EQ(run_banyan({"list", "clobber"}).status, 2);
}

TEST_F(Plugins, AreRefusedInOneSentenceIfTheyAreNone) {
  EXPECT_THAT(refusal("/nowhere/x.so"), HasSubstr("there is no such file"));
  const std::filesystem::path text = folder() / "text.so";
  std::ofstream(text) << "no library";
  EXPECT_THAT(refusal(text.string()), HasSubstr("it cannot be loaded"));
  EXPECT_THAT(refusal(library("empty", "int nothing;\n")), HasSubstr("it brings no game"));
}

/// Of cmake/tours/dice.cpp, with a text form: keep what a die shows, or roll once more.
TEST_F(Plugins, BringGamesOfChanceAndRewards) {
  const std::string so = library("second_roll", R"(#include <banyan/core/run_time/plugin.hpp>
struct SecondRoll {
  using Move = std::uint8_t;  // keep or roll (7); of chance the number, 1 to 6
  static constexpr std::size_t kMaxMoves = 6;
  static constexpr int kMaxPlayers = 1;
  static constexpr double kDiscount = 1;
  static constexpr double kLargestReturn = 6;
  static constexpr const char* kUnit = "pips";
  static constexpr banyan::PluginKey kKeys[]{{"shown", 3, 1, 6, "what the die shows"}};
  int shown = 0;
  bool rolling = false;
  bool kept = false;
  explicit SecondRoll(std::span<const std::int64_t> keys) : shown(int(keys[0])) {}
  int players() const { return 1; }
  banyan::Player to_move() const { return rolling ? banyan::kChance : 0; }
  banyan::MovesOf<SecondRoll> legal_moves() const {
    banyan::MovesOf<SecondRoll> moves;
    for (Move number = 1; rolling && number <= 6; ++number) moves.push_back(number);
    if (!rolling) moves.push_back(0);
    if (!rolling) moves.push_back(7);
    return moves;
  }
  void play(Move move) {
    kept = move != 7;
    rolling = move == 7;
    if (move != 7 && move != 0) shown = move;
  }
  bool over() const { return kept; }
  banyan::Points result(banyan::Player) const { return banyan::kDraw; }
  double reward(banyan::Player) const { return kept ? shown : 0; }
  Move draw(banyan::Random& random) const { return Move(1 + random.below(6)); }
  double probability(Move) const { return 1.0 / 6; }
  std::string to_text(Move move) const {
    return move == 0 ? "keep" : move == 7 ? "roll" : std::to_string(int{move});
  }
  std::optional<Move> parse(std::string_view text) const {
    for (const Move move : legal_moves()) {
      if (text == to_text(move)) return move;
    }
    return std::nullopt;
  }
  std::string board() const { return std::to_string(shown) + (rolling ? " rolls\n" : "\n"); }
  friend bool operator==(const SecondRoll&, const SecondRoll&) = default;
};
BANYAN_GAME(SecondRoll, "second_roll", "keep what a die shows, or roll once more")
)");
  const auto with = [&](Arguments arguments) {
    arguments.insert(arguments.begin(), {"--plugin", so});
    return run_banyan(arguments);
  };
  const Outcome check = with({"check-game", "--game", "second_roll"});
  EXPECT_EQ(check.status, 0) << check.text();
  for (const std::string engine : {"seq", "tree:threads=2", "batched:batch=4"}) {
    for (const auto& [shown, best] : {std::pair("3", "roll"), std::pair("4", "keep")}) {
      const Outcome outcome =
          with({"search", "--game", std::string("second_roll:shown=") + shown, "--engine",
                engine + (engine == "batched:batch=4" ? ",c=0.5" : ""), "--iterations", "5000",
                "--json"});
      ASSERT_EQ(outcome.status, 0) << engine << outcome.text();
      EXPECT_EQ(Json::parse(outcome.out).at("best_move"), best) << engine;
    }
  }
  const Outcome match = with({"match", "--game", "second_roll", "--a", "seq", "--b", "random",
                              "--iterations", "500", "--pairs", "100", "--json"});
  ASSERT_EQ(match.status, 0) << match.text();
  EXPECT_EQ(Json::parse(match.out).at("unit"), "pips");
  const Outcome classic = with({"quality", "--game", "second_roll", "--engines", "seq",
                                "--iterations", "50", "--positions", "3", "--plies", "0-2"});
  EXPECT_EQ(classic.status, 2) << classic.text();
}

/// A library that is what the variable ODD of the environment says.
class OddPlugins : public Plugins {
 public:
  static void SetUpTestSuite() {
    make_folder();
    library("odd", R"(#include <banyan/core/run_time/plugin.hpp>
#include <cstdlib>
#include <stdexcept>
struct Takeaway {
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;
  int left = 7;
  int player = 0;
  banyan::Player to_move() const { return player; }
  banyan::MovesOf<Takeaway> legal_moves() const {
    banyan::MovesOf<Takeaway> moves;
    for (int taken = 1; taken <= 2 && taken <= left; ++taken) moves.push_back(Move(taken));
    return moves;
  }
  void play(Move taken) { left -= taken; player = 1 - player; }
  bool over() const { return left == 0; }
  banyan::Points result(banyan::Player p) const { return p == player ? 0 : 2; }
  std::string to_text(Move taken) const { return std::to_string(int{taken}); }
  std::optional<Move> parse(std::string_view text) const {
    if (text == "1" || text == "2") return Move(text[0] - '0');
    return std::nullopt;
  }
  std::string board() const { return std::to_string(left) + "\n"; }
  friend bool operator==(const Takeaway&, const Takeaway&) = default;
};
struct Liar : Takeaway {
  banyan::MovesOf<Liar> legal_moves() const {
    banyan::MovesOf<Liar> moves;
    for (int taken = 1; taken <= 2 && taken <= left; ++taken) moves.push_back(Move(taken));
    return moves;
  }
  std::string to_text(Move) const { return "1"; }
  banyan::Points result(banyan::Player) const { return 2; }
  friend bool operator==(const Liar&, const Liar&) = default;
};
struct Thrower : Takeaway {
  banyan::MovesOf<Thrower> legal_moves() const {
    banyan::MovesOf<Thrower> moves;
    if (left < 4) throw std::runtime_error("the rules end here.");
    moves.push_back(1);
    return moves;
  }
  friend bool operator==(const Thrower&, const Thrower&) = default;
};
extern "C" __attribute__((visibility("default"))) banyan::GamePlugin banyan_game_plugin() {
  const std::string_view odd = std::getenv("ODD");
  if (odd == "liar") return banyan::plugin_of<Liar>("liar", "everybody wins");
  if (odd == "thrower") return banyan::plugin_of<Thrower>("thrower", "it throws");
  banyan::GamePlugin plugin = banyan::plugin_of<Takeaway>("takeaway", "take one or two");
  static banyan::GameTable table = *plugin.table;
  plugin.table = &table;
  if (odd == "old") plugin.version = 0;
  if (odd == "other") plugin.compiler = "another";
  if (odd == "hole") table.play = nullptr;
  if (odd == "wide") table.max_moves = 5000;
  if (odd == "name") plugin.name = "Take away";
  if (odd == "hex") plugin.name = "hex";
  return plugin;
}
)");
  }

 protected:
  static Outcome with(const std::string& odd, Arguments arguments) {
    arguments.insert(arguments.begin(), {"--plugin", (folder() / "odd.so").string()});
    ::setenv("ODD", odd.c_str(), 1);
    return run_banyan(arguments);
  }
};

TEST_F(OddPlugins, AreRefusedInOneSentence) {
  const Outcome found = with("good", {"search", "--game", "takeaway", "--engine", "seq:solver=on",
                                      "--iterations", "1000", "--json"});
  ASSERT_EQ(found.status, 0) << found.text();
  EXPECT_EQ(Json::parse(found.out).at("best_move"), "1");  // six are left
  const std::pair<const char*, const char*> kRefusals[]{
      {"old", "build it anew"},
      {"other", "it was built by compiler another"},
      {"hole", "play is missing"},
      {"wide", "max_moves is not 1 to 4096"},
      {"name", "a name has a-z, 0-9 and _"},
      {"hex", "there is a game hex already"}};
  for (const auto& [odd, why] : kRefusals) {
    const Outcome outcome = with(odd, {"list"});
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    EXPECT_THAT(outcome.err, HasSubstr(why));
    EXPECT_THAT(outcome.err, EndsWith(".\n"));
  }
}

TEST_F(OddPlugins, ThatLieAreFound) {
  const Outcome outcome = with("liar", {"check-game", "--game", "liar"});
  EXPECT_EQ(outcome.status, 1) << outcome.text();
  EXPECT_THAT(outcome.out, HasSubstr("Wrong: two legal moves have one text"));
  EXPECT_THAT(outcome.out, HasSubstr("Wrong: the results at the end are not a win and a loss"));
}

/// Kuhn poker, of which the program has its own.
TEST_F(Plugins, MayHideSomethingFromTheirPlayers) {
  const std::string poker = (folder() / "one_card_poker.so").string();
  const Outcome built =
      run_banyan({"build-plugin", BANYAN_TOURS "/plugin/one_card_poker.cpp", "--out", poker});
  ASSERT_EQ(built.status, 0) << built.text();
  const auto with_poker = [&](Arguments arguments) {
    arguments.insert(arguments.begin(), {"--plugin", poker});
    const Outcome outcome = run_banyan(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.text();
    return outcome.out;
  };
  EXPECT_THAT(
      with_poker({"check-game", "--game", "one_card_poker:cards=5"}),
      HasSubstr("It keeps its promises.\nNot checked: that determinize() draws all worlds"));
  for (const char* const engine : {"pimc", "so_ismcts:threads=2", "mo_ismcts", "cheat"}) {
    const Json found =
        Json::parse(with_poker({"search", "--game", "one_card_poker", "--moves", "1 3 bet",
                                "--engine", engine, "--iterations", "500", "--json"}));
    EXPECT_EQ(found.at("best_move"), "call") << engine;  // the best card
    EXPECT_GT(found.at("value").get<double>(), 1.5) << engine;
    EXPECT_EQ(found.at("unit"), "chips");
  }
  const auto rows = [](const std::string& text) { return Json::parse(text).at("rows"); };
  const Arguments exploitability{"exploitability", "--engine", "so_ismcts", "--iterations", "20",
                                 "--json",         "--game"};
  const auto of = [&](const char* game) {
    Arguments arguments = exploitability;
    arguments.push_back(game);
    return rows(with_poker(arguments));
  };
  EXPECT_EQ(of("one_card_poker"), of("kuhn"));
  EXPECT_THAT(with_poker({"match", "--game", "one_card_poker:cards=5", "--a", "mo_ismcts", "--b",
                          "random", "--iterations", "100", "--pairs", "10"}),
              HasSubstr("chips"));
  const Outcome refused = run_banyan({"--plugin", poker, "search", "--game", "one_card_poker",
                                      "--engine", "seq", "--iterations", "10"});
  EXPECT_THAT(refused.err, HasSubstr("give pimc, so_ismcts, mo_ismcts, cheat or random"));
}

TEST(CheckGame, LooksAtGamesOfEveryKind) {
  for (const char* const game : {"pig", "sailing", "nim", "2048", "dots_and_boxes", "kuhn", "leduc",
                                 "phantom", "goofspiel:cards=5", "knockout_whist"}) {
    const Outcome check = run_banyan({"check-game", "--game", game, "--games", "3"});
    EXPECT_EQ(check.status, 0) << game << check.text();
    EXPECT_THAT(check.out, HasSubstr("It keeps its promises.\n")) << game;
  }
}

TEST_F(OddPlugins, ThatThrowEndTheSearchWithTheirSentence) {
  for (const std::string engine : {"seq", "tree:threads=2", "batched"}) {
    const Outcome outcome =
        with("thrower", {"search", "--game", "thrower", "--engine", engine, "--iterations", "100"});
    EXPECT_EQ(outcome.status, 1) << engine << outcome.text();
    EXPECT_EQ(outcome.err, "banyan: the rules end here.\n") << engine;
  }
}

}  // namespace
}  // namespace banyan::bench
