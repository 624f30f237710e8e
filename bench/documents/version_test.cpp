// The program's version stands in the build files; the pages that name it name the same.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "bench/documents/documents_test.hpp"
#include "bench/machine/version.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

/// What the expression's group matches first in a file at the project's root.
std::string first_in(const char* file, const char* expression) {
  const std::string text = read_file(project_root() / file);
  std::smatch found;
  return std::regex_search(text, found, std::regex(expression)) ? found[1].str() : "";
}

TEST(Version, IsThatOfTheCitationAndOfTheNewestChanges) {
  const std::string version = build::kVersion;
  EXPECT_EQ(first_in("CITATION.cff", "\nversion: (\\S+)\n"), version);
  EXPECT_EQ(first_in("CHANGELOG.md", "\n## ([^,\\s]+)"), version);
  EXPECT_EQ(first_in("README.md", "version = \\{(\\S+)\\}"), version);
}

TEST(Version, IsReleasedOnTheDayThatTheCitationSays) {
  EXPECT_EQ(first_in("CITATION.cff", "\ndate-released: (\\S+)\n"),
            first_in("CHANGELOG.md", "\n## \\S+, (\\S+)\n"));
}

}  // namespace
}  // namespace banyan::bench
