// The syntax of SGF: the games of a file, and the nodes of a game along its main line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banyan::bench {

/// One property of a node, and its values, at least one.
struct SgfProperty {
  std::string name;
  std::vector<std::string> values;
};

using SgfNode = std::vector<SgfProperty>;

/// The texts of the file's games, at least one. Throws UsageError, with `file` in its sentence.
std::vector<std::string_view> sgf_games(std::string_view text, const std::string& file);

/// Of the first game; the first node is the root. Throws UsageError, with `file` in its sentence.
std::vector<SgfNode> sgf_main_line(std::string_view text, const std::string& file);

}  // namespace banyan::bench
