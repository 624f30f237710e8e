// Tests of labels.hpp: labels are repeatable, near the truth where it is known, and read as
// written.
#include "bench/quality/labels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {
namespace {

class Labels : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file(const std::string& name = "set.jsonl") const {
    return directory_.path() / name;
  }

  static LabelRule rule(const std::string& game, const std::string& judge,
                        const std::string& player = "seq:iterations=50,temperature=1") {
    return {parse_game(game), {2, 6}, parse_engine(player), parse_engine(judge), 0.05, false, 1};
  }

  /// The number of positions found in the file.
  static std::uint64_t make(const LabelRule& rule, std::uint64_t count,
                            const std::filesystem::path& into) {
    return make_labels(rule, count, into, "a test", [] {}, {}).before;
  }

  static void expect_refused(const std::function<void()>& what, const std::string& part) {
    try {
      what();
      ADD_FAILURE() << "not refused: " << part;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }

  TemporaryFolder directory_;
};

TEST_F(Labels, AreReadAsTheyWereWritten) {
  make(rule("hex:size=5", "seq:iterations=300"), 6, file());
  const LabelledSet set = read_labels(file(), 100);
  EXPECT_EQ(set.game.canonical, parse_game("hex:size=5").canonical);
  ASSERT_EQ(set.found.positions.size(), 6U);
  for (const ValuedPosition& labelled : set.found.positions) {
    EXPECT_EQ(labelled.moves, labelled.position->legal_moves());
    ASSERT_EQ(labelled.values.size(), labelled.moves.size());
    double sum = 0;
    for (const double value : labelled.values) {
      EXPECT_LE(value, labelled.best);
      sum += value;
    }
    // The requested stake, except for rounding to thousandths.
    EXPECT_GE(labelled.best - sum / static_cast<double>(labelled.values.size()), 0.049);
  }
  EXPECT_EQ(read_labels(file(), 2).found.positions.size(), 2U);
}

TEST_F(Labels, AreTheSameInOneCallAndInTwo) {
  const LabelRule same = rule("connect_four", "seq:iterations=300");
  make(same, 6, file("one"));
  make(same, 3, file("two"));
  const std::string whole = read_file(file("two"));
  std::ofstream(file("two"), std::ios::app) << R"({"draw": 77, "moves": "4 4", "val)";
  EXPECT_EQ(make(same, 6, file("two")), 3U);
  EXPECT_EQ(read_file(file("one")), read_file(file("two")));
  EXPECT_TRUE(read_file(file("two")).starts_with(whole));
}

TEST_F(Labels, HaveThePolicyOfTheJudgeIfAskedFor) {
  LabelRule with = rule("connect_four", "seq:iterations=300");
  with.policy = true;
  make(with, 4, file());
  make(rule("connect_four", "seq:iterations=300"), 4, file("without"));
  const std::vector<JsonLine> lines = read_lines(file()).objects;
  const std::vector<JsonLine> same = read_lines(file("without")).objects;
  ASSERT_EQ(lines.size(), 5U);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    Json label = lines[i].json;
    const Json policy = label["policy"];
    EXPECT_EQ(field_names(policy), field_names(label["values"]));
    int sum = 0;
    for (const Json& share : policy) sum += share.get<int>();
    EXPECT_NEAR(sum, 1000, 4);
    label.erase("policy");
    EXPECT_EQ(label, same[i].json);  // all else stays as it was
  }
  EXPECT_EQ(make(with, 5, file()), 4U);
  EXPECT_EQ(read_labels(file(), 9).found.positions.size(), 5U);
  with.policy = false;
  expect_refused([&] { make(with, 6, file()); }, "holds a set with --policy");
  with.policy = true;
  expect_refused([&] { make(with, 6, file("without")); }, "holds another set (its policy is");
  with.judge = parse_engine("solver");
  expect_refused([&] { make(with, 6, file("solved")); }, "makes no visits for --policy");
}

TEST_F(Labels, OfAnExactJudgeAreTheTruth) {
  make(rule("tic_tac_toe", "solver", "random"), 20, file());
  const auto solver = parse_game("tic_tac_toe").start->make_engine(parse_engine("solver"));
  for (const ValuedPosition& labelled : read_labels(file(), 100).found.positions) {
    EXPECT_EQ(solver->search(*labelled.position, {}, {}, {}).value, labelled.best);
  }
}

TEST_F(Labels, OfALongSearchAgreeWithTheSolver) {
  make(rule("hex:size=4", "seq:iterations=20000"), 20, file());
  const auto solver = parse_game("hex:size=4").start->make_engine(parse_engine("solver"));
  int wrong = 0;
  for (const ValuedPosition& labelled : read_labels(file(), 100).found.positions) {
    const double best = solver->search(*labelled.position, {}, {}, {}).value;
    const auto at = std::max_element(labelled.values.begin(), labelled.values.end());
    const auto next = labelled.position->clone();
    next->play(labelled.moves[static_cast<std::size_t>(at - labelled.values.begin())]);
    const double kept = next->over() ? 1 : 1 - solver->search(*next, {}, {}, {}).value;
    wrong += kept < best ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
}

TEST_F(Labels, AreNotAddedToAnotherSet) {
  make(rule("connect_four", "seq:iterations=100"), 1, file());
  expect_refused([&] { make(rule("connect_four", "seq:iterations=200"), 2, file()); },
                 "holds another set (its judge is \"seq:iterations=100\", not "
                 "\"seq:iterations=200\"): give a new file.");
  std::ofstream(file("text")) << "no labels\n";
  expect_refused([&] { make(rule("connect_four", "seq:iterations=200"), 2, file("text")); },
                 "holds no labels");
}

TEST_F(Labels, AreRefusedWhereNothingIsAtStake) {
  LabelRule late = rule("tic_tac_toe", "solver", "random");
  late.plies = {8, 8};  // one move is left
  expect_refused([&] { make(late, 1, file()); }, "200 draws in a row");
}

TEST_F(Labels, AreRefusedWhereTheyCouldNotBeRepeated) {
  for (const char* judge : {"seq", "seq:time=1ms"}) {
    expect_refused([&] { check_labelling(rule("connect_four", judge)); },
                   "give it a budget of its own that is none of time");
  }
}

TEST_F(Labels, ThatAreDamagedAreNamedByLine) {
  make(rule("connect_four", "seq:iterations=100"), 1, file());
  const std::string whole = read_file(file());
  const auto refused = [&](const std::string& line, const std::string& why) {
    write_file_whole(file("bad"), whole + line + "\n");
    expect_refused([&] { read_labels(file("bad"), 100); }, "line 3: " + why);
  };
  refused(R"({"draw": 0, "moves": "4", "values": {}})", "field draw is not after");
  refused(R"({"draw": 99, "moves": "4 9", "values": {}})", "field moves cannot be used: move '9'");
  refused(R"({"draw": 99, "moves": "4", "values": {"1": 500}})", "field values.2 is missing.");
  refused(R"({"draw": 99, "values": {"1": 500}})", "field moves is missing.");
  refused(R"({"draw": 99, "moves": 4, "values": {}})", "field moves is 4: a text is expected.");
  refused(R"({"draw": 99, "moves": "4", "values": {"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1001}})",
          "field values.7 is 1001: give a whole number from 0 to 1000.");
  for (const char* value : {"0.5", "-1", "1e9"}) {
    refused(R"({"draw": 99, "moves": "4", "values": {"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":)" +
                std::string(value) + "}}",
            "field values.7 is ");
  }
  refused(R"({"draw": 18446744073709551615, "moves": "4", "values": {}})",
          "field draw is no draw.");
  refused(R"({"draw": 98.5, "moves": "4", "values": {}})",
          "field draw is 98.5: a whole number from 0 is expected.");
  refused(
      R"({"draw": 99, "moves": "4", "values": {"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1}})",
      "field values has moves that are illegal.");
  expect_refused([&] { read_labels(file("none"), 100); }, "is no set of labels");
  write_file_whole(file("bad"), R"({"game": "hexx", "judge": "seq"})");
  expect_refused([&] { read_labels(file("bad"), 100); },
                 "line 1: field game cannot be used: unknown game 'hexx'");
}

TEST_F(Labels, AreRefusedWithALineThatHoldsNoObjectUnlessACrashLeftItLast) {
  const LabelRule same = rule("connect_four", "seq:iterations=100");
  make(same, 3, file());
  const std::string whole = read_file(file());
  const std::size_t second = whole.find('\n') + 1;
  for (const std::string& line :
       {std::string(R"({"draw": 0, "mov)"), std::string("[1]"), std::string()}) {
    write_file_whole(file(), whole.substr(0, second) + line + "\n" + whole.substr(second));
    const std::string sentence =
        file().string() + " line 2: it holds no JSON object: it is damaged.";
    expect_refused([&] { read_labels(file(), 100); }, sentence);
    expect_refused([&] { make(same, 4, file()); }, sentence);
  }
  write_file_whole(file(), whole + R"({"draw": 77, "mov)");
  EXPECT_EQ(read_labels(file(), 100).found.positions.size(), 3U);
  write_file_whole(file(), whole + "{\n");
  expect_refused([&] { read_labels(file(), 100); }, "line 5: it holds no JSON object");
}

TEST_F(Labels, ThatCouldNotBeMadeLeaveNothingThatRefusesOthers) {
  LabelRule none = rule("tic_tac_toe", "solver", "random");
  none.plies = {8, 8};  // one move is left
  expect_refused([&] { make(none, 1, file()); }, "200 draws in a row");
  EXPECT_FALSE(std::filesystem::exists(file()));
  // Earlier versions left the first line alone in the file.
  const LabelRule other = rule("tic_tac_toe", "solver", "random");
  make(other, 1, file());
  const std::string whole = read_file(file());
  write_file_whole(file(), R"({"game":"hex","judge":"seq","seed":7})"
                           "\n");
  make(other, 1, file());
  EXPECT_EQ(read_file(file()), whole);
}

TEST_F(Labels, AreNotWrittenOverAnotherFile) {
  for (const char* text : {"{}\n", "{\"a\": 1}", "notes", "[1, 2]\n"}) {
    write_file_whole(file(), text);
    expect_refused([&] { make(rule("connect_four", "seq:iterations=100"), 1, file()); },
                   "holds no labels: give a new file.");
    EXPECT_EQ(read_file(file()), text);
  }
}

TEST_F(Labels, AreMadeByOneRunAtATimeByWhateverNameOfTheFile) {
  std::filesystem::create_symlink("set.jsonl", file("link"));
  const auto label = [&](const std::string& name) {
    return Arguments{"label", "--game",  "connect_four",        "--plies",
                     "2-6",   "--judge", "seq:iterations=2000", "--positions",
                     "9999",  "--out",   file(name).string()};
  };
  Program first(command_line(label("set.jsonl")));
  ASSERT_TRUE(first.wait_until([&] { return std::filesystem::exists(file()); }));
  for (const char* name : {"set.jsonl", "link"}) {
    const Outcome second = run_banyan(label(name));
    EXPECT_EQ(second.status, 2) << second.text();
    EXPECT_EQ(second.err, "banyan: --out " + file(name).string() +
                              " is in use by another run of the program: give another file.\n");
  }
  // Another file of the directory is not locked.
  Program other(command_line(label("other.jsonl")));
  ASSERT_TRUE(other.wait_until([&] { return std::filesystem::exists(file("other.jsonl")); }));
  first.kill();
  first.wait();
  // A killed run's lock is not held by anyone.
  Program third(command_line(label("link")));
  const std::size_t before = read_file(file()).size();
  ASSERT_TRUE(third.wait_until([&] { return read_file(file()).size() > before; }));
  for (Program* program : {&other, &third}) {
    program->interrupt();
    EXPECT_EQ(program->wait().status, 130);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(file("link")));
  EXPECT_EQ(files_in(directory_.path()).size(), 3U);  // no lock is left
  EXPECT_GT(read_labels(file(), 9999).found.positions.size(), 0U);
}

TEST_F(Labels, AreMadeAndUsedByTheProgram) {
  const Arguments label{"label", "--game",  "hex:size=4",         "--plies",
                        "1-5",   "--judge", "seq:iterations=500", "--positions",
                        "12",    "--out",   file().string()};
  const Outcome made = run_banyan(label);
  EXPECT_EQ(made.status, 0) << made.text();
  const Json found = run_json({"quality", "--labels", file().string(), "--engines", "seq;random",
                               "--iterations", "200", "--speedup"});
  EXPECT_EQ(found["game"], parse_game("hex:size=4").canonical);
  ASSERT_EQ(found["rows"].size(), 2U);
  EXPECT_LT(found["rows"][0]["regret"], found["rows"][1]["regret"]);
  EXPECT_EQ(found["control"]["engine"], "seq:iterations=100");
  EXPECT_EQ(found["curve"].size(), kSpeedupFactors.size());
  EXPECT_EQ(found["rows"][0]["lost"].size(), 12U);
}

}  // namespace
}  // namespace banyan::bench
