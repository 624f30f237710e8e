// banyan report: figures, a page and a table of what a results folder holds.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

#include "bench/commands.hpp"
#include "bench/files.hpp"
#include "bench/interrupt.hpp"
#include "bench/report/report.hpp"
#include "bench/report/run_data.hpp"
#include "bench/summary.hpp"
#include "bench/text.hpp"

namespace banyan::bench {
namespace {

int report(const std::vector<std::string>& folders, const std::stop_token& stop) {
  for (const std::string& folder : folders) {
    if (stop.stop_requested()) return kInterrupted;
    const Report written = write_report(folder);
    const RunData data = read_run(folder);
    write_file_whole(data.folder / "summary.md", summarise_run(data).markdown);
    for (const std::string& note : written.notes) fmt::print("{}\n", wrapped(note));
    fmt::print("The report is {}, with {} figures\n", written.page.string(), written.figures);
  }
  return kDone;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  CLI::App& command =
      *app.add_subcommand("report", "figures, report.html, results.csv and summary.md of a run");
  const auto folders = std::make_shared<std::vector<std::string>>();
  command.add_option("DIR", *folders, "folders that banyan bench wrote")->required();
  command.callback([=, &action] {
    action = [=](const std::stop_token& stop) { return report(*folders, stop); };
  });
}

}  // namespace banyan::bench
