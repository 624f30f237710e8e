// Tests of `banyan doctor` from the command line.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

/// Two moves, of which the first wins; the search tries each, then chooses.
std::string log_of(const std::string& third_choice) {
  const std::string first = "play 1 a 2\nover 2\nresult 2 1 0\n";
  const std::string second = "play 1 b 2\nover 2\nresult 2 0 1\n";
  return "game two players 2 iterations 3\nnew 1\nmoves 1 a b\n" + first + second +
         (third_choice == "a" ? first : second);
}

Outcome examined(const std::string& log, const Arguments& more = {}) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "search.log";
  write_file_whole(path, log);
  Arguments arguments{"doctor", path.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_banyan(arguments);
}

TEST(DoctorCommand, TellsARightSearchSo) {
  const Outcome outcome = examined(log_of("a"), {"--rule", "ucb1:c=1.414"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.out.find("Nothing wrong was found."), std::string::npos) << outcome.out;
}

TEST(DoctorCommand, EndsWithOneIfTheRuleIsNotFollowed) {
  const Outcome outcome = examined(log_of("b"), {"--rule", "ucb1:c=1.414"});
  EXPECT_EQ(outcome.status, 1) << outcome.text();
}

TEST(DoctorCommand, ComparesClaimsWithTheLog) {
  const TemporaryFolder folder;
  const std::filesystem::path claims = folder.path() / "claims.json";
  write_file_whole(claims,
                   R"({"best_move": "b", "root": {"children": [{"move": "a", "visits": 1}]}})");
  const Outcome outcome = examined(log_of("a"), {"--claims", claims.string(), "--json"});
  EXPECT_EQ(outcome.status, 1) << outcome.text();
  const Json found = read_json(outcome.out);
  ASSERT_EQ(found["findings"].size(), 2U) << outcome.out;
  EXPECT_EQ(found["findings"][0]["name"], "final-move-not-most-visited");
  EXPECT_EQ(found["findings"][1]["name"], "claimed-visits-differ");
}

TEST(DoctorCommand, RefusesWhatIsNoLogInOneSentence) {
  const std::string whole = log_of("a");
  for (const std::string& log : {std::string(),
                                 std::string("\x7f"
                                             "ELF\x02\0\0\n",
                                             8),
                                 whole.substr(0, whole.size() - 4)}) {
    const Outcome outcome = examined(log);
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    EXPECT_NE(outcome.err.find(": line "), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  }
  EXPECT_EQ(examined(whole, {"--rule", "rave"}).status, 2);
  EXPECT_EQ(examined(whole, {"--claims", "/dev/null"}).status, 2);
}

}  // namespace
}  // namespace banyan::bench
