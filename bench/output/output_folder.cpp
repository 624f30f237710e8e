// Looks at a folder before anything is written there.
#include "bench/output/output_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include "bench/output/lock.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

using Type = std::filesystem::file_type;

constexpr const char* kFigures = "figures";

std::filesystem::path made(const std::filesystem::path& path) {
  make_directories(path);
  return path;
}

}  // namespace

const std::vector<std::string>& output_names() {
  static const std::vector<std::string> kNames{"run.json",    "measured.jsonl", "unfinished.json",
                                               "games.jsonl", "openings.jsonl", "games.sgf",
                                               "rows.jsonl",  "results.csv",    "summary.md",
                                               "report.html", kFigures};
  return kNames;
}

OutputFolder::OutputFolder(const std::filesystem::path& path, const std::string& record)
    : Folder(made(path)) {
  if (!try_lock(descriptor())) refuse_in_use("--out", path, "directory");
  refuse_foreign(record);
  remove_leftovers();
}

void OutputFolder::refuse(const std::string& what) const {
  throw UsageError(
      fmt::format("--out {} holds {}: give an empty or new directory.", path().string(), what));
}

void OutputFolder::refuse_foreign(const std::string& record) const {
  std::string found;
  for (const std::string& name : output_names()) {
    const Type type = type_of(name);
    if (type == Type::not_found) continue;
    const Type ours = name == kFigures ? Type::directory : Type::regular;
    if (type == Type::symlink) refuse(name + ", a link that leads elsewhere");
    if (type != ours) refuse(name + (name == kFigures ? ", no directory" : ", no regular file"));
    if (found.empty()) found = name;
  }
  if (!found.empty() && type_of(record) == Type::not_found) {
    refuse(fmt::format("{} but no {}, so it may be somebody's own", found, record));
  }
}

bool OutputFolder::is_held(const std::filesystem::path& path) {
  const Descriptor folder(path, O_RDONLY | O_DIRECTORY);
  return folder.is_open() && !try_lock(folder);
}

}  // namespace banyan::bench
