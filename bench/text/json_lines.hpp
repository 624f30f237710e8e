// Files with one JSON object per line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/text/folder.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// An object of such a file, and its line number, from 1.
struct JsonLine {
  std::size_t number;
  Json json;
};

/// The content of such a file.
struct JsonLines {
  std::vector<JsonLine> objects;
  std::vector<std::size_t> damaged;  ///< the numbers of lines without an object
  bool torn = false;                 ///< the last line has no end and no object, as after a crash
};

/// Nothing if there is no file. Throws UsageError for a line of more than 8 MiB, since its values
/// take many times that memory.
JsonLines read_lines(const std::filesystem::path& path);
/// The same for a path that a user names: read_input().
JsonLines read_lines(const std::filesystem::path& path, const std::stop_token& stop);

/// The objects of a file that a run continues. Damaged lines are reported, with what is done about
/// them. These and a torn line are removed from the file if lines would follow them.
std::vector<JsonLine> recover_lines(const Folder& folder, const std::string& name,
                                    std::string_view remedy);

/// The lines of such a file, each with its end.
std::string lines_text(const std::vector<Json>& lines);

/// Reports on standard error what is wrong with a line, and what is done about it.
void tell_damaged(const std::filesystem::path& path, std::size_t line, std::string_view why,
                  std::string_view remedy);

}  // namespace banyan::bench
