// banyan build-plugin: compiles a game of one's own to a shared library that --plugin takes.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "bench/commands/commands.hpp"
#include "bench/machine/subprocess.hpp"
#include "bench/machine/version.hpp"
#include "bench/measure/child.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

struct BuildPluginArguments {
  std::string source;
  std::string out;
};

/// Where banyan/core/run_time/plugin.hpp lies: beside an installed program, or in the tree that it
/// was built in.
std::filesystem::path headers() {
  constexpr const char* kHeader = "banyan/core/run_time/plugin.hpp";
  std::error_code none;
  const std::filesystem::path program = own_program();
  const std::filesystem::path installed = program.parent_path().parent_path() / "include";
  for (const auto& folder : {installed, std::filesystem::path(build::kHeaders)}) {
    if (std::filesystem::exists(folder / kHeader, none)) return folder;
  }
  throw UsageError(
      fmt::format("build-plugin finds no {}: install the libraries' headers.", kHeader));
}

int build_plugin(const BuildPluginArguments& options, const std::stop_token& stop) {
  const std::filesystem::path source = options.source;
  if (!std::filesystem::is_regular_file(source)) {
    throw UsageError(fmt::format("build-plugin: there is no file {}.", options.source));
  }
  const std::filesystem::path out = options.out.empty()
                                        ? std::filesystem::path(source.stem()).concat(".so")
                                        : std::filesystem::path(options.out);
  const char* const given = std::getenv("CXX");
  const std::string compiler = given != nullptr && *given != '\0' ? given : "c++";
  Words command{compiler, "-std=c++20", "-shared", "-fPIC"};
  for (const auto& option : split_words(build::kPluginOptions, "plugin")) command.push_back(option);
  for (const auto& folder : {headers(), headers() / "banyan"}) {
    command.push_back("-I" + folder.string());
  }
  command.insert(command.end(), {source.string(), "-o", out.string()});
  const auto end = end_when_stopped(stop, "interrupted: the plugin was not built.");
  const Subprocess compiling(".", command, {-1, STDERR_FILENO, STDERR_FILENO});
  if (compiling.error() != 0) {
    throw UsageError(fmt::format("build-plugin cannot run {}: {}.", compiler,
                                 std::generic_category().message(compiling.error())));
  }
  if (compiling.wait() != 0) {
    throw std::runtime_error(
        fmt::format("build-plugin: {} did not compile; its messages are above.", source.string()));
  }
  const std::filesystem::path shown = out.has_parent_path() ? out : "." / out;
  fmt::print("{}: try  banyan --plugin {} list\n", out.string(), shown.string());
  return kDone;
}

}  // namespace

void add_build_plugin(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<BuildPluginArguments>(
      app, action, "build-plugin", "compile a game of your own for --plugin", build_plugin);
  command.footer(
      "The source has a class with to_move, legal_moves, play, over, result and texts, and the\n"
      "line BANYAN_GAME(Class, \"name\", \"a line of help\"): docs/your-game.md. CXX is heeded, "
      "which\n"
      "must be the compiler that built this program.");
  command.add_option("source", options->source, "the file with BANYAN_GAME")->required();
  command.add_option("--out", options->out, "where the library goes; else here, as SOURCE.so");
}

}  // namespace banyan::bench
