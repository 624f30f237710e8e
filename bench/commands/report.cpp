// banyan report: figures, a page and a table of a results folder.
#include <filesystem>
#include <string>
#include <vector>

#include "bench/commands/commands.hpp"
#include "bench/output/output_file.hpp"
#include "bench/page/page_tables.hpp"
#include "bench/page/report.hpp"
#include "bench/report/run_data.hpp"
#include "bench/report/summary.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct ReportArguments {
  std::vector<std::string> folders;
  std::string tables;
  bool check = false;
};

/// Rewrites a page's tables, or reports whether they match the runs' files.
int make_tables(const ReportArguments& options, const std::stop_token& stop) {
  const std::filesystem::path path = target_of(options.tables);
  const std::string page = read_input(path, stop, kMostText);
  PageWithTables made;
  try {
    made = with_tables(page, path.parent_path());
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--tables {}: {}", options.tables, error.what()));
  }
  if (made.tables == 0) {
    throw UsageError(fmt::format(
        "--tables {} has no marker: give a page with <!-- banyan: FOLDER TABLE GAME --> and "
        "<!-- /banyan -->, each alone on its line.",
        options.tables));
  }
  if (made.text == page) {
    fmt::print("{}: all tables are those of their runs\n", options.tables);
    return kDone;
  }
  if (options.check) {
    print_to_standard_error(
        "{}: its tables are not those of their runs; without --check they are written.\n",
        options.tables);
    return kCheckFailed;
  }
  OutputFile("--tables", path).write(made.text);
  fmt::print("{}: tables written\n", options.tables);
  return kDone;
}

int report(const ReportArguments& options, const std::stop_token& stop) {
  if (options.folders.empty() == options.tables.empty()) {
    throw UsageError("report: give folders that banyan bench wrote, or --tables FILE.");
  }
  if (!options.tables.empty()) return make_tables(options, stop);
  const std::vector<std::string>& folders = options.folders;
  for (const std::string& folder : folders) {
    if (stop.stop_requested()) return kInterrupted;
    const Folder into(folder);
    const Report written = write_report(into, "gnuplot", stop);
    into.write("summary.md", summarise_run(read_run(folder)).markdown);
    for (const std::string& note : written.notes) fmt::print("{}\n", wrapped(note));
    fmt::print("The report is {}, with {} figures\n", written.page.string(), written.figures);
  }
  return stop.stop_requested() ? kInterrupted : kDone;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<ReportArguments>(
      app, action, "report", "figures, report.html, results.csv and summary.md of a run", report);
  command.add_option("DIR", options->folders, "folders that banyan bench wrote");
  command.add_option("--tables", options->tables,
                     "a page of Markdown, as README.md, whose tables between the markers "
                     "<!-- banyan: FOLDER TABLE GAME --> and <!-- /banyan -->, each alone on its "
                     "line, are made anew from the runs that they name (TABLE: speed, ablation, "
                     "truth or strength)");
  command.add_flag("--check", options->check,
                   "with --tables: write nothing, and exit with 1 if a table would change");
}

}  // namespace banyan::bench
