// banyan compare: the differences between two results folders.
#include <array>

#include "bench/commands/commands.hpp"
#include "bench/report/compare.hpp"
#include "bench/report/runs.hpp"

namespace banyan::bench {
namespace {

struct CompareArguments {
  std::string a;
  std::string b;
  std::string across;
  double tolerance_percent = 100 * kDefaultTolerance;
  bool fail_on_regression = false;
  bool json = false;
};

Across parse_across(const std::string& text) {
  Across across;
  if (text.empty()) return across;
  const std::vector<SpecInfo> infos{{"machines", "", {}}, {"builds", "", {}}, {"settings", "", {}}};
  const std::array flags{&across.machines, &across.builds, &across.settings};
  for (const Spec& spec : parse_spec_list(text, "--across")) {
    const SpecInfo& info = find_info(infos, spec.name, "--across");
    *flags[static_cast<std::size_t>(&info - infos.data())] = true;
  }
  return across;
}

int compare(const CompareArguments& options, const std::stop_token&) {
  const double tolerance = parse_tolerance(options.tolerance_percent);
  const Across across = parse_across(options.across);
  const Runs a = read_runs(options.a);
  const Runs b = read_runs(options.b);
  check_comparable(a.data, b.data, across);
  Comparison comparison = compare_runs(a.data, b.data, tolerance);
  comparison.of_runs = a.count > 1 && b.count > 1;
  fmt::print("{}", options.json ? comparison_json(comparison).dump(2) + '\n'
                                : fmt::format("A {}\nB {}\n\n{}", options.a, options.b,
                                              comparison_text(comparison, tolerance)));
  const bool regressed = comparison.count(Change::kWorse) > 0;
  return options.fail_on_regression && regressed ? kCheckFailed : kDone;
}

}  // namespace

double parse_tolerance(double percent) {
  if (percent >= 0 && percent <= 100) return percent / 100;
  throw UsageError(
      fmt::format("--tolerance {} is out of range: give 0 to 100 (percent).", percent));
}

void add_tolerance(CLI::App& command, double& percent, bool& fail_on_regression) {
  command
      .add_option("--tolerance", percent,
                  "smallest difference in percent that counts as faster or slower")
      ->capture_default_str();
  command.add_flag("--fail-on-regression", fail_on_regression,
                   "exit with 1 if anything is slower or weaker");
}

void add_compare(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<CompareArguments>(
      app, action, "compare", "what changed from run A to run B", compare);
  command
      .add_option("A", options->a,
                  "folder of the earlier run, or of several runs with different seeds")
      ->required();
  command.add_option("B", options->b, "folder of the run after")->required();
  command.add_option("--across", options->across,
                     "compare runs of different machines, builds or settings (search times): which "
                     "of these, separated by ','");
  add_tolerance(command, options->tolerance_percent, options->fail_on_regression);
  add_json(command, options->json);
}

}  // namespace banyan::bench
