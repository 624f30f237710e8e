// Random command lines for the program.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>

#include "bench/machine/subprocess.hpp"
#include "bench/text/json.hpp"
#include "dev/fuzz/fuzz.hpp"

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

std::string fault_of_end(const Ended& ended) {
  if (!ended.started) return "cannot be started";
  if (has_controls(ended.errors)) return "writes control characters to standard error";
  if (ended.status == 0) return {};
  if (ended.status != 2 && ended.status != 3) {
    return fmt::format("ends with status {}: {}", ended.status, ended.errors.substr(0, 300));
  }
  std::vector<std::string> said = lines_of(ended.errors);
  std::erase_if(said, [](const std::string& line) { return line.starts_with("note: "); });
  // CLI11's own sentences end with a pointer to further help, in brackets.
  const bool one_sentence =
      said.size() == 1 && said.front().ends_with(said.front().starts_with("banyan: ") ? "." : ").");
  if (!one_sentence) {
    return fmt::format("does not say in one sentence why not: {}", ended.errors.substr(0, 300));
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
    return dice.one_in(2)
               ? dice.pick(words("tic_tac_toe hex:size=3 kuhn pig nim goofspiel:cards=3"))
               : any_game(dice);
  };
  std::vector<std::string> command;
  switch (dice.below(7)) {
    case 0:
      command = {"match", "--game", game(), "--a", engine(), "--b", engine(), "--pairs", "1"};
      break;
    case 1:
      command = {"perft", "--game", game(), "--depth", dice.pick(words("0 1 2 -1 101 1.5 x ''"))};
      break;
    case 2:
      command = words("quality --game tic_tac_toe --plies 2-4 --positions 2 --engines", engine());
      break;
    case 3:
      command = words("exploitability --game kuhn --equilibrium 2 --engine", engine());
      break;
    case 4:
      command = words(dice.one_in(2) ? "elo --pairs 1 0 3 2" : "elo 12 5");
      command.push_back(dice.one_in(2) ? std::to_string(dice.below(9)) : any_value(dice));
      break;
    default:
      command = {"search", "--game", game(), "--engine", engine()};
  }
  // `solver` heeds no budget, and takes hours for an empty board of Connect Four.
  const bool solves = std::ranges::any_of(
      command, [](const std::string& word) { return word.starts_with("solver"); });
  for (std::string& word : command) {
    if (solves && word.starts_with("connect_four")) word = "tic_tac_toe";
  }
  if (command.front() != "perft" && command.front() != "elo") {
    command.emplace_back("--iterations");
    command.emplace_back(dice.one_in(8) ? any_value(dice) : std::to_string(1 + dice.below(40)));
  }
  static const std::vector<std::string> kMore = words(
      "--json --moves --seed --tree --time --jsn --widest --concurrency --sprt extra --openings");
  for (std::size_t more = dice.below(4); more > 0; --more) {
    command.push_back(dice.pick(kMore));
    if (!dice.one_in(3)) command.push_back(any_value(dice));
  }
  if (dice.one_in(12)) {
    command.erase(command.begin() + static_cast<std::ptrdiff_t>(dice.below(command.size())));
  }
  // No program can receive a word that contains its end, or one of more than 128 KiB.
  for (std::string& word : command) {
    std::erase(word, '\0');
    word.resize(std::min<std::size_t>(word.size(), 120'000));
  }
  return command;
}

}  // namespace

bool has_controls(std::string_view text) {
  return std::ranges::any_of(text,
                             [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; });
}

Outcome run_program(std::vector<std::string> arguments) {
  constexpr std::chrono::seconds kTime{30};
  arguments.insert(arguments.begin(), BANYAN_PROGRAM_PATH);
  const Patience patience(kTime);
  const Ended ended = run_in(".", std::move(arguments), patience.token());
  if (patience.token().stop_requested()) {
    return {ended.output, fmt::format("runs for {} s", kTime.count())};
  }
  return {ended.output, fault_of_end(ended)};
}

void make_by_program(std::vector<std::string> arguments) {
  const std::string fault = run_program(std::move(arguments)).fault;
  if (!fault.empty()) throw std::runtime_error(fault);
}

Trial try_command(Dice& dice) {
  const std::vector<std::string> command = any_command(dice);
  const auto [output, fault] = run_program(command);
  Trial trial{fmt::format("{}", fmt::join(command, " ")), fault};
  const bool json = std::ranges::find(command, "--json") != command.end();
  if (!trial.fault.empty() || !json || output.empty()) return trial;
  if (!read_json(output).is_object()) trial.fault = "prints no JSON: " + output.substr(0, 300);
  return trial;
}

}  // namespace banyan::bench::fuzz
