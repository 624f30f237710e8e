// The project's documents as its tests read them: pages of Markdown, their code and their prose.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/machine/subprocess.hpp"

namespace banyan::bench {

/// A block of code between fences.
struct CodeBlock {
  std::string language;  ///< the word after the fence
  std::string text;
};

/// One page.
struct Document {
  std::filesystem::path path;  ///< from the project's root, "docs/faq.md"
  std::string text;
  std::vector<std::string> prose;  ///< its lines without code blocks and generated tables
  std::vector<CodeBlock> code;
};

/// The project's root.
std::filesystem::path project_root();

/// git's output about the source, word by word; nothing without git or its data.
std::vector<std::string> git(Words arguments);

/// Parses a page.
Document read_document(const std::filesystem::path& path, const std::string& text);

/// The pages at the top, docs/*.md and the README.md of each top folder.
const std::vector<Document>& documents();

/// These, and the READMEs of results: all pages written by hand.
std::vector<Document> written_pages();

/// Every page of the project, including the READMEs of results and data.
const std::vector<Document>& all_pages();

/// The pieces of a line of prose in `backquotes`.
std::vector<std::string> code_spans(const std::string& line);

/// The words, split at blanks, of the commands in a shell block: one list per command. Comments and
/// commands other than ./run are omitted; lines ending in a backslash continue.
std::vector<std::vector<std::string>> commands_in(const std::string& shell);

}  // namespace banyan::bench
