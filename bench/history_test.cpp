// Committed results name a commit that can be checked out, unless a README calls them historical.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "bench/documents/documents_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = project_root();

/// Names in `backquotes` of the paragraphs of a README that begin with "Historical:".
std::set<std::string> historical_in(const std::string& readme) {
  std::set<std::string> names;
  static const std::regex kParagraph("(^|\n)Historical:((.|\n)*?)(\n\n|\n*$)");
  static const std::regex kName("`([^`]+)`");
  for (std::sregex_iterator each(readme.begin(), readme.end(), kParagraph), end; each != end;
       ++each) {
    const std::string paragraph = (*each)[2];
    for (std::sregex_iterator name(paragraph.begin(), paragraph.end(), kName); name != end;
         ++name) {
      names.insert((*name)[1]);
    }
  }
  return names;
}

/// Whether the README of a folder above calls the file, or its folder, historical.
bool is_historical(const fs::path& file) {
  for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    if (!file_exists(kSource / folder / "README.md")) continue;
    const auto names = historical_in(read_file(kSource / folder / "README.md"));
    for (fs::path part = file; part != folder; part = part.parent_path()) {
      if (names.contains(part.lexically_relative(folder).generic_string())) return true;
    }
  }
  return false;
}

/// The commits that a file of results names, with "-dirty" appended if the source was changed.
std::set<std::string> commits_in(const std::string& text) {
  static const std::regex kCommit("\"commit\": ?\"([0-9a-f]{7,40}(-dirty)?)\"");
  std::set<std::string> commits;
  // A regular expression would look at every letter of the games.
  for (std::size_t at = 0; (at = text.find("\"commit\"", at)) != std::string::npos; ++at) {
    std::smatch commit;
    if (std::regex_search(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), commit,
                          kCommit, std::regex_constants::match_continuous)) {
      commits.insert(commit[1]);
    }
  }
  return commits;
}

TEST(History, CallsHistoricalWhatAParagraphOfAReadmeNames) {
  EXPECT_EQ(historical_in("# A\n\nHistorical: `a` and\n`b/c`, of a lost commit.\n\nNow `d`.\n"),
            (std::set<std::string>{"a", "b/c"}));
  EXPECT_TRUE(historical_in("Nothing is Historical: `a`\n").empty());
  EXPECT_EQ(commits_in("{\"commit\": \"0123abc\"}\n{\"commit\":\"0123abc-dirty\"}"),
            (std::set<std::string>{"0123abc", "0123abc-dirty"}));
}

TEST(History, HasTheCommitsOfAllCommittedResultsThatAreNotCalledHistorical) {
  const auto shallow = git({"rev-parse", "--is-shallow-repository"});
  if (shallow.empty()) GTEST_SKIP() << "this source is no git repository";
  if (shallow.front() != "false") GTEST_SKIP() << "this checkout has no history";
  std::vector<std::string> history = git({"rev-list", "HEAD"});
  std::sort(history.begin(), history.end());
  const auto is_known = [&](const std::string& commit) {
    const auto found = std::lower_bound(history.begin(), history.end(), commit);
    return found != history.end() && found->starts_with(commit);
  };
  int checked = 0;
  for (const fs::path file : git({"ls-files", "results"})) {
    const std::string ending = file.extension();
    if ((ending != ".json" && ending != ".jsonl") || !file_exists(kSource / file)) continue;
    for (const std::string& commit : commits_in(read_file(kSource / file))) {
      ++checked;
      if (is_known(commit)) continue;  // false for those with "-dirty"
      EXPECT_TRUE(is_historical(file)) << file << " is of " << commit;
    }
  }
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace banyan::bench
