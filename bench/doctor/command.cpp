// banyan doctor: what is wrong with a tree search, from the log of a game that watched it.
#include "bench/commands/commands.hpp"
#include "bench/doctor/diagnose.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

struct DoctorArguments {
  std::string log;
  std::string rule;
  std::string claims;
  bool json = false;
};

int examine(const DoctorArguments& options, const std::stop_token& stop) {
  doctor::Asked asked{.rule = doctor::parse_rule(options.rule), .claims = std::nullopt};
  if (!options.claims.empty()) {
    asked.claims = read_json(read_input(options.claims, stop, kMostText));
    if (asked.claims->is_discarded()) {
      throw UsageError(fmt::format("--claims {} is no JSON.", in_quotes(options.claims)));
    }
  }
  const std::string text = read_input(options.log, stop);
  const auto end = end_when_stopped(stop, "interrupted: the log was not examined.");
  const doctor::WatchedLog log = [&] {
    try {
      return doctor::read_watched_log(text);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", in_quotes(options.log), error.what()));
    }
  }();
  const doctor::Diagnosis found = doctor::diagnose(log, asked);
  fmt::print("{}", options.json ? doctor::diagnosis_json(found).dump(2) + '\n'
                                : doctor::diagnosis_text(found));
  return found.findings.empty() ? kDone : kCheckFailed;
}

}  // namespace

void add_doctor(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<DoctorArguments>(
      app, action, "doctor", "what is wrong with a tree search", examine);
  command.footer(
      "LOG is what a watched game wrote (docs/doctor.md). Exit status 1 if something is wrong.\n"
      "Example: banyan doctor search.log --rule ucb1:c=1.414 --claims result.json");
  command.add_option("LOG", options->log, "the log of one or several searches")->required();
  command.add_option(
      "--rule", options->rule,
      "the rule that the search should follow: ucb1, tuned or puct, as in puct:c=1.5");
  command.add_option("--claims", options->claims,
                     "what the last search reported: JSON as of 'banyan search --json'");
  add_json(command, options->json);
}

}  // namespace banyan::bench
