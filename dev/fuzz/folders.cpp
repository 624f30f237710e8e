// Folders of results with random damage, for the program.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

#include "bench/text/files.hpp"
#include "bench/text/json.hpp"
#include "dev/fuzz/fuzz.hpp"
#include "dev/fuzz/json_places.hpp"
#include "dev/fuzz/poison.hpp"

namespace banyan::bench::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> match_into(const fs::path& folder) {
  return words(
      "match --game connect_four --a seq --b random --pairs 2 --iterations 20 "
      "--openings random:plies=2,filter=none --out",
      folder.string());
}

std::vector<std::string> bench_into(const fs::path& folder) {
  return words(
      "bench --profile smoke --games tic_tac_toe --engines seq;leaf:threads=1 "
      "--suites throughput,strength,truth --out",
      folder.string());
}

/// Places of one name; none if there are no values. One of hundreds of repetitions is as likely as
/// a unique field.
std::vector<Json::json_pointer> any_places(const Json& json, bool of_texts, Dice& dice) {
  JsonPlaces places;
  if (!json.is_discarded()) list_places(json, places);
  std::erase_if(
      places, [&](const auto& kind) { return of_texts && !json[kind.second.front()].is_string(); });
  if (places.empty()) return {};
  return std::next(places.begin(), static_cast<std::ptrdiff_t>(dice.below(places.size())))->second;
}

/// Another value at one of its places, or none.
std::string with_a_field_changed(const std::string& text, Dice& dice) {
  Json json = read_json(text);
  const std::vector<Json::json_pointer> places = any_places(json, false, dice);
  if (places.empty()) return mutated(text, dice);
  const Json::json_pointer place = dice.pick(places);
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
  const std::vector<Json::json_pointer> places = any_places(json, true, dice);
  if (places.empty()) return mutated(text, dice);
  const std::string poison = dice.pick(dice.one_in(4) ? control_poisons(ran) : poisons(ran));
  return poisoned(json, places, poison).dump();
}

/// Damages one file; returns what was done. A text run as a command would make the file `ran`.
std::string damage(const fs::path& file, const fs::path& ran, Dice& dice) {
  const std::string name = file.filename().string();
  const auto rewrite = [&](const char* what, const std::string& text) {
    write_file_whole(file, text);
    return fmt::format("{} has {}: {}", name, what, text);
  };
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
      return rewrite("other bytes", mutated(read_file(file), dice));
    case 4:
    case 5:
    case 6:
    case 7:
      return rewrite("hostile text", changed([&](const std::string& text) {
                       return with_a_text_poisoned(text, ran, dice);
                     }));
    default:
      return rewrite("another field", changed([&](const std::string& text) {
                       return with_a_field_changed(text, dice);
                     }));
  }
}

/// The effect of hostile text in a folder after the program read it; empty if there is none.
std::string fault_of_poison(const fs::path& ran, const std::string& output) {
  if (fs::exists(ran)) return "runs a command that stands in a result";
  return has_controls(output) ? "writes control characters to standard output" : "";
}

void copy_files(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::create_directory(to);
  for (const fs::path& file : files_in(from)) {
    if (fs::is_regular_file(file)) fs::copy_file(file, to / file.filename());
  }
}

}  // namespace

Trial try_folder(Dice& dice) {
  static const TemporaryFolder kPlace;
  const fs::path& place = kPlace.path();
  if (!fs::exists(place / "bench")) {  // intact ones
    make_by_program(match_into(place / "match"));
    make_by_program(bench_into(place / "bench"));
  }
  const bool match = dice.one_in(2);
  const fs::path whole = place / (match ? "match" : "bench");
  const fs::path damaged = place / "damaged";
  copy_files(whole, damaged);
  std::vector<fs::path> files;
  for (const fs::path& file : files_in(damaged)) {
    const std::string ending = file.extension().string();
    if (ending == ".json" || ending == ".jsonl") files.push_back(file);
  }
  const fs::path ran = place / "ran";
  fs::remove(ran);
  const std::string damages = damage(dice.pick(files), ran, dice);
  const std::vector<std::string> command = match ? match_into(damaged) : bench_into(damaged);
  const auto [output, fault] = run_program(command);
  return {fmt::format("{}\nwhere {}", fmt::join(command, " "), damages),
          fault.empty() ? fault_of_poison(ran, output) : fault};
}

}  // namespace banyan::bench::fuzz
