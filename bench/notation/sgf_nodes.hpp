// The syntax of SGF: the nodes of a file's first game along its main line.
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

/// The first node is the root. Throws UsageError, with `file` in its sentence.
std::vector<SgfNode> sgf_main_line(std::string_view text, const std::string& file);

}  // namespace banyan::bench
