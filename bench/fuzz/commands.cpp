// Random command lines for the program.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "bench/fuzz/fuzz.hpp"
#include "bench/machine/subprocess.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench::fuzz {
namespace {

/// Requests a stop when a program has used up its time.
class Patience {
 public:
  explicit Patience(std::chrono::seconds time)
      : thread_([this, time](const std::stop_token& over) {
          std::unique_lock lock(mutex_);
          std::condition_variable_any never;
          never.wait_for(lock, over, time, [] { return false; });
          if (!over.stop_requested()) source_.request_stop();
        }) {}

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::mutex mutex_;
  std::stop_source source_;
  std::jthread thread_;
};

/// Lines that are neither notes nor progress.
std::vector<std::string> sentences(const std::string& errors) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < errors.size();) {
    const std::size_t end = std::min(errors.find('\n', at), errors.size());
    const std::string line = errors.substr(at, end - at);
    if (!line.starts_with("note: ")) lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

std::string fault_of_end(const Ended& ended) {
  if (!ended.started) return "cannot be started";
  const auto is_control = [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; };
  if (std::any_of(ended.errors.begin(), ended.errors.end(), is_control)) {
    return "writes control characters to standard error";
  }
  if (ended.status == 0) return {};
  if (ended.status != 2 && ended.status != 3) {
    return fmt::format("ends with status {}: {}", ended.status, ended.errors.substr(0, 300));
  }
  const std::vector<std::string> said = sentences(ended.errors);
  if (said.size() != 1 || !said.front().starts_with("banyan: ") || !said.front().ends_with('.')) {
    // CLI11's own sentences end with a pointer to further help, in brackets.
    if (said.size() != 1 || !said.front().ends_with(").")) {
      return fmt::format("does not say in one sentence why not: {}", ended.errors.substr(0, 300));
    }
  }
  if (said.front().size() > 2500) return "says too much";
  for (const char* library : {"json.exception", "filesystem error", "_M_range_check", "std::"}) {
    if (ended.errors.find(library) != std::string::npos) return "passes on a library's words";
  }
  return {};
}

std::vector<std::string> any_command(Dice& dice) {
  const auto engine = [&] { return dice.one_in(4) ? std::string("seq") : any_engine(dice); };
  const auto game = [&] {
    return dice.one_in(2) ? dice.pick<std::string>({"tic_tac_toe", "hex:size=3", "kuhn", "pig",
                                                    "nim", "goofspiel:cards=3"})
                          : any_game(dice);
  };
  std::vector<std::string> words;
  switch (dice.below(6)) {
    case 0:
      words = {"match", "--game", game(), "--a", engine(), "--b", engine(), "--pairs", "1"};
      break;
    case 1:
      words = {"perft", "--game", game(), "--depth",
               dice.pick<std::string>({"0", "1", "2", "-1", "101", "1.5", "x", ""})};
      break;
    case 2:
      words = {"quality",     "--game", "tic_tac_toe", "--plies", "2-4",
               "--positions", "2",      "--engines",   engine()};
      break;
    case 3:
      words = {"exploitability", "--game", "kuhn", "--equilibrium", "2", "--engine", engine()};
      break;
    default:
      words = {"search", "--game", game(), "--engine", engine()};
  }
  // `solver` heeds no budget, and takes hours for an empty board of Connect Four.
  const bool solves = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("solver");
  });
  for (std::string& word : words) {
    if (solves && word.starts_with("connect_four")) word = "tic_tac_toe";
  }
  if (words.front() != "perft") {
    words.emplace_back("--iterations");
    words.emplace_back(dice.one_in(8) ? any_value(dice) : std::to_string(1 + dice.below(40)));
  }
  static const std::vector<std::string> kMore{"--json", "--moves", "--seed",    "--tree",
                                              "--time", "--jsn",   "--widest",  "--concurrency",
                                              "--sprt", "extra",   "--openings"};
  for (std::size_t more = dice.below(4); more > 0; --more) {
    words.push_back(dice.pick(kMore));
    if (!dice.one_in(3)) words.push_back(any_value(dice));
  }
  if (dice.one_in(12))
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(dice.below(words.size())));
  // No program can receive a word that contains its end, or one of more than 128 KiB.
  for (std::string& word : words) {
    std::erase(word, '\0');
    word.resize(std::min<std::size_t>(word.size(), 120'000));
  }
  return words;
}

}  // namespace

std::string fault_of(const std::string& program, std::vector<std::string> arguments,
                     std::string& output) {
  constexpr std::chrono::seconds kTime{30};
  arguments.insert(arguments.begin(), program);
  const Patience patience(kTime);
  const Ended ended = run_in(".", std::move(arguments), patience.token());
  output = ended.output;
  if (patience.token().stop_requested()) return fmt::format("runs for {} s", kTime.count());
  return fault_of_end(ended);
}

Trial try_command(Dice& dice, const std::string& program) {
  const std::vector<std::string> words = any_command(dice);
  Trial trial{fmt::format("{}", fmt::join(words, " ")), {}};
  std::string output;
  trial.fault = fault_of(program, words, output);
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  if (!trial.fault.empty() || !json || output.empty()) return trial;
  if (!read_json(output).is_object()) trial.fault = "prints no JSON: " + output.substr(0, 300);
  return trial;
}

}  // namespace banyan::bench::fuzz
