// The documents of the project as its tests read them: pages of Markdown, their code and their
// prose.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/machine/subprocess.hpp"

namespace banyan::bench {

/// A block of code between fences.
struct CodeBlock {
  std::string language;  ///< the word behind the fence
  std::string text;
};

/// One page.
struct Document {
  std::filesystem::path path;  ///< from the project's root, "docs/faq.md"
  std::string text;
  std::vector<std::string> prose;  ///< its lines without code blocks and made tables
  std::vector<CodeBlock> code;
};

/// The project's root.
std::filesystem::path project_root();

/// What git says of the source, word by word; nothing where there is no git, or none of this
/// source.
std::vector<std::string> git(Words arguments);

/// Takes a page apart.
Document read_document(const std::filesystem::path& path, const std::string& text);

/// README.md, docs/*.md and the README.md of each top folder.
const std::vector<Document>& documents();

/// These, and the READMEs of results: whatever is written by hand for people.
std::vector<Document> written_pages();

/// Every page of the project, the READMEs of results and data too.
const std::vector<Document>& all_pages();

/// The pieces of a line of prose in `backquotes`.
std::vector<std::string> code_spans(const std::string& line);

/// The words, by blanks, of the commands in a block of a shell: a list of words each. Comments are
/// left out, lines that end in a backslash go on, and what is not a command of ./run is left out.
std::vector<std::vector<std::string>> commands_in(const std::string& shell);

}  // namespace banyan::bench
