// Sets of labels with random damage, for the program.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/text/files.hpp"
#include "bench/text/json.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

std::vector<std::string> label_into(const std::filesystem::path& file, const char* positions) {
  std::vector<std::string> command =
      words("label --game tic_tac_toe --plies 1-5 --player random --judge solver");
  command.insert(command.end(), {"--positions", positions, "--out", file.string()});
  return command;
}

/// The lines with one damaged, doubled or removed, or the last one cut off.
std::string damaged(const std::string& text, Dice& dice) {
  std::vector<std::string> lines = lines_of(text);
  const std::size_t at = dice.below(lines.size());
  std::string& line = lines[at];
  std::string end = "\n";
  switch (dice.below(8)) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
      break;
    case 2:
      line.resize(dice.below(line.size()));
      break;
    case 3:
      lines.back().resize(dice.below(lines.back().size()));
      end = "";
      break;
    case 4:
    case 5: {
      // Replaces a digit by another one.
      const std::size_t digit = line.find_first_of("0123456789", dice.below(line.size()));
      static const std::vector<std::string> kNumbers =
          words("0.5 -1 1001 1e3 500.0 null '\"1\"' true 1e999");
      if (digit == std::string::npos) break;
      const std::size_t length = line.find_first_not_of("0123456789", digit) - digit;
      line.replace(digit, length, dice.pick(kNumbers));
      break;
    }
    default:
      line = mutated(line, dice);
  }
  return fmt::format("{}{}", fmt::join(lines, "\n"), lines.empty() ? "" : end);
}

bool is_thousandths(const Json& value) {
  const double number = value.is_number() ? value.get<double>() : -1;
  return number >= 0 && number <= 1000 && number == static_cast<double>(static_cast<int>(number));
}

/// Why the program should reject such a set; empty if it should not.
std::string why_not(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  for (std::size_t i = 1; i < lines.size(); ++i) {  // after the rule
    const Json label = read_json(lines[i]);
    if (!label.is_object()) {
      if (i + 1 == lines.size() && !text.ends_with('\n')) break;  // cut off
      return fmt::format("takes line {}, which holds no object", i + 1);
    }
    const Json values = label.value("values", Json());
    if (!std::all_of(values.begin(), values.end(), is_thousandths)) {
      return fmt::format("takes the values of line {}: {}", i + 1, values.dump());
    }
  }
  return {};
}

}  // namespace

Trial try_labels(Dice& dice) {
  static const TemporaryFolder kPlace;
  const std::filesystem::path whole = kPlace.path() / "set";
  const std::filesystem::path file = kPlace.path() / "labels.jsonl";
  if (!exists(whole)) make_by_program(label_into(whole, "4"));
  const std::string text = damaged(read_file(whole), dice);
  write_file_whole(file, text);
  std::vector<std::string> command{
      "quality", "--labels", file.string(), "--engines", "seq;random", "--iterations", "4"};
  if (dice.one_in(2)) command.emplace_back("--speedup");
  if (dice.one_in(4)) command = label_into(file, "5");
  const auto [output, fault] = run_program(command);
  Trial trial{fmt::format("{}\nwith {}", fmt::join(command, " "), text), fault};
  if (!trial.fault.empty()) return trial;
  if (output.empty()) {
    if (read_file(file) != text) trial.fault = "changes a set that it refuses";
  } else {
    trial.fault = why_not(text);
  }
  return trial;
}

}  // namespace banyan::bench::fuzz
