// The program `banyan`: its commands, and errors as exit statuses.
#include "bench/program/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <stop_token>
#include <string_view>
#include <system_error>

#include "bench/commands/commands.hpp"
#include "bench/games/plugins.hpp"
#include "bench/machine/interrupt.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/machine/version.hpp"
#include "bench/program/usage.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/standard_error.hpp"
#include "bench/text/utf8.hpp"

// mimalloc's function, if it is linked. mimalloc is compiled as C and does not know the new
// handler: without memory, it would abort silently.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" [[gnu::weak]] void mi_register_error(void (*handler)(int, void*), void* argument);

namespace banyan::bench {
namespace {

/// Throws UsageError for an argument that results, which are UTF-8, could not repeat.
void need_utf8(std::string_view argument) {
  for (std::string_view left = argument; !left.empty();) {
    const CodePoint first = first_code_point(left);
    if (first.malformed()) {
      throw UsageError(
          fmt::format("{} is not UTF-8: give files and all else names that are.", argument));
    }
    left.remove_prefix(first.bytes);
  }
}

/// In the provenance of results.
void tell_of_plugins() {
  for (const LoadedPlugin& plugin : loaded_plugins()) {
    further_provenance()["plugins"].push_back(
        Json{{"game", plugin.game}, {"path", plugin.path}, {"hash", plugin.hash}});
  }
}

int run(int argc, char** argv, std::stop_token& stop) {
  CLI::App app("Banyan: a research benchmark for parallel Monte Carlo tree search", "banyan");
  app.set_version_flag("--version", fmt::format("banyan {} ({})", build::kVersion, build::kCommit));
  app.require_subcommand(1);
  std::vector<std::string> plugins;
  app.add_option(
         "--plugin", plugins,
         "a shared library that brings a game (docs/your-game.md), in front of the command; "
         "also those that BANYAN_PLUGINS names")
      ->allow_extra_args(false);
  app.footer(
      "Try:  banyan list\n"
      "      banyan search --game connect_four --engine seq --iterations 200k\n"
      "      banyan match --game hex:size=7 --a root:threads=2 --b seq --pairs 20 --time 20ms\n"
      "      banyan bench --profile smoke");
  Action action;
  for (const auto add :
       {add_advise, add_bench, add_match, add_pool, add_elo, add_quality, add_label, add_train,
        add_search, add_play, add_gtp, add_uci, add_list, add_perft, add_exploitability,
        add_signature, add_doctor, add_check_game, add_build_plugin}) {
    add(app, action);
  }
  if (argc < 2) {
    fmt::print("{}", app.help());
    return kDone;
  }
  for (int i = 1; i < argc; ++i) need_utf8(argv[i]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help and --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    throw UsageError(explain(app, error, argc, argv));
  }
  refuse_empty_values(app);
  load_plugins_of_environment();
  for (const std::string& plugin : plugins) load_plugin(plugin);
  tell_of_plugins();
  stop = stop_on_interrupt();
  return action(stop);
}

/// Needs no memory.
void tell_out_of_memory() {
  constexpr std::string_view kOr =
      "give the engines less of it (memory=), fewer threads or smaller budgets.\n";
  write_to_standard_error("banyan: out of memory: ");
  if (const auto limit = memory_limit()) {
    std::array<char, 200> text{};
    const auto written = fmt::format_to_n(
        text.begin(), text.size(),
        "the system allows this program {} MiB of {} (ulimit {}): give it more, or ",
        limit->bytes >> 20U, limit->kind, limit->option);
    write_to_standard_error(std::string_view(text.begin(), written.out));
  }
  write_to_standard_error(kOr);
}

/// If several threads end the program at once, the first one prints; the others wait for the end.
void take_the_last_word() {
  static std::atomic_flag taken;
  thread_local bool mine = false;
  if (mine) return;
  mine = !taken.test_and_set();
  while (!mine) ::pause();
}

[[noreturn]] void end_out_of_memory() {
  take_the_last_word();
  tell_out_of_memory();
  ::_exit(kMissing);
}

int tell(const std::exception& error, int status) {
  print_to_standard_error("banyan: {}\n", printable(error.what()));
  return status;
}

/// errno of what the system does not give: an open file, pipe or socket.
bool is_of_open_files(const std::error_code& code) {
  return code == std::errc::too_many_files_open || code == std::errc::too_many_files_open_in_system;
}

int tell_no_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  print_to_standard_error(
      "banyan: the system allows this program no more than {} open files at once (ulimit -n): give "
      "more, or fewer games and foreign programs at once.\n",
      limit.rlim_cur);
  return kMissing;
}

int tell_no_threads() {
  write_to_standard_error(
      "banyan: the system allows this program no more threads (ulimit -u, -v or -d, or a "
      "container's limit): give the engines fewer.\n");
  return kMissing;
}

/// Whether oneTBB failed to start a thread; its message says no more.
bool is_of_thread_start(const std::exception& error) {
  return std::string_view(error.what()).starts_with("pthread_create has failed");
}

/// Reports the current exception; returns its exit status.
int explain_failure() {
  try {
    throw;
  } catch (const UsageError& error) {
    return tell(error, kUsage);
  } catch (const FileError& error) {
    return tell(error, kUsage);
  } catch (const Interrupted& error) {
    return tell(error, kInterrupted);
  } catch (const SystemLimit& error) {
    return tell(error, kMissing);
  } catch (const std::bad_alloc&) {
    tell_out_of_memory();
    return kMissing;
  } catch (const std::filesystem::filesystem_error& error) {
    print_to_standard_error("banyan: cannot use {}: {}.\n", printable(error.path1().string()),
                            error.code().message());
    return kUsage;
  } catch (const std::system_error& error) {
    if (is_of_open_files(error.code())) return tell_no_files();
    const bool threads = error.code() == std::errc::resource_unavailable_try_again;
    return threads ? tell_no_threads() : tell(error, kCheckFailed);
  } catch (const std::exception& error) {
    return is_of_thread_start(error) ? tell_no_threads() : tell(error, kCheckFailed);
  }
}

/// Uncaught exceptions, as in a library's thread, also end the program with their sentence.
[[noreturn]] void end_uncaught() {
  if (std::current_exception() == nullptr) std::abort();
  take_the_last_word();
  ::_exit(explain_failure());
}

/// If results could not be printed, the command failed, whatever noticed it first; `reason` is the
/// errno.
int check_output(int status, int reason) {
  if (std::fflush(stdout) != 0) reason = errno;
  if (std::ferror(stdout) == 0 && reason == 0) return status;
  print_to_standard_error("banyan: cannot write to standard output: {}.\n",
                          std::generic_category().message(reason == 0 ? EIO : reason));
  return kUsage;
}

/// If a standard stream is closed, the next opened file would become that stream and receive
/// output. /dev/null takes its place, opened so that writing results to it fails.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) {
      ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace

__attribute__((no_sanitize("address", "thread", "undefined"))) void report_lack_of_memory() {
  std::set_new_handler(end_out_of_memory);
  const auto heed = [](int error, void*) {
    if (error == ENOMEM) end_out_of_memory();
  };
  if (mi_register_error != nullptr) mi_register_error(heed, nullptr);
}

void prepare_process() {
  open_standard_streams();
  std::set_terminate(end_uncaught);
  std::signal(SIGXFSZ, SIG_IGN);  // so that what is too large fails with a sentence
  try {
    need_stack();
  } catch (const SystemLimit& error) {
    std::exit(tell(error, kMissing));
  }
}

int run_program(int argc, char** argv) {
  std::stop_token stop;
  int status = kDone;
  int reason = 0;
  try {
    status = run(argc, argv, stop);
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) == 0) return explain_failure();
    reason = error.code().value();
  } catch (...) {
    return explain_failure();
  }
  const int checked = check_output(status, reason);
  // After a stop the terminal may be gone.
  return checked != status && stop.stop_requested() ? kInterrupted : checked;
}

}  // namespace banyan::bench
