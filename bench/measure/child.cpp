// Runs a program and reads its JSON.
#include "bench/measure/child.hpp"

#include <fmt/format.h>
#include <sys/auxv.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "bench/machine/subprocess.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

std::string own_program() {
  std::error_code no_proc;
  const auto link = std::filesystem::read_symlink("/proc/self/exe", no_proc);
  if (!no_proc) return link.string();
  const auto* const started_as = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  return std::filesystem::absolute(started_as == nullptr ? "banyan" : started_as).string();
}

std::optional<Json> search_by(const std::string& program, std::vector<std::string> arguments,
                              const std::stop_token& stop, std::vector<std::string> environment) {
  arguments.insert(arguments.begin(), {program, "search"});
  arguments.emplace_back("--json");
  const std::string command = fmt::format("{}", fmt::join(arguments, " "));
  const Ended ended = run_in(".", std::move(arguments), stop, std::move(environment));
  if (stop.stop_requested()) return std::nullopt;
  if (!ended.started) throw std::runtime_error(fmt::format("cannot run {}.", program));
  if (ended.too_much) {
    throw std::runtime_error(
        fmt::format("printed more than {} and was ended: {}", format_bytes(kMostOutput), command));
  }
  if (ended.status != 0) {
    throw std::runtime_error(fmt::format("failed with status {}: {}: {}", ended.status, command,
                                         ended.errors.substr(0, ended.errors.find('\n'))));
  }
  Json found = read_json(ended.output);
  if (!found.is_object()) throw std::runtime_error("printed no JSON object: " + command);
  return found;
}

}  // namespace banyan::bench
