// Running the Python package that shows results.
#include "bench/report/show.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <vector>

#include "bench/machine/subprocess.hpp"
#include "bench/measure/child.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/files.hpp"
#include "bench/text/standard_error.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kLacksPackages = 3;  // of python/banyan/report/__main__.py

/// The folder that holds the package: beside the program, or where `cmake --install` puts it.
std::optional<fs::path> package_folder() {
  const fs::path beside = fs::path(own_program()).parent_path();
  for (const char* const place : {"python", "../python", "../share/banyan/python"}) {
    if (file_exists(beside / place / "banyan" / "report" / "__main__.py")) return beside / place;
  }
  return std::nullopt;
}

std::vector<std::string> interpreters() {
  const char* const given = std::getenv("BANYAN_PYTHON");
  if (given == nullptr) return {"python3", "/usr/bin/python3"};
  return *given == '\0' ? std::vector<std::string>() : std::vector<std::string>{given};
}

/// The last line that says anything.
std::string last_line(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return printable(text.substr(text.find_last_of('\n') + 1));
}

}  // namespace

Shown show(const fs::path& folder, std::size_t columns, const std::stop_token& stop) {
  const std::optional<fs::path> package = package_folder();
  if (!package) return {false, "There is no report.html: banyan.report is not beside the program."};
  std::string why;
  const std::vector<std::string> pythons = interpreters();
  if (pythons.empty()) return {};
  for (const std::string& python : pythons) {
    // Its directory is the first place where Python looks for modules.
    Ended ended;
    try {
      ended = run_in(*package,
                     {python, "-m", "banyan.report", "--columns", std::to_string(columns),
                      fs::absolute(folder).string()},
                     stop, {"PYTHONIOENCODING=utf-8"});
    } catch (const std::system_error& error) {
      return {false, fmt::format("There is no report.html: {}.", error.what())};
    }
    if (stop.stop_requested()) return {false, "The report was interrupted."};
    if (ended.started && ended.status == 0) return {true, ended.output};
    why = ended.started ? last_line(ended.errors) : fmt::format("{} cannot be started.", python);
    if (ended.started && ended.status != kLacksPackages) break;
  }
  return {false, fmt::format("There is no report.html: {} './run report {}' makes it.", why,
                             folder.string())};
}

void show_page(const fs::path& folder, bool json, const std::stop_token& stop) {
  const Shown shown = show(folder, 0, stop);
  if (!shown.done) {
    if (!shown.text.empty()) print_to_standard_error("note: {}\n", shown.text);
  } else if (!json) {
    fmt::print("The report is {}\n", (folder / "report.html").string());
  }
}

void write_answer(const Folder& folder, const Json& run, const std::vector<Row>& rows, bool json,
                  const std::stop_token& stop) {
  folder.write("run.json", run.dump(2) + "\n");
  write_rows(folder, rows);
  if (run["finished"].get<bool>()) show_page(folder.path(), json, stop);
}

}  // namespace banyan::bench
