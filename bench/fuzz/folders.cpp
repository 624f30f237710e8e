// Folders of results with random damage, for the program.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "bench/fuzz/fuzz.hpp"
#include "bench/fuzz/json_places.hpp"
#include "bench/fuzz/poison.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> match_into(const fs::path& folder) {
  return {"match",
          "--game",
          "connect_four",
          "--a",
          "seq",
          "--b",
          "random",
          "--pairs",
          "2",
          "--iterations",
          "20",
          "--openings",
          "random:plies=2,filter=none",
          "--out",
          folder.string()};
}

std::vector<std::string> bench_into(const fs::path& folder) {
  return {"bench",
          "--profile",
          "smoke",
          "--games",
          "tic_tac_toe",
          "--engines",
          "seq;leaf:threads=1",
          "--suites",
          "throughput,strength,truth",
          "--out",
          folder.string()};
}

/// Another value at one of its places, or none.
std::string with_a_field_changed(const std::string& text, Dice& dice) {
  Json json = read_json(text);
  JsonPlaces places;
  if (!json.is_discarded()) list_places(json, places);
  if (places.empty()) return mutated(text, dice);
  // One of hundreds of repetitions is as likely as a unique field.
  const auto kind =
      std::next(places.begin(), static_cast<std::ptrdiff_t>(dice.below(places.size())));
  const Json::json_pointer place = dice.pick(kind->second);
  Json& parent = json[place.parent_pointer()];
  if (dice.one_in(3) && parent.is_object()) {
    parent.erase(place.back());
  } else {
    static const std::vector<Json> kValues{nullptr,
                                           true,
                                           0,
                                           -1,
                                           1e300,
                                           "",
                                           "x",
                                           Json::array(),
                                           Json::object(),
                                           Json::array({1, 2}),
                                           "\xc2\x9b",
                                           std::numeric_limits<std::uint64_t>::max()};
    json[place] = dice.one_in(4) ? Json(any_value(dice)) : dice.pick(kValues);
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// One line of several, changed.
template <class Change>
std::string with_a_line_changed(const std::string& text, const Change& change, Dice& dice) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (lines == 0) return mutated(text, dice);
  std::size_t start = 0;
  for (std::size_t n = dice.below(lines); n > 0; --n) start = text.find('\n', start) + 1;
  const std::size_t end = text.find('\n', start);
  return text.substr(0, start) + change(text.substr(start, end - start)) + text.substr(end);
}

/// Makes similar texts in one file, or in one line of it, hostile.
std::string with_a_text_poisoned(const std::string& text, const fs::path& ran, Dice& dice) {
  const Json json = read_json(text);
  JsonPlaces places;
  if (!json.is_discarded()) list_places(json, places);
  std::erase_if(places, [&](const auto& kind) { return !json[kind.second.front()].is_string(); });
  if (places.empty()) return mutated(text, dice);
  const auto kind =
      std::next(places.begin(), static_cast<std::ptrdiff_t>(dice.below(places.size())));
  const std::string poison = dice.pick(dice.one_in(4) ? control_poisons(ran) : poisons(ran));
  return poisoned(json, kind->second, poison).dump();
}

/// Damages one file; returns what was done. A text run as a command would make the file `ran`.
std::string damage(const fs::path& file, const fs::path& ran, Dice& dice) {
  const std::string name = file.filename().string();
  const auto changed = [&](const auto& change) {
    const std::string text = read_file(file);
    return name.ends_with("l") ? with_a_line_changed(text, change, dice) : change(text);
  };
  switch (dice.below(12)) {
    case 0:
      fs::remove(file);
      return name + " is removed";
    case 1:
      fs::remove(file);
      fs::create_symlink(name, file);
      return name + " links to itself";
    case 2:
      write_file_whole(file, std::string(dice.below(120'000), '['));
      return name + " is nested";
    case 3:
      write_file_whole(file, mutated(read_file(file), dice));
      return name + " has other bytes: " + read_file(file);
    case 4:
    case 5:
    case 6:
    case 7:
      write_file_whole(file, changed([&](const std::string& text) {
                         return with_a_text_poisoned(text, ran, dice);
                       }));
      return name + " has hostile text: " + read_file(file);
    default:
      write_file_whole(
          file, changed([&](const std::string& text) { return with_a_field_changed(text, dice); }));
      return name + " has another field: " + read_file(file);
  }
}

/// The effect of hostile text in a folder after the program read it; empty if there is none.
std::string fault_of_poison(const fs::path& folder, const fs::path& ran,
                            const std::string& output) {
  if (fs::exists(ran)) return "runs a command that stands in a result";
  const auto is_control = [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; };
  if (std::any_of(output.begin(), output.end(), is_control)) {
    return "writes control characters to standard output";
  }
  const fs::path page = folder / "report.html";
  return fs::exists(page) && shows_poison(read_file(page)) ? "takes a text for an element of HTML"
                                                           : "";
}

void copy_files(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::create_directory(to);
  for (const fs::path& file : files_in(from)) {
    if (fs::is_regular_file(file)) fs::copy_file(file, to / file.filename());
  }
}

}  // namespace

Folders::Folders(const std::string& program) : program_(program) {
  std::string name = (fs::temp_directory_path() / "banyan_fuzz_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  place_ = name;
  std::string ignored;
  for (const auto& command : {match_into(place_ / "match"), bench_into(place_ / "bench")}) {
    const std::string fault = fault_of(program_, command, ignored);
    if (!fault.empty()) throw std::runtime_error(fault);
  }
}

Folders::~Folders() {
  std::error_code ignored;
  fs::remove_all(place_, ignored);
}

Trial Folders::attempt(Dice& dice) {
  const bool match = dice.one_in(2);
  const fs::path whole = place_ / (match ? "match" : "bench");
  const fs::path damaged = place_ / "damaged";
  copy_files(whole, damaged);
  std::vector<fs::path> files;
  for (const fs::path& file : files_in(damaged)) {
    const std::string ending = file.extension().string();
    if (ending == ".json" || ending == ".jsonl") files.push_back(file);
  }
  const fs::path ran = place_ / "ran";
  fs::remove(ran);
  Trial trial{damage(dice.pick(files), ran, dice), {}};
  std::vector<std::string> command;
  if (match) {
    command = match_into(damaged);
  } else if (dice.one_in(3)) {
    command = bench_into(damaged);
  } else if (dice.one_in(2)) {
    command = {"report", damaged.string()};
  } else {
    command = {"compare", whole.string(), damaged.string()};
  }
  trial.input = fmt::format("{}\nwhere {}", fmt::join(command, " "), trial.input);
  std::string output;
  trial.fault = fault_of(program_, command, output);
  if (trial.fault.empty()) trial.fault = fault_of_poison(damaged, ran, output);
  return trial;
}

}  // namespace banyan::bench::fuzz
