// Text files that the program contains.
#pragma once

#include <span>
#include <string_view>

namespace banyan::bench {

struct EmbeddedFile {
  std::string_view path;  ///< from bench: "papers/segal2010.json"
  std::string_view text;
};

/// All of them. bench/CMakeLists.txt says which, and writes this function.
std::span<const EmbeddedFile> embedded_files();

/// The text of one; empty if there is none.
inline std::string_view embedded_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == path) return file.text;
  }
  return {};
}

}  // namespace banyan::bench
