#include "bench/registry/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::bench {
namespace {

std::string games_with(Studied engine) {
  std::vector<std::string_view> names;
  for (const StudiedGame& game : kStudiedGames) {
    if ((game.engines & engine) != 0) names.push_back(game.name);
  }
  return enumeration(names);
}

}  // namespace

unsigned studied(const EngineSettings& engine) {
  if (engine.search.ahead) return kAhead;
  const bool shares = engine.share_iterations > 0 || engine.share_time.count() > 0;
  return engine.kind == EngineKind::kRoot && shares ? kRootShare : studied(engine.kind);
}

bool has_studied(const EngineSettings& engine, unsigned engines) {
  return (studied(engine) & ~(engines | kByTable)) == 0;
}

void need_studied(const EngineSettings& engine, unsigned engines, std::string_view game) {
  if (has_studied(engine, engines)) return;
  const auto& [which, kind, name] = *std::ranges::find(
      kStudiedEngines, static_cast<Studied>(studied(engine)), &StudiedEngine::which);
  const std::string games = games_with(which);
  throw UsageError(fmt::format("engine {}: {} is built for {}, not for {}.", engine.spec, name,
                               games.empty() ? "no game of this program" : games, game));
}

std::string studied_sentence_of_engine(std::string_view engine) {
  for (const auto& [which, kind, name] : kStudiedEngines) {
    if (name.substr(0, name.find(' ')) != engine) continue;
    const bool whole = name == engine;
    const std::string subject =
        whole ? "It" : fmt::format("With {} it", name.substr(name.rfind(' ') + 1));
    const std::string games = games_with(which);
    if (games.empty()) return fmt::format("{} searches games by their tables.", subject);
    const bool by_table = (which & kByTable) != 0;
    return fmt::format("{} is {} for {}{}.", subject, by_table ? "compiled" : "built", games,
                       by_table ? "; it searches other games by their tables" : "");
  }
  return {};
}

std::string studied_sentence_of_game(std::string_view game) {
  std::string text;
  for (const StudiedGame& each : kStudiedGames) {
    const std::size_t end = each.name.find(' ');
    if (each.name.substr(0, end) != game) continue;
    std::vector<std::string_view> missing;
    for (const auto& [which, kind, name] : kStudiedEngines) {
      // Other games would not gain by playouts drawn ahead.
      if (((each.engines | kByTable | kAhead) & which) == 0) missing.push_back(name);
    }
    if (missing.empty()) continue;
    const std::string boards =
        end == std::string_view::npos ? "" : " " + std::string(each.name.substr(end + 1));
    text +=
        fmt::format("{}Not built{}: {}.", text.empty() ? "" : " ", boards, enumeration(missing));
  }
  return text;
}

}  // namespace banyan::bench
