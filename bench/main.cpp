// The program `banyan`: reads the command line, runs the command, turns errors into exit statuses.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "banyan_version.hpp"
#include "bench/commands.hpp"
#include "bench/files.hpp"
#include "bench/interrupt.hpp"
#include "bench/spec.hpp"
#include "bench/usage.hpp"

namespace banyan::bench {
namespace {

int run(int argc, char** argv) {
  CLI::App app("Banyan: a research benchmark for parallel Monte Carlo tree search", "banyan");
  app.set_version_flag("--version", fmt::format("banyan {} ({})", build::kVersion, build::kCommit));
  app.require_subcommand(1);
  app.footer(
      "Try:  banyan list\n"
      "      banyan search --game connect_four --engine seq --iterations 200k\n"
      "      banyan match --game hex:size=7 --a root:threads=2 --b seq --pairs 20 --time 20ms\n"
      "      banyan bench --profile smoke");
  Action action;
  for (const auto add :
       {add_bench, add_report, add_compare, add_match, add_pool, add_quality, add_search, add_play,
        add_list, add_perft, add_exploitability, add_signature}) {
    add(app, action);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help and --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    throw UsageError(explain(app, error, argc, argv));
  }
  return action(stop_on_interrupt());
}

}  // namespace
}  // namespace banyan::bench

int main(int argc, char** argv) {
  using namespace banyan::bench;
  try {
    const int status = run(argc, argv);
    if (std::fflush(stdout) != 0) {
      throw FileError(fmt::format("cannot write to standard output: {}.",
                                  std::generic_category().message(errno)));
    }
    return status;
  } catch (const UsageError& error) {
    fmt::print(stderr, "banyan: {}\n", error.what());
    return kUsage;
  } catch (const FileError& error) {
    fmt::print(stderr, "banyan: {}\n", error.what());
    return kUsage;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "banyan: out of memory: give the engines less (memory=).\n");
    return kMissing;
  } catch (const std::exception& error) {
    fmt::print(stderr, "banyan: {}\n", error.what());
    return kCheckFailed;
  }
}
