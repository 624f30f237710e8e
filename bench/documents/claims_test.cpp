// Checks the table of claims in docs/claims.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "bench/documents/documents_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

/// A row of the table.
struct Claim {
  std::string claim, figure, page, data, made_by, commit;
};

std::vector<Claim> claims() {
  std::vector<Claim> all;
  std::istringstream lines(read_file(project_root() / "docs/claims.md"));
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells;
    for (std::size_t at = line.find("| "); at != std::string::npos;) {
      const std::size_t end = line.find(" |", at + 1);
      if (end == std::string::npos) break;
      cells.push_back(line.substr(at + 2, end - at - 2));
      at = end + 1;
    }
    if (cells.size() != 6 || cells[0] == "claim" || cells[0].starts_with(":")) continue;
    all.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]});
  }
  return all;
}

/// Whether a commit is an ancestor of the current one, so that it can be checked out; assumed if
/// there is no git or no full history.
bool exists(const std::string& commit) {
  if (git({"rev-parse", "--is-shallow-repository"}) != Words{"false"}) return true;
  static const Words kHistory = git({"rev-list", "HEAD"});
  return std::any_of(kHistory.begin(), kHistory.end(),
                     [&](const std::string& each) { return each.starts_with(commit); });
}

TEST(Claims, StandOnTheirPagesWithDataAScriptAndACommit) {
  const std::vector<Claim> all = claims();
  EXPECT_GE(all.size(), 15U);
  for (const Claim& claim : all) {
    SCOPED_TRACE(claim.claim + ", " + claim.figure);
    const fs::path page = project_root() / claim.page;
    ASSERT_TRUE(file_exists(page)) << claim.page;
    const std::string text = read_file(page);
    EXPECT_NE(text.find(claim.figure), std::string::npos) << "not on " << claim.page;
    EXPECT_TRUE(file_exists(project_root() / claim.data)) << claim.data;
    const std::string script = claim.made_by.substr(0, claim.made_by.find(' '));
    EXPECT_TRUE(file_exists(project_root() / script)) << script;
    EXPECT_TRUE(exists(claim.commit)) << claim.commit;
  }
}

}  // namespace
}  // namespace banyan::bench
