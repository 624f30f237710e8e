// Reading and writing the folder of a match or a pool.
#include "bench/games_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <sstream>

#include "bench/files.hpp"
#include "bench/provenance.hpp"

namespace banyan::bench {
namespace {

/// What the folder holds that this run must not be mixed with; nothing if it may go on there.
std::optional<std::string> why_not_resumed(const std::filesystem::path& folder, const Json& run) {
  if (!std::filesystem::exists(folder / "run.json")) {
    if (!std::filesystem::exists(folder / "games.jsonl")) return std::nullopt;
    return "games of an unknown run";
  }
  const Json there = Json::parse(read_file(folder / "run.json"), nullptr, false);
  if (!there.is_object() || !there.contains("provenance") || !there.contains("settings")) {
    return "a damaged run";
  }
  const Json& settings = there["settings"];
  for (const auto& [name, value] : run["settings"].items()) {
    if (!settings.contains(name)) return "another kind of run";
    if (settings[name] != value) {
      return fmt::format("another run (its {} is {}, not {})", name, settings[name].dump(),
                         value.dump());
    }
  }
  const auto maker = [](const Json& of) {
    using namespace nlohmann::literals;
    return std::pair(of.value("/provenance/commit"_json_pointer, Json()),
                     of.value("/provenance/machine/cpu_model"_json_pointer, Json()));
  };
  if (maker(there) != maker(run)) return "a run of another build or machine";
  return std::nullopt;
}

}  // namespace

std::vector<Json> read_lines(const std::filesystem::path& path) {
  std::vector<Json> lines;
  if (!std::filesystem::exists(path)) return lines;
  std::istringstream text(read_file(path));
  for (std::string line; std::getline(text, line);) {
    Json json = Json::parse(line, nullptr, false);
    if (json.is_object()) lines.push_back(std::move(json));
  }
  return lines;
}

void write_lines(const std::filesystem::path& path, const std::vector<Json>& lines) {
  std::string text;
  for (const Json& line : lines) text += line.dump() + '\n';
  write_file_whole(path, text);
}

std::vector<PairRecord> whole_pairs(const MatchOptions& options, const std::vector<Json>& games) {
  std::map<std::uint64_t, std::array<std::optional<GameRecord>, 2>> found;
  for (const Json& line : games) {
    if (line.value("a", "") != options.a.spec || line.value("b", "") != options.b.spec) continue;
    try {
      GameRecord game = read_game(options, line);
      found[game.pair][game.a_first ? 0 : 1] = std::move(game);
    } catch (const Json::exception&) {
      continue;  // a damaged line: played again
    }
  }
  std::vector<PairRecord> pairs;
  for (auto& [pair, two] : found) {
    if (two[0] && two[1] && pair < options.pairs) {
      pairs.push_back({std::move(*two[0]), std::move(*two[1])});
    }
  }
  return pairs;
}

Json limits_json(const EngineSettings& engine, const std::optional<Limits>& limits) {
  const Limits own = engine.limits ? *engine.limits : limits.value_or(Limits{});
  return {
      {"iterations", own.iterations}, {"playouts", own.playouts}, {"time_ns", own.time.count()}};
}

Json match_settings(const MatchOptions& options) {
  Json sprt = nullptr;
  if (options.sprt) sprt = Json{options.sprt->lower, options.sprt->upper};
  return {{"game", options.game.canonical},
          {"a", options.a.canonical},
          {"b", options.b.canonical},
          {"pairs", options.pairs},
          {"limits_a", limits_json(options.a, options.limits)},
          {"limits_b", limits_json(options.b, options.limits)},
          {"openings", to_text(options.openings)},
          {"sprt", sprt},
          {"seed", options.seed}};
}

GamesFolder::Lock::Lock(const std::filesystem::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor_);
    throw UsageError(
        fmt::format("--out {} is in use by another run of the program: give another directory.",
                    folder.string()));
  }
}

GamesFolder::Lock::~Lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

GamesFolder::GamesFolder(std::filesystem::path folder, Json settings, const std::string& command)
    : folder_(std::move(folder)),
      run_{{"provenance", provenance(command)},
           {"settings", std::move(settings)},
           {"finished", false},
           {"result", nullptr}} {
  make_directories(folder_);
  lock_ = std::make_unique<Lock>(folder_);
  if (const auto reason = why_not_resumed(folder_, run_)) {
    throw UsageError(fmt::format("--out {} holds {}: give an empty or new directory.",
                                 folder_.string(), *reason));
  }
  write_run();
  games_ = read_lines(games_path());
  write_lines(games_path(), games_);
}

MatchMemory GamesFolder::memory(const MatchOptions& options, std::shared_ptr<Openings> openings) {
  MatchMemory memory;
  memory.finished = whole_pairs(options, games_);
  const std::vector<Json> lines = read_lines(openings_path());
  for (const Json& line : lines) {
    const auto [pair, opening] = read_opening(*options.game.start, line);
    openings->know(pair, opening);
    openings_written_.insert(pair);
  }
  memory.openings = openings;
  memory.keep = [this, options, openings](const PairRecord& pair) {
    append_line(games_path(),
                game_json(options, pair[0]).dump() + '\n' + game_json(options, pair[1]).dump());
    const std::uint64_t number = pair[0].pair;
    if (options.openings.plies > 0 && openings_written_.insert(number).second) {
      append_line(openings_path(),
                  opening_json(*options.game.start, number, openings->draw(number)).dump());
    }
  };
  return memory;
}

void GamesFolder::finish(const std::vector<std::pair<MatchOptions, MatchResult>>& matches,
                         const Json& result, bool finished) {
  std::vector<Json> lines;
  for (const auto& [options, played] : matches) {
    for (const GameRecord& game : played.games) lines.push_back(game_json(options, game));
  }
  write_lines(games_path(), lines);
  run_["finished"] = finished;
  run_["result"] = result;
  write_run();
}

void GamesFolder::write_run() const { write_file_whole(folder_ / "run.json", run_.dump(2) + "\n"); }

}  // namespace banyan::bench
