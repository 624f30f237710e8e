// Tests that commands write into their own files alone: under every name that one of them writes
// lie links and somebody's files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/output/output_folder.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A command that writes into a folder, as short as possible.
struct IntoFolder {
  const char* text;
  const char* record;  ///< the file that says what the folder is of
};

const std::vector<IntoFolder> kIntoFolders{
    {"match --game hex:size=3 --a seq --b random --pairs 2 --iterations 20 --openings "
     "random:plies=2,filter=none",
     "run.json"},
    {"pool --game hex:size=3 --engines 'seq;random' --pairs 2 --iterations 20 --openings "
     "random:plies=2,filter=none",
     "run.json"},
    {"bench --profile smoke --games tic_tac_toe --engines seq --suites throughput", "run.json"},
    {"advise --game tic_tac_toe --time 1ms --threads 1 --minutes 0.02", "run.json"}};

class Outputs : public testing::Test {
 protected:
  Outputs() { write_file_whole(at("theirs"), kTheirs); }

  [[nodiscard]] fs::path at(const std::string& name) const { return place_.path() / name; }

  static Outcome run_into(const IntoFolder& command, const fs::path& folder) {
    Arguments words = split_words(command.text, "command");
    words.insert(words.end(), {"--out", folder.string()});
    return run_banyan(words);
  }

  static void expect_refused(const Outcome& outcome, const fs::path& folder,
                             const std::string& what) {
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err,
              fmt::format("banyan: --out {} holds {}: give an empty or new directory.\n",
                          folder.string(), what));
  }

  /// Somebody's file is as it was, and nothing was made where a link leads to nothing.
  void expect_nothing_elsewhere(const std::string& where) const {
    EXPECT_EQ(read_file(at("theirs")), kTheirs) << where;
    EXPECT_FALSE(fs::exists(at("nothing"))) << where;
    for (const fs::path& path : files_in(at("elsewhere"))) ADD_FAILURE() << path << ' ' << where;
  }

  static constexpr const char* kTheirs = "mine\n{}\nmine\n";

  TemporaryFolder place_;
};

TEST_F(Outputs, OfEveryNameAreRefusedWhereItIsALinkOrAFileOfOthers) {
  make_directories(at("elsewhere"));
  const fs::path folder = at("out");
  for (const std::string& name : output_names()) {
    for (const char* record : {"run.json", "report.html"}) {
      const auto expect_refusal = [&](const std::string& what) {
        EXPECT_EQ(refusal([&] { const OutputFolder refused(folder, record); }),
                  fmt::format("--out {} holds {}: give an empty or new directory.", folder.string(),
                              what));
        EXPECT_EQ(files_in(folder).size(), 1U) << name;
      };
      for (const char* target : {"theirs", "nothing", "elsewhere"}) {
        make_directories(folder);
        fs::create_symlink(at(target), folder / name);
        expect_refusal(name + ", a link that leads elsewhere");
        fs::remove_all(folder);
      }
      expect_nothing_elsewhere(name);
      if (name == "figures" || name == record) continue;
      make_directories(folder);
      write_file_whole(folder / name, kTheirs);
      expect_refusal(fmt::format("{} but no {}, so it may be somebody's own", name, record));
      EXPECT_EQ(read_file(folder / name), kTheirs) << name;
      fs::remove_all(folder);
    }
  }
}

TEST_F(Outputs, OfNoCommandAreWrittenWhereLinksLeadOrOverFilesOfOthers) {
  make_directories(at("elsewhere"));
  const fs::path folder = at("out");
  const std::string first = output_names().front();
  for (const IntoFolder& command : kIntoFolders) {
    for (const char* target : {"theirs", "nothing", "elsewhere"}) {
      make_directories(folder);
      for (const std::string& name : output_names()) fs::create_symlink(at(target), folder / name);
      expect_refused(run_into(command, folder), folder, first + ", a link that leads elsewhere");
      expect_nothing_elsewhere(command.text);
      EXPECT_EQ(files_in(folder).size(), output_names().size()) << command.text;
      fs::remove_all(folder);
    }
    for (const bool damaged : {false, true}) {
      make_directories(folder);
      for (const std::string& name : output_names()) {
        if (name != "figures" && (name == command.record) == damaged) {
          write_file_whole(folder / name, kTheirs);
        }
      }
      const std::size_t files = files_in(folder).size();
      EXPECT_GE(files, 1U);
      expect_refused(run_into(command, folder), folder,
                     damaged ? "a damaged run"
                             : output_names()[1] + " but no run.json, so it may be somebody's own");
      for (const fs::path& path : files_in(folder)) EXPECT_EQ(read_file(path), kTheirs) << path;
      EXPECT_EQ(files_in(folder).size(), files) << command.text;
      fs::remove_all(folder);
    }
  }
}

TEST_F(Outputs, HaveTheNamesThatAreKnownAndLeaveOtherFilesAlone) {
  for (const IntoFolder& command : kIntoFolders) {
    const fs::path folder = at("out");
    make_directories(folder);
    write_file_whole(folder / "notes.txt", kTheirs);
    ASSERT_EQ(run_into(command, folder).status, 0) << command.text;
    EXPECT_EQ(read_file(folder / "notes.txt"), kTheirs);
    for (const fs::path& path : files_in(folder)) {
      if (path.filename() == "notes.txt") continue;
      EXPECT_THAT(output_names(), testing::Contains(path.filename().string())) << command.text;
    }
    fs::remove_all(folder);
  }
}

TEST_F(Outputs, OfARunThatGoesOnAreNotWrittenWhereLinksLead) {
  make_directories(at("elsewhere"));
  const fs::path folder = at("out");
  for (const IntoFolder& command : kIntoFolders) {
    ASSERT_EQ(run_into(command, folder).status, 0) << command.text;
    for (const bool record_too : {false, true}) {
      const std::string first = output_names()[record_too ? 0 : 1];
      for (const std::string& name : output_names()) {
        if (name == command.record && !record_too) continue;
        fs::remove_all(folder / name);
        fs::create_symlink(at("theirs"), folder / name);
      }
      expect_refused(run_into(command, folder), folder, first + ", a link that leads elsewhere");
      expect_nothing_elsewhere(command.text);
    }
    fs::remove_all(folder);
  }
}

TEST_F(Outputs, OfOtherKindsThanFilesAreRefused) {
  const fs::path folder = at("out");
  for (const IntoFolder& command : kIntoFolders) {
    make_directories(folder / "rows.jsonl");
    expect_refused(run_into(command, folder), folder, "rows.jsonl, no regular file");
    fs::remove_all(folder);
    make_directories(folder);
    ASSERT_EQ(::mkfifo((folder / "games.jsonl").c_str(), 0600), 0);
    expect_refused(run_into(command, folder), folder, "games.jsonl, no regular file");
    fs::remove_all(folder);
    make_directories(folder);
    write_file_whole(folder / "figures", kTheirs);
    expect_refused(run_into(command, folder), folder, "figures, no directory");
    fs::remove_all(folder);
  }
}

TEST_F(Outputs, OfAMatchAreNotItsOpenings) {
  make_directories(at("out"));
  write_file_whole(at("out/games.sgf"), "(;GM[11]SZ[3];B[a1])");
  const std::string text = read_file(at("out/games.sgf"));
  const std::string match = fmt::format(
      "match --game hex:size=3 --a seq --b random --pairs 1 --iterations 20 --openings '{}'",
      at("out/games.sgf").string());
  expect_refused(run_into({match.c_str(), ""}, at("out")), at("out"),
                 "games.sgf but no run.json, so it may be somebody's own");
  EXPECT_EQ(read_file(at("out/games.sgf")), text);
}

TEST_F(Outputs, OfAnotherQuestionAreNotReplacedByAdvise) {
  const IntoFolder& advise = kIntoFolders[3];
  ASSERT_EQ(run_into(advise, at("out")).status, 0);
  const std::string answer = read_file(at("out/run.json"));
  for (const auto& [more, difference] :
       {std::pair{" --seed 2", "its seed is 1, not 2"},
        std::pair{" --device 1ms", "its device is null, not \"1ms\""}}) {
    const std::string other = advise.text + std::string(more);
    expect_refused(run_into({other.c_str(), ""}, at("out")), at("out"),
                   fmt::format("another run ({})", difference));
  }
  EXPECT_EQ(read_file(at("out/run.json")), answer);
  EXPECT_EQ(run_into(advise, at("out")).status, 0);
  EXPECT_NE(read_file(at("out/run.json")), answer);  // its times at least
  ASSERT_EQ(run_into(kIntoFolders[0], at("match")).status, 0);
  expect_refused(run_into(advise, at("match")), at("match"), "another kind of run");
}

// ---- commands that write a file ----------------------------------------------------------------

class OutputFiles : public Outputs {
 protected:
  void SetUp() override {
    const Outcome outcome = run_banyan(
        split_words("match --game connect_four --a seq --b seq --pairs 12 --iterations 20 --visits "
                    "--openings random:plies=2,filter=none --out " +
                        at("games").string(),
                    "command"));
    ASSERT_EQ(outcome.status, 0) << outcome.text();
  }

  /// Commands up to the name of their file.
  [[nodiscard]] std::vector<std::string> commands() const {
    return {
        "label --game tic_tac_toe --plies 1-3 --judge solver --player random --positions 3 "
        "--out ",
        "train --game connect_four --epochs 1 --hidden 4 --records " + at("games").string() +
            " --out ",
        "search --game tic_tac_toe --engine seq --iterations 100 --graphviz "};
  }

  [[nodiscard]] Outcome run_to(const std::string& command, const std::string& name) const {
    return run_banyan(split_words(command + at(name).string(), "command"));
  }
};

TEST_F(OutputFiles, AreNotWrittenOverFilesOfOthers) {
  fs::create_symlink(at("theirs"), at("link"));
  for (const std::string& command : commands()) {
    for (const char* name : {"theirs", "link", "games/games.jsonl"}) {
      const std::string before = read_file(at(name));
      const Outcome outcome = run_to(command, name);
      EXPECT_EQ(outcome.status, 2) << command << outcome.text();
      EXPECT_THAT(outcome.err, testing::AnyOf(HasSubstr("holds something other than a "),
                                              HasSubstr("holds no labels: give a new file.")));
      EXPECT_EQ(read_file(at(name)), before);
    }
  }
}

TEST_F(OutputFiles, AreWrittenAgainByTheSameCommandAndLeaveNothingElse) {
  const std::size_t before = files_in(place_.path()).size();
  for (const std::string& command : commands()) {
    write_file_whole(at(".file.999999999.3.tmp"), "torn");
    for (int times = 0; times < 2; ++times) {
      const Outcome outcome = run_to(command, "file");
      EXPECT_EQ(outcome.status, 0) << command << outcome.text();
    }
    EXPECT_EQ(files_in(place_.path()).size(), before + 1) << command;
    fs::remove(at("file"));
  }
}

TEST_F(OutputFiles, MayBeStandardOutputEvenIfThatIsAFile) {
  const std::string label =
      "label --game tic_tac_toe --plies 1-3 --judge solver --player random "
      "--positions 3 --out ";
  ASSERT_EQ(run_to(label, "set").status, 0);
  const Outcome outcome =
      run({"sh", "-c", kProgram + ' ' + label + "/dev/stdout >" + at("printed").string()});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_TRUE(read_file(at("printed")).starts_with(read_file(at("set"))));
}

TEST_F(OutputFiles, ServeOneRunAtATime) {
  const std::string train =
      "train --game connect_four --epochs 1000 --hidden 4096,4096 --records " +
      at("games").string() + " --out " + at("network").string();
  Program first(command_line(split_words(train, "command")));
  ASSERT_TRUE(first.wait_until([&] { return fs::exists(at(".network.lock")); }));
  const Outcome second = run_banyan(split_words(train, "command"));
  EXPECT_EQ(second.status, 2);
  EXPECT_EQ(second.err, "banyan: --out " + at("network").string() +
                            " is in use by another run of the program: give another file.\n");
  first.kill();
  first.wait();
}

}  // namespace
}  // namespace banyan::bench
