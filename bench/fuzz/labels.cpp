// Sets of labels with random damage, for the program.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/fuzz/fuzz.hpp"
#include "bench/fuzz/place.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench::fuzz {
namespace {

std::vector<std::string> label_into(const std::filesystem::path& file, const char* positions) {
  return {"label",   "--game", "tic_tac_toe", "--plies", "1-5",   "--player",   "random",
          "--judge", "solver", "--positions", positions, "--out", file.string()};
}

/// A whole set as text, made once.
const std::string& whole_set(const std::string& program) {
  static const std::string kWhole = [&] {
    const TemporaryPlace place;
    std::string ignored;
    const std::string fault = fault_of(program, label_into(place.path() / "set", "4"), ignored);
    if (!fault.empty()) throw std::runtime_error(fault);
    return read_file(place.path() / "set");
  }();
  return kWhole;
}

/// The lines with one damaged, doubled or removed, or the last one cut off.
std::string damaged(const std::string& text, Dice& dice) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
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
      static const std::vector<std::string> kNumbers{"0.5",  "-1",    "1001", "1e3",  "500.0",
                                                     "null", "\"1\"", "true", "1e999"};
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
  std::istringstream stream(text);
  std::string line;
  std::getline(stream, line);  // the rule
  for (int number = 2; std::getline(stream, line); ++number) {
    const Json label = read_json(line);
    if (!label.is_object()) {
      if (stream.eof()) break;  // cut off
      return fmt::format("takes line {}, which holds no object", number);
    }
    const Json values = label.value("values", Json());
    if (!std::all_of(values.begin(), values.end(), is_thousandths)) {
      return fmt::format("takes the values of line {}: {}", number, values.dump());
    }
  }
  return {};
}

}  // namespace

Trial try_labels(Dice& dice, const std::string& program) {
  static const TemporaryPlace kPlace;
  const std::filesystem::path file = kPlace.path() / "labels.jsonl";
  const std::string text = damaged(whole_set(program), dice);
  write_file_whole(file, text);
  std::vector<std::string> command{
      "quality", "--labels", file.string(), "--engines", "seq;random", "--iterations", "4"};
  if (dice.one_in(2)) command.emplace_back("--speedup");
  if (dice.one_in(4)) command = label_into(file, "5");
  Trial trial{fmt::format("{}\nwith {}", fmt::join(command, " "), text), {}};
  std::string output;
  trial.fault = fault_of(program, command, output);
  if (!trial.fault.empty()) return trial;
  if (output.empty()) {
    if (read_file(file) != text) trial.fault = "changes a set that it refuses";
  } else {
    trial.fault = why_not(text);
  }
  return trial;
}

}  // namespace banyan::bench::fuzz
