// Reads the documents, and tests that their tables are made from data.
#include "bench/documents/documents_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "bench/commands/reference.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

std::vector<Document> pages_where(bool (*wanted)(const fs::path& from_root)) {
  std::vector<fs::path> paths;
  for (auto at = fs::recursive_directory_iterator(project_root());
       at != fs::recursive_directory_iterator(); ++at) {
    const fs::path from_root = fs::relative(at->path(), project_root());
    const std::string top = from_root.begin()->string();
    if (at->is_directory()) {
      const bool local = top == "build" || from_root == "results/runs" || top.starts_with('.');
      if (local) at.disable_recursion_pending();
      continue;
    }
    if (from_root.extension() == ".md" && !top.starts_with('.') && wanted(from_root)) {
      paths.push_back(from_root);
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Document> pages;
  for (const fs::path& path : paths) {
    pages.push_back(read_document(path, read_file(project_root() / path)));
  }
  return pages;
}

bool is_document(const fs::path& path) {
  const auto parts = std::distance(path.begin(), path.end());
  const bool of_docs = path.parent_path() == "docs";
  return parts == 1 || of_docs || (parts == 2 && path.filename() == "README.md");
}

}  // namespace

fs::path project_root() { return fs::path(BANYAN_RESULTS_README).parent_path().parent_path(); }

std::vector<std::string> git(Words arguments) {
  arguments.insert(arguments.begin(), {"git", "--no-optional-locks"});
  const fs::path root = project_root();
  const Ended ended = run_in(
      root, arguments, {}, {"GIT_CEILING_DIRECTORIES=" + root.parent_path().string(), "LC_ALL=C"});
  if (!ended.started || ended.status != 0) return {};
  std::istringstream words(ended.output);
  return {std::istream_iterator<std::string>(words), {}};
}

Document read_document(const fs::path& path, const std::string& text) {
  Document page{path, text, {}, {}};
  std::istringstream lines(text);
  bool within_code = false;
  bool within_made = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      within_code = !within_code;
      if (within_code) page.code.push_back({line.substr(3), ""});
    } else if (within_code) {
      page.code.back().text += line + '\n';
    } else if (line.starts_with("<!-- banyan:") || line.starts_with("<!-- /banyan")) {
      within_made = line.starts_with("<!-- banyan:");
    } else if (!within_made) {
      page.prose.push_back(line);
    }
  }
  return page;
}

const std::vector<Document>& documents() {
  static const std::vector<Document> kPages = pages_where(is_document);
  return kPages;
}

std::vector<Document> written_pages() {
  std::vector<Document> pages = documents();
  for (const Document& page : all_pages()) {
    const bool of_results = *page.path.begin() == "results" && page.path.filename() == "README.md";
    if (of_results && !is_document(page.path)) pages.push_back(page);
  }
  return pages;
}

const std::vector<Document>& all_pages() {
  static const std::vector<Document> kPages = pages_where([](const fs::path&) { return true; });
  return kPages;
}

std::vector<std::string> code_spans(const std::string& line) {
  std::vector<std::string> spans;
  for (std::size_t at = 0; (at = line.find('`', at)) != std::string::npos;) {
    const std::size_t end = line.find('`', at + 1);
    if (end == std::string::npos) break;
    spans.push_back(line.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return spans;
}

std::vector<std::vector<std::string>> commands_in(const std::string& shell) {
  std::vector<std::vector<std::string>> commands;
  std::istringstream lines(shell);
  std::string command;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t comment = line.find(" #");
    if (comment != std::string::npos) line.resize(comment);
    if (line.ends_with('\\')) {
      command += line.substr(0, line.size() - 1);
      continue;
    }
    command += line;
    if (command.starts_with("./run ")) commands.push_back(split_words(command, "command"));
    command.clear();
  }
  return commands;
}

namespace {

TEST(Documents, AreFoundWithTheirPartsApart) {
  EXPECT_GT(documents().size(), 15U);
  EXPECT_EQ(documents().front().path, "CHANGELOG.md");
  EXPECT_GT(all_pages().size(), documents().size());
  const Document page = read_document(
      "page.md", "one\n```sh\ntwo\n```\n<!-- banyan: a b c -->\nthree\n<!-- /banyan -->\nfour\n");
  EXPECT_EQ(page.prose, (std::vector<std::string>{"one", "four"}));
  ASSERT_EQ(page.code.size(), 1U);
  EXPECT_EQ(page.code[0].language, "sh");
  EXPECT_EQ(page.code[0].text, "two\n");
}

TEST(Documents, HaveTheTablesOfThisProgramsGamesAndEngines) {
  for (const auto& [name, made] :
       {std::pair{"games", games_reference()}, {"engines", engines_reference()}}) {
    const std::string page = read_file(project_root() / "docs" / fmt::format("{}.md", name));
    const std::string begin = fmt::format("<!-- banyan: list {} -->\n", name);
    EXPECT_NE(page.find(begin + made + "<!-- /banyan -->"), std::string::npos)
        << "between its markers docs/" << name << ".md needs what 'banyan list " << name
        << " --markdown' prints";
  }
}

}  // namespace
}  // namespace banyan::bench
