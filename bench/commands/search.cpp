// banyan search: one search of one position.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "bench/commands.hpp"
#include "bench/games.hpp"
#include "bench/interrupt.hpp"
#include "bench/json.hpp"
#include "bench/limits.hpp"
#include "bench/text.hpp"

namespace banyan::bench {
namespace {

struct Options {
  std::string game;
  std::string engine;
  LimitOptions limits;
  std::string moves;
  std::uint64_t seed = 1;
  bool json = false;
};

void print(const AnyGame& position, const Json& found, const SearchResult& result) {
  constexpr std::size_t kShown = 10;
  fmt::print("{}\n", position.board());
  Table table({{"move", Table::Align::kLeft},
               {"visits", Table::Align::kRight},
               {"share", Table::Align::kRight},
               {"value", Table::Align::kRight}});
  const Json& children = found["root"]["children"];
  const double visits = std::max(1.0, static_cast<double>(result.root_visits()));
  for (std::size_t i = 0; i < std::min(kShown, children.size()); ++i) {
    const Json& child = children[i];
    table.add_row(
        {child["move"].get<std::string>(), format_count(child["visits"].get<std::uint64_t>()),
         format_percent(child["visits"].get<double>() / visits),
         child["value"].is_null() ? "-" : fmt::format("{:.3f}", child["value"].get<double>())});
  }
  fmt::print("{}", table.to_console());
  if (children.size() > kShown) fmt::print("... and {} more moves\n", children.size() - kShown);

  std::string line;
  for (const Json& move : found["principal_variation"]) line += " " + move.get<std::string>();
  fmt::print("\nbest move  {}, value {:.3f} for the side to move (0 loss, 1 win)\n",
             position.to_text(result.best_move), result.value);
  fmt::print("line      {}\n", line);
  fmt::print("speed      {} iterations in {}: {}it/s", format_count(result.iterations),
             format_duration(result.seconds),
             format_rate(per_second(result.iterations, result.seconds)));
  if (result.playouts != result.iterations) {
    fmt::print(", {}playouts/s", format_rate(per_second(result.playouts, result.seconds)));
  }
  fmt::print("\ntree       {} nodes, {}, depth {:.1f} mean, {} at most\n",
             format_count(result.tree.nodes), format_bytes(result.tree.bytes),
             result.tree.mean_depth, result.tree.max_depth);
  const auto refused = result.counters.find("refused_expansions");
  if (refused != result.counters.end() && refused->second > 0) {
    fmt::print("memory     the cap was reached: {} nodes were not added (memory= raises it)\n",
               format_count(refused->second));
  }
}

int search(const Options& options, const std::stop_token& stop) {
  const GameChoice game = parse_game(options.game);
  const EngineSettings settings = parse_engine(options.engine);
  const Limits limits = limits_for(settings, options.limits.parse());
  const auto position = play_moves(*game.start, options.moves);
  if (position->over()) {
    throw UsageError("--moves leads to a finished game: there is nothing to search.");
  }
  const auto engine = position->make_engine(settings);
  const SearchResult result = engine->search(*position, limits, {options.seed, 0, 0, 0}, stop);

  Json found = search_json(*position, result);
  if (options.json) {
    Json whole{{"game", game.spec}, {"engine", settings.spec}, {"seed", options.seed}};
    whole.update(found);
    fmt::print("{}\n", whole.dump(2));
  } else {
    print(*position, found, result);
  }
  if (stop.stop_requested()) {
    fmt::print(stderr, "interrupted: this is the result of {} iterations.\n", result.iterations);
    return kInterrupted;
  }
  return kDone;
}

}  // namespace

void add_search(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("search", "search one position");
  const auto options = std::make_shared<Options>();
  command.add_option("--game", options->game, "game spec, see 'banyan list'")->required();
  command.add_option("--engine", options->engine, "engine spec, see 'banyan list'")->required();
  options->limits.add_to(command);
  command.add_option("--moves", options->moves, "moves played before, as in \"d3 e4\"");
  add_seed(command, options->seed);
  command.add_flag("--json", options->json, "one JSON object");
  command.footer(
      "Example: banyan search --game connect_four --engine tree:threads=2 --time 1s --moves \"4 "
      "4\"");
  command.callback([=, &action] {
    action = [=](const std::stop_token& stop) { return search(*options, stop); };
  });
}

}  // namespace banyan::bench
