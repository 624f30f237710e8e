// Links within the project: their targets exist, and each page can be reached from README.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/documents/documents_test.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

/// A link from a page to a place of the project.
struct Link {
  fs::path target;     ///< from the project's root
  std::string anchor;  ///< after #, or empty
};

std::string without_code(const std::string& line) {
  static const std::regex kCode("`[^`]*`");
  return std::regex_replace(line, kCode, "``");
}

/// The links of a page, except those to other sites.
std::vector<Link> links_of(const Document& page) {
  static const std::regex kLink(R"(\]\(([^)\s]+)\)|<img src="([^"]+)\")");
  std::vector<Link> links;
  for (const std::string& line : page.prose) {
    const std::string bare = without_code(line);
    for (std::sregex_iterator at(bare.begin(), bare.end(), kLink), end; at != end; ++at) {
      const std::string to = (*at)[1].matched ? (*at)[1] : (*at)[2];
      if (to.find("://") != std::string::npos) continue;
      const std::size_t hash = std::min(to.find('#'), to.size());
      const fs::path target = hash == 0 ? page.path : page.path.parent_path() / to.substr(0, hash);
      links.push_back(
          {target.lexically_normal(), hash < to.size() ? to.substr(hash + 1) : std::string()});
    }
  }
  return links;
}

/// GitHub's anchor of a heading: lower case, digits, - and _, and - for each blank.
std::string anchor_of(const std::string& heading) {
  static const std::regex kLink(R"(\[([^\]]*)\]\([^)]*\))");
  const std::string shown = std::regex_replace(heading, kLink, "$1");
  std::string anchor;
  for (const char c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80) {
      anchor += static_cast<char>(std::tolower(byte));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

/// The anchors of all headings; the second one of a name ends in -1, as on GitHub.
std::set<std::string> anchors_of(const Document& page) {
  std::set<std::string> anchors;
  std::map<std::string, int> seen;
  bool within_code = false;
  std::istringstream lines(page.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) within_code = !within_code;
    if (within_code || !line.starts_with('#')) continue;
    const std::string anchor = anchor_of(line.substr(line.find_first_not_of("# ")));
    const int before = seen[anchor]++;
    anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  return anchors;
}

/// The page that a link leads to: itself, or the README of a folder.
fs::path page_at(const fs::path& target) {
  return fs::is_directory(project_root() / target) ? target / "README.md" : target;
}

const Document* find_page(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  const auto& pages = all_pages();
  const auto found = std::find_if(pages.begin(), pages.end(),
                                  [&](const Document& page) { return page.path == plain; });
  return found == pages.end() ? nullptr : &*found;
}

TEST(Links, HaveTheAnchorsOfGitHub) {
  EXPECT_EQ(anchor_of("How many games for 20 Elo?"), "how-many-games-for-20-elo");
  EXPECT_EQ(anchor_of("`batch=512` & more"), "batch512--more");
  EXPECT_EQ(anchor_of("[Tree](tree.md) x_y"), "tree-x_y");
}

TEST(Links, NameFilesThatAreThere) {
  std::size_t links = 0;
  for (const Document& page : all_pages()) {
    for (const Link& link : links_of(page)) {
      ++links;
      EXPECT_TRUE(fs::exists(project_root() / link.target))
          << page.path << " names " << link.target << ", which is not there";
    }
  }
  EXPECT_GT(links, 100U);
}

/// Whether code is the path of a file or a folder, relative to the project's root, or to the page
/// if it ends in a slash.
bool is_path(const std::string& code) {
  static const std::regex kPath(
      "(?:\\.ci|bench|cmake|core|docs|games|parallel|python|results)/[a-z0-9_./-]*|[a-z0-9_]+/");
  return std::regex_match(code, kPath) && !code.starts_with("results/runs");
}

TEST(Links, AndPathsInCodeNameWhatIsThere) {
  std::size_t paths = 0;
  for (const Document& page : documents()) {
    for (const std::string& line : page.prose) {
      for (const std::string& code : code_spans(line)) {
        if (!is_path(code)) continue;
        ++paths;
        EXPECT_TRUE(fs::exists(project_root() / code) ||
                    fs::exists(project_root() / page.path.parent_path() / code))
            << page.path << " names " << code << ", which is not there";
      }
    }
  }
  EXPECT_GT(paths, 50U);
}

TEST(Links, NameHeadingsThatAreThere) {
  for (const Document& page : all_pages()) {
    for (const Link& link : links_of(page)) {
      const Document* const target = find_page(page_at(link.target));
      if (link.anchor.empty() || target == nullptr) continue;
      EXPECT_TRUE(anchors_of(*target).contains(link.anchor))
          << page.path << " names " << link.target << "#" << link.anchor;
    }
  }
}

TEST(Links, LeadFromTheReadmeToEveryPage) {
  std::set<fs::path> reached;
  std::vector<fs::path> next{"README.md"};
  while (!next.empty()) {
    const fs::path path = next.back();
    next.pop_back();
    const Document* const page = find_page(path);
    if (page == nullptr || !reached.insert(path.lexically_normal()).second) continue;
    for (const Link& link : links_of(*page)) next.push_back(page_at(link.target));
  }
  for (const Document& page : all_pages()) {
    EXPECT_TRUE(reached.contains(page.path)) << page.path << " cannot be reached from README.md";
  }
}

}  // namespace
}  // namespace banyan::bench
