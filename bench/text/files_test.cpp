// Tests of files.hpp, mostly of what is left when writing fails.
#include "bench/text/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "bench/text/file_limit_test.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

std::string failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  return "nothing thrown";
}

class Files : public testing::Test {
 protected:
  fs::path at(const std::string& name) const { return directory_.path() / name; }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(directory_.path())) {
      result.push_back(entry.path().filename().string());
    }
    return result;
  }

 private:
  TemporaryFolder directory_;
};

TEST_F(Files, AreReadAsTheyWereWritten) {
  const std::string content = std::string("a\0b\n", 4) + std::string(200000, 'x');
  write_file_whole(at("f"), content);
  EXPECT_EQ(read_file(at("f")), content);
  write_file_whole(at("f"), "");
  EXPECT_EQ(read_file(at("f")), "");
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
}

TEST_F(Files, KeepTheirPermissionsWhenReplaced) {
  write_file_whole(at("f"), "1");
  ::chmod(at("f").c_str(), 0640);
  write_file_whole(at("f"), "2");
  struct stat status {};
  ASSERT_EQ(::stat(at("f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST_F(Files, AreAsTheyWereWhenTheDiskIsFull) {
  write_file_whole(at("f"), "old");
  std::string reason;
  {
    const FileSizeLimit limit(1000);
    reason = failure([&] { write_file_whole(at("f"), std::string(5000, 'x')); });
  }
  EXPECT_EQ(reason, "cannot write " + at("f").string() + ": File too large.");
  EXPECT_EQ(read_file(at("f")), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
}

// Through a link, so that a mistake replaces the link, not the device.
TEST_F(Files, ReportAFullDevice) {
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  fs::create_symlink("/dev/full", at("full"));
  EXPECT_EQ(failure([&] { write_file_whole(at("full"), "x"); }),
            "cannot write " + at("full").string() + ": No space left on device.");
  EXPECT_TRUE(fs::is_symlink(at("full")));
}

TEST_F(Files, AreWrittenThroughLinks) {
  make_directories(at("d"));
  write_file_whole(at("d/f"), "old");
  fs::create_symlink("d/f", at("near"));
  fs::create_symlink(at("near"), at("far"));
  need_writable(at("far"));
  write_file_whole(at("far"), "new");
  EXPECT_TRUE(fs::is_symlink(at("near")));
  EXPECT_TRUE(fs::is_symlink(at("far")));
  EXPECT_EQ(read_file(at("d/f")), "new");
  EXPECT_EQ(files_in(at("d")).size(), 1U);
}

TEST_F(Files, AreMadeWhereALinkLeads) {
  make_directories(at("d"));
  fs::create_symlink("d/f", at("link"));
  need_writable(at("link"));
  write_file_whole(at("link"), "x");
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(read_file(at("d/f")), "x");
  fs::create_symlink("no/f", at("nowhere"));
  const std::string sentence =
      "cannot write " + at("nowhere").string() + ": No such file or directory.";
  EXPECT_EQ(failure([&] { write_file_whole(at("nowhere"), "x"); }), sentence);
  EXPECT_EQ(failure([&] { need_writable(at("nowhere")); }), sentence);
}

TEST_F(Files, AreNotWrittenInACircleOfLinks) {
  fs::create_symlink("b", at("a"));
  fs::create_symlink("a", at("b"));
  const std::string sentence =
      "cannot write " + at("a").string() + ": Too many levels of symbolic links.";
  EXPECT_EQ(failure([&] { write_file_whole(at("a"), "x"); }), sentence);
  EXPECT_EQ(failure([&] { need_writable(at("a")); }), sentence);
  EXPECT_TRUE(fs::is_symlink(at("a")));
  EXPECT_EQ(names().size(), 2U);
}

// Like /dev/stdout when it is redirected to a file.
TEST_F(Files, ThatAreOpenAreWrittenToAndNotReplaced) {
  const int fd = ::open(at("f").c_str(), O_WRONLY | O_CREAT, 0666);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::write(fd, "before ", 7), 7);
  fs::create_symlink("/proc/self/fd/" + std::to_string(fd), at("link"));
  need_writable(at("link"));
  write_file_whole(at("link"), "within ");
  ASSERT_EQ(::write(fd, "after", 5), 5);
  ::close(fd);
  EXPECT_EQ(read_file(at("f")), "before within after");
}

TEST_F(Files, RefuseADirectoryAsAFile) {
  EXPECT_EQ(failure([&] { write_file_whole(at(""), "x"); }),
            "cannot write " + at("").string() + ": Is a directory.");
  make_directories(at("d"));
  EXPECT_EQ(failure([&] { write_file_whole(at("d"), "x"); }),
            "cannot write " + at("d").string() + ": Is a directory.");
  EXPECT_NE(failure([&] { read_file(at("d")); }), "nothing thrown");
  EXPECT_NE(failure([] { write_file_whole("", "x"); }), "nothing thrown");
  EXPECT_EQ(names(), std::vector<std::string>{"d"});
}

TEST_F(Files, AreLookedForWithoutALibrarysWords) {
  EXPECT_FALSE(file_exists(at("f")));
  write_file_whole(at("f"), "x");
  EXPECT_TRUE(file_exists(at("f")));
  EXPECT_FALSE(file_exists(at("f/g")));
  EXPECT_TRUE(is_file(at("f")));
  EXPECT_FALSE(is_folder(at("f")));
  EXPECT_TRUE(is_folder(at("")));
  const std::string name(300, 'x');
  EXPECT_EQ(failure([&] { is_folder(at(name)); }),
            "cannot look at " + at(name).string() + ": File name too long.");
  fs::create_symlink("loop", at("loop"));
  EXPECT_EQ(failure([&] { file_exists(at("loop")); }),
            "cannot look at " + at("loop").string() + ": Too many levels of symbolic links.");
  EXPECT_EQ(files_in(at("")).size(), 2U);
  EXPECT_EQ(failure([&] { files_in(at("f")); }),
            "cannot read " + at("f").string() + ": Not a directory.");
}

TEST_F(Files, AreTriedBeforeTheyAreWritten) {
  write_file_whole(at("f"), "x");
  need_writable(at("f"));
  need_writable(at("g"));
  need_writable("/dev/null");
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
  EXPECT_EQ(failure([&] { need_writable(at("no/f")); }),
            "cannot write " + at("no/f").string() + ": No such file or directory.");
  EXPECT_EQ(failure([&] { need_writable(at("")); }),
            "cannot write " + at("").string() + ": Is a directory.");
}

TEST_F(Files, NameAMissingDirectory) {
  EXPECT_EQ(failure([&] { write_file_whole(at("no/f"), "x"); }),
            "cannot write " + at("no/f").string() + ": No such file or directory.");
  EXPECT_EQ(failure([&] { read_file(at("f")); }),
            "cannot read " + at("f").string() + ": No such file or directory.");
}

TEST_F(Files, AreReadWhereTheyAreFilesAndOfASizeThatFits) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  for (const fs::path& endless : {at("pipe"), fs::path("/dev/zero")}) {
    EXPECT_EQ(failure([&] { read_file(endless); }),
              "cannot read " + endless.string() + ": it is no regular file.");
  }
  EXPECT_EQ(read_file("/dev/null"), "");
  write_file_whole(at("large"), "x");
  fs::resize_file(at("large"), kMostBytes + 1);
  const std::string too_large =
      "cannot read " + at("large").string() + ": it is larger than 1 GiB.";
  EXPECT_EQ(failure([&] { read_file(at("large")); }), too_large);
  EXPECT_EQ(failure([&] { read_input(at("large"), {}); }), too_large);
  fs::resize_file(at("large"), 3U << 20U);
  EXPECT_EQ(failure([&] { read_file(at("large"), 2U << 20U); }),
            "cannot read " + at("large").string() + ": it is larger than 2 MiB.");
}

// A regular file by its status, whose readers wait for what the kernel says next.
TEST_F(Files, ThatWouldHaveToBeWaitedForAreRefused) {
  if (::access("/proc/kmsg", R_OK) != 0) GTEST_SKIP() << "the kernel's messages cannot be read";
  const std::string why = failure([&] { read_file("/proc/kmsg"); });
  EXPECT_TRUE(why == "cannot read /proc/kmsg: it is no regular file." ||
              why == "cannot read /proc/kmsg: Operation not permitted.")
      << why;
}

TEST_F(Files, ThatSomebodyNamesMayBePipes) {
  const std::string content(200000, 'x');
  write_file_whole(at("f"), content);
  EXPECT_EQ(read_input(at("f"), {}), content);
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  {
    const std::jthread writes([&] { write_file_whole(at("pipe"), content); });
    EXPECT_EQ(read_input(at("pipe"), {}), content);
  }
  // Like <(...), whose writer may have ended before it is read.
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "abc", 3), 3);
  ::close(ends[1]);
  EXPECT_EQ(read_input("/dev/fd/" + std::to_string(ends[0]), {}), "abc");
  ::close(ends[0]);
  EXPECT_EQ(failure([] { read_input("/dev/zero", {}); }),
            "cannot read /dev/zero: it is neither a file nor a pipe.");
  EXPECT_EQ(failure([&] { read_input(at("none"), {}); }),
            "cannot read " + at("none").string() + ": No such file or directory.");
}

TEST_F(Files, OfPipesAreWaitedForUntilAStopRequest) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  std::stop_source source;
  const std::jthread stops([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  EXPECT_THROW(read_input(at("pipe"), source.get_token()), Interrupted);
}

TEST_F(Files, LeaveAnUnwritableDirectoryAlone) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  make_directories(at("d"));
  ::chmod(at("d").c_str(), 0500);
  EXPECT_EQ(failure([&] { write_file_whole(at("d/f"), "x"); }),
            "cannot write " + at("d/f").string() + ": Permission denied.");
  ::chmod(at("d").c_str(), 0700);
}

TEST_F(Files, HaveDirectoriesMadeForThem) {
  make_directories(at("a/b/c"));
  make_directories(at("a/b/c"));
  EXPECT_TRUE(fs::is_directory(at("a/b/c")));
  write_file_whole(at("f"), "x");
  EXPECT_EQ(failure([&] { make_directories(at("f")); }),
            "cannot create the directory " + at("f").string() + ": Not a directory.");
  EXPECT_EQ(failure([&] { make_directories(at("f/g")); }),
            "cannot create the directory " + at("f/g").string() + ": Not a directory.");
}

}  // namespace
}  // namespace banyan::bench
