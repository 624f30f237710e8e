// Tests of folder.hpp, mostly of what others may have put into a folder.
#include "bench/text/folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "bench/text/file_limit_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

class InAFolder : public testing::Test {
 protected:
  InAFolder() : folder_(made(place_.path() / "own")) {
    write_file_whole(place_.path() / "other", "theirs");
  }

  /// Another's file outside.
  [[nodiscard]] fs::path other() const { return place_.path() / "other"; }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.at(name); }
  [[nodiscard]] std::string text(const std::string& name) const { return read_file(at(name)); }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const fs::path& path : files_in(folder_.path())) names.push_back(path.filename());
    return names;
  }

  static std::string failure(const std::function<void()>& action) {
    try {
      action();
    } catch (const FileError& error) {
      return error.what();
    }
    return "nothing thrown";
  }

  static fs::path made(const fs::path& path) {
    make_directories(path);
    return path;
  }

  TemporaryFolder place_;
  Folder folder_;
};

TEST_F(InAFolder, ALinkIsReplacedAndWhereItLeadsNothingIsWritten) {
  for (const fs::path& target : {other(), place_.path() / "new", fs::path("link")}) {
    fs::create_symlink(target, at("link"));
    folder_.need_writable("link");
    folder_.write("link", "ours");
    EXPECT_EQ(folder_.type_of("link"), fs::file_type::regular);
    EXPECT_EQ(text("link"), "ours");
    folder_.remove("link");
  }
  EXPECT_EQ(read_file(other()), "theirs");
  EXPECT_FALSE(file_exists(place_.path() / "new"));
  EXPECT_TRUE(names().empty());
}

TEST_F(InAFolder, NothingIsAppendedWhereALinkLeads) {
  for (const fs::path& target : {other(), place_.path() / "new"}) {
    fs::create_symlink(target, at("link"));
    EXPECT_EQ(failure([&] { folder_.append("link", "ours\n"); }),
              "cannot append to " + at("link").string() + ": it is a link.");
    folder_.remove("link");
  }
  EXPECT_EQ(read_file(other()), "theirs");
  EXPECT_FALSE(file_exists(place_.path() / "new"));
}

TEST_F(InAFolder, NothingIsAppendedToAnotherNameOfAFile) {
  fs::create_hard_link(other(), at("f"));
  folder_.append("f", "ours\n");
  folder_.append("f", "ours\n");
  EXPECT_EQ(text("f"), "theirs\nours\nours\n");
  EXPECT_EQ(read_file(other()), "theirs");
}

TEST_F(InAFolder, OnlyFilesAreAppendedTo) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(failure([&] { folder_.append("pipe", "x\n"); }),
            "cannot append to " + at("pipe").string() + ": it is no regular file.");
  make_directories(at("d"));
  EXPECT_EQ(failure([&] { folder_.append("d", "x\n"); }),
            "cannot append to " + at("d").string() + ": Is a directory.");
  EXPECT_EQ(failure([&] { folder_.write("d", "x"); }),
            "cannot write " + at("d").string() + ": Is a directory.");
  EXPECT_EQ(failure([&] { folder_.need_writable("d"); }),
            "cannot write " + at("d").string() + ": Is a directory.");
}

TEST_F(InAFolder, NamesLeadNowhereElse) {
  for (const std::string name : {"../other", "d/../../other"}) {
    EXPECT_NE(failure([&] { folder_.write(name, "ours"); }), "nothing thrown");
    EXPECT_NE(failure([&] { folder_.append(name, "ours\n"); }), "nothing thrown");
  }
  EXPECT_EQ(read_file(other()), "theirs");
}

TEST_F(InAFolder, FoldersAreMadeButNoLinkIsFollowed) {
  folder_.within("d").write("f", "x");
  folder_.within("d").write("f", "y");
  EXPECT_EQ(text("d/f"), "y");
  make_directories(place_.path() / "elsewhere");
  fs::create_directory_symlink(place_.path() / "elsewhere", at("link"));
  EXPECT_EQ(failure([&] { static_cast<void>(folder_.within("link")); }),
            "cannot write into " + at("link").string() +
                ": it is a link, and results go only into a directory of the run's own.");
  folder_.write("f", "x");
  EXPECT_EQ(failure([&] { static_cast<void>(folder_.within("f")); }),
            "cannot open the directory " + at("f").string() + ": Not a directory.");
}

TEST_F(InAFolder, FilesAreWrittenThoughItWasRenamedMeanwhile) {
  fs::rename(folder_.path(), place_.path() / "renamed");
  folder_.write("f", "x");
  folder_.append("l", "x\n");
  EXPECT_EQ(files_in(place_.path() / "renamed").size(), 2U);
}

TEST_F(InAFolder, TemporaryFilesOfWritersThatWereKilledAreRemoved) {
  const std::string alive = ".f." + std::to_string(::getpid()) + ".0.tmp";
  const std::vector<std::string> others{alive, ".f.tmp", "f.999999999.1.tmp"};
  for (const std::string& name : others) folder_.write(name, "x");
  folder_.write(".f.json.999999999.12.tmp", "x");
  folder_.remove_leftovers("f");
  EXPECT_EQ(names().size(), 4U);
  folder_.remove_leftovers("f.json");
  EXPECT_EQ(names(), others);
  folder_.write(".f.json.999999999.12.tmp", "x");
  folder_.remove_leftovers();
  EXPECT_EQ(names(), others);
}

TEST_F(InAFolder, FilesGrowByWholeLines) {
  folder_.append("l", "{\"a\":1}\n");
  folder_.append("l", "{\"a\":2}\n{\"a\":3}\n");
  EXPECT_EQ(text("l"), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
}

TEST_F(InAFolder, ALineThatACrashLeftOpenIsEnded) {
  folder_.write("l", "{}\n{\"torn");
  folder_.append("l", "{}\n");
  EXPECT_EQ(text("l"), "{}\n{\"torn\n{}\n");
}

TEST_F(InAFolder, NoLineIsLostToAFullDisk) {
  folder_.append("l", "first\n");
  std::string reason;
  {
    const FileSizeLimit limit(10);
    reason = failure([&] { folder_.append("l", "a line too long\n"); });
  }
  EXPECT_EQ(reason, "cannot append to " + at("l").string() + ": File too large.");
  EXPECT_EQ(text("l"), "first\n");
}

TEST_F(InAFolder, LinesOfManyThreadsStayWhole) {
  constexpr int kThreads = 4;
  constexpr int kLines = 50;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        const std::string line(30, static_cast<char>('a' + t));
        for (int i = 0; i < kLines; ++i) folder_.append("l", line + '\n');
      });
    }
  }
  const std::string content = text("l");
  EXPECT_EQ(content.size(), static_cast<std::size_t>(kThreads * kLines * 31));
  for (std::size_t i = 0; i < content.size(); i += 31) {
    EXPECT_EQ(content.substr(i, 31), std::string(30, content[i]) + "\n");
  }
}

}  // namespace
}  // namespace banyan::bench
