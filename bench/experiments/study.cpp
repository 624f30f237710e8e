// The registry of studies, and parsing their descriptions.
#include "bench/experiments/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "bench/experiments/descriptions.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr std::size_t kMostChoices = 10'000;

constexpr std::array kMeasures{"speed", "solved", "matches"};  // in the order of StudyMeasure

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// "c={1|2},vl={0|3}" as "c=1,vl=0", "c=1,vl=3", "c=2,vl=0", "c=2,vl=3".
std::vector<std::string> choices(const std::string& spec) {
  const std::size_t begin = spec.find('{');
  const std::size_t end = spec.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return {spec};
  std::vector<std::string> all;
  const std::vector<std::string> rests = choices(spec.substr(end + 1));
  for (const std::string& choice :
       parse_list(spec.substr(begin + 1, end - begin - 1), '|', "engines of a study")) {
    for (const std::string& rest : rests) all.push_back(spec.substr(0, begin) + choice + rest);
  }
  return all;
}

/// How many specs choices() makes of one, or more than kMostChoices.
std::size_t count_choices(std::string_view spec) {
  std::size_t count = 1;
  while (count <= kMostChoices) {
    spec.remove_prefix(std::min(spec.find('{'), spec.size()));
    const std::size_t end = spec.find('}');
    if (end == std::string_view::npos) break;
    count *= static_cast<std::size_t>(1 + std::ranges::count(spec.substr(0, end), '|'));
    spec.remove_prefix(end);
  }
  return count;
}

/// Refuses specs that stand for no engine, or for more than a study can mean.
void check_choices(const Field& specs) {
  if (specs.elements().empty()) specs.refuse("is empty");
  std::size_t engines = 0;
  for (const std::string& spec : texts(specs)) engines += count_choices(spec);
  if (engines > kMostChoices) {
    specs.refuse(fmt::format("names more than {} engines", kMostChoices));
  }
}

/// Fields of matches: controls, pairs, and what a move has.
void read_matches(const Field& description, Study& study) {
  for (const char* name : {"controls", "pairs", "iterations", "time"}) {
    if (description.has(name) && !study.of_matches()) {
      description[name].refuse("needs the measure matches");
    }
  }
  const auto count = [&](const char* name) -> std::uint64_t {
    if (!description.has(name)) return 0;
    const std::uint64_t value = description[name].count();
    if (value == 0) description[name].refuse("is 0: give 1 or more");
    return value;
  };
  study.pairs = count("pairs");
  study.budget.iterations = count("iterations");
  if (description.has("time")) {
    try {
      study.budget.time = parse_duration(description["time"].text(), "time");
    } catch (const UsageError&) {
      description["time"].refuse("is no time of a move, such as \"10ms\"");
    }
  }
  if (description.has("controls")) {
    study.controls = texts(description["controls"]);
    check_choices(description["controls"]);
  }
}

/// The specs without lists, separated by ';'.
std::string all_of(const std::vector<std::string>& specs, int cores) {
  std::vector<int> threads;
  for (int n = 1; n < cores; n *= 2) threads.push_back(n);
  threads.push_back(cores);
  std::string engines;
  const auto add = [&](const std::string& spec) { engines += (engines.empty() ? "" : ";") + spec; };
  for (const std::string& each : specs) {
    for (const std::string& engine : choices(each)) {
      if (!can_run(engine)) continue;
      const std::size_t star = engine.find('*');
      if (star == std::string::npos) {
        add(engine);
        continue;
      }
      for (const int n : threads) {
        add(engine.substr(0, star) + std::to_string(n) + engine.substr(star + 1));
      }
    }
  }
  return engines;
}

}  // namespace

bool can_run(const std::string& engine) {
  const bool of_onetbb = has(engine, "exec=arena") || has(engine, "exec=task_group");
  return !of_onetbb || has_executor(ExecutorKind::kArena);
}

const std::vector<Study>& studies() {
  static const std::vector<Study> kStudies = [] {
    std::vector<Study> studies;
    for (const Field& description : descriptions("experiments")) {
      studies.push_back(read_study(description));
    }
    return studies;
  }();
  return kStudies;
}

const Study& find_study(std::string_view name) { return find_named(studies(), name, "study"); }

Study study_of(const std::string& name_or_file) {
  if (!name_or_file.ends_with(".json")) return find_study(name_or_file);
  constexpr std::size_t kMostOfAStudy = std::size_t{1} << 20U;
  return read_study(Field::of_file(name_or_file, kMostOfAStudy));
}

std::optional<Study> study_of_run(const Field& settings) {
  if (settings.has("experiment")) return read_study(settings["experiment"]);
  if (!settings.has("study")) return std::nullopt;
  try {
    return find_study(settings["study"].text());
  } catch (const UsageError&) {
    settings["study"].refuse("is no study of this build");
  }
}

Study read_study(const Field& description) {
  Study study{.name = description["name"].text(),
              .help = description["help"].text(),
              .source = description.has("source") ? description["source"].text() : "",
              .games = description["games"].text(),
              .engines = texts(description["engines"]),
              .column = description["column"].text(),
              .tuned = description.has("tuned") ? description["tuned"].text() : ""};
  const std::string measure = description["measure"].text();
  const auto known = std::find(kMeasures.begin(), kMeasures.end(), measure);
  if (known == kMeasures.end()) description["measure"].refuse("is not speed, solved or matches");
  study.measure = static_cast<StudyMeasure>(known - kMeasures.begin());
  check_choices(description["engines"]);
  read_matches(description, study);
  if (!study.tuned.empty() && !study.on_truth()) {
    description["tuned"].refuse("needs the measure solved");
  }
  if (description.has("playouts")) {
    for (const Field& count : description["playouts"].elements()) {
      study.playouts.push_back(count.count());
      if (study.playouts.back() == 0) count.refuse("is 0: playouts are 1 or more");
    }
  }
  return study;
}

Json study_json(const Study& study) {
  Json json{
      {"name", study.name},        {"help", study.help},
      {"source", study.source},    {"measure", kMeasures[static_cast<std::size_t>(study.measure)]},
      {"games", study.games},      {"engines", study.engines},
      {"column", study.column},    {"tuned", study.tuned},
      {"playouts", study.playouts}};
  if (!study.controls.empty()) json["controls"] = study.controls;
  if (study.pairs > 0) json["pairs"] = study.pairs;
  if (study.budget.iterations > 0) json["iterations"] = study.budget.iterations;
  if (study.budget.time.count() > 0) json["time"] = to_text(study.budget.time);
  return json;
}

std::string study_engines(const Study& study, int cores) { return all_of(study.engines, cores); }

std::string study_controls(const Study& study, int cores) { return all_of(study.controls, cores); }

}  // namespace banyan::bench
