// banyan search: one search of one position.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "bench/commands/commands.hpp"
#include "bench/engines/keys/tuned_constants.hpp"
#include "bench/measure/measurer.hpp"
#include "bench/measure/warm_up.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/notation/outline_text.hpp"
#include "bench/notation/search_text.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/output/output_file.hpp"
#include "bench/registry/draw_chance.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/registry/sight.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct SearchArguments {
  std::string game;
  std::string engine;
  LimitOptions limits;
  std::string sgf;
  std::string board;
  std::string moves;
  std::uint64_t seed = 1;
  int tree = 0;
  int widest = 5;
  std::string graphviz;
  bool warm_up = false;
  bool json = false;
};

/// The visible part of the moves drawn from a position on.
std::vector<std::string> texts(const std::vector<std::uint32_t>& drawn,
                               std::unique_ptr<AnyGame> position, const Sight& sight) {
  std::vector<std::string> seen;
  for (const std::uint32_t outcome : drawn) {
    seen.push_back(sight.move(*position, outcome).value_or(kFaceDown));
    position->play(outcome);
  }
  return seen;
}

std::string system_text(const SystemWork& work) {
  return fmt::format(
      "system     {} of {} of processor time, and {} page faults: memory touched for the first "
      "time\n",
      format_percent(work.system_seconds / std::max(work.processor_seconds(), 1e-9)),
      format_duration(work.processor_seconds()),
      format_count(static_cast<std::uint64_t>(work.page_faults)));
}

/// A game, and a position of it to start from.
struct SearchStart {
  GameChoice game;
  std::shared_ptr<const AnyGame> from;
};

SearchStart start_of_search(const SearchArguments& options, const std::stop_token& stop) {
  if (!options.sgf.empty() && !options.board.empty()) {
    throw UsageError("--sgf and --board name two positions: give one of them.");
  }
  if (!options.sgf.empty()) {
    const Sgf sgf = read_sgf(read_input(options.sgf, stop, kMostText), options.sgf);
    GameChoice game = sgf_game(sgf, parse_spec(options.game, "game"), options.sgf);
    auto from = sgf_positions(game, sgf, options.sgf).last;
    return {std::move(game), std::move(from)};
  }
  GameChoice game = parse_game(options.game);
  auto from = game.start;
  if (!options.board.empty()) from = read_board(*game.start, options.board).position;
  return {std::move(game), std::move(from)};
}

/// Throws UsageError for a file that holds something else: it may be the search's own input.
void need_graph(const std::string& path) {
  constexpr std::string_view kBegin = "digraph ";
  if (!is_file(path) || std::filesystem::is_empty(path)) return;
  std::string begin(kBegin.size(), '\0');
  std::ifstream(path).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin == kBegin) return;
  throw UsageError(fmt::format(
      "--graphviz {} holds something other than a graph: give a new file, or a graph's.", path));
}

int search(const SearchArguments& options, const std::stop_token& stop) {
  const auto [game, from] = start_of_search(options, stop);
  const EngineSettings settings = parse_engine(options.engine);
  const Limits limits = limits_for(settings, options.limits.parse());
  // After two passes of Go, given moves continue the game; without them it is over.
  const auto position = play_moves(options.moves.empty() ? *from : *resumed(*from), options.moves);
  auto before_chance = position->clone();
  const std::vector<std::uint32_t> drawn = draw_chance(*position, options.seed);
  if (position->over()) {
    throw UsageError(fmt::format("--{} leads to a finished game: there is nothing to search.",
                                 !from->over()         ? "moves"
                                 : options.sgf.empty() ? "board"
                                                       : "sgf"));
  }
  // The user of a cheating engine sees everything.
  const Sight sight = settings.kind == EngineKind::kCheat ? Sight() : Sight(position->to_move());
  check_engine(*position, settings, limits);
  std::optional<OutputFile> graph;
  if (!options.graphviz.empty()) graph.emplace("--graphviz", options.graphviz);
  if (graph) need_graph(options.graphviz);
  auto engine = position->make_engine(settings);
  if (options.warm_up) {
    warm_up([&] { engine->search(*position, limits, {options.seed, 1, 0, 0}, stop); });
  }
  const auto [result, system] =
      measured_search(*engine, *position, limits, {options.seed, 0, 0, 0}, stop);

  const OutlineSize size{std::max(1, options.tree), static_cast<std::size_t>(options.widest)};
  const auto outline = engine->outline(size);
  const RootLines lines = root_lines(*engine, result);
  if (outline.empty() && (options.tree > 0 || graph)) {
    print_to_standard_error("note: {} keeps no tree that could be shown.\n", settings.spec);
  }
  if (options.json) {
    Json whole{{"game", game.spec}, {"engine", settings.spec}, {"seed", options.seed}};
    if (settings.tuned) {
      whole["exploration"] = with_tuned_constant(*position, settings).search.exploration;
    }
    whole.update(search_json(*position, result, lines));
    whole["system"] = system_json(system);
    if (!drawn.empty()) whole["drawn"] = texts(drawn, std::move(before_chance), sight);
    if (options.tree > 0) whole["outline"] = outline_json(*position, outline);
    fmt::print("{}\n", whole.dump(2));
  } else {
    fmt::print("{}\n{}{}", sight.position(*position),
               search_text(*position, result, settings.search.memory, lines), system_text(system));
    if (settings.tuned) fmt::print("constant   {}\n", tuned_text(position->spec()));
    if (options.tree > 0 && !outline.empty()) {
      fmt::print(
          "\nthe tree to depth {}, at most {} moves a node; values for who moves, of chance for "
          "who moved\n{}",
          options.tree, options.widest, outline_text(*position, outline));
    }
  }
  if (graph) graph->write(outline_graph(*position, outline));
  if (stop.stop_requested()) {
    // Ending a thousand threads would take longer than a user wants to wait after a stop.
    static const AnyEngine* const kEndsWithProgram = engine.release();
    static_cast<void>(kEndsWithProgram);
    print_to_standard_error("interrupted: this is the result of {} iterations.\n",
                            result.iterations);
    return kInterrupted;
  }
  return kDone;
}

}  // namespace

void add_search(CLI::App& app, Action& action) {
  const auto [command, options] =
      add_command<SearchArguments>(app, action, "search", "search one position", search);
  add_game(command, options->game);
  command.add_option("--engine", options->engine, "engine spec, see 'banyan list'")->required();
  options->limits.add_to(command);
  command.add_option("--moves", options->moves, "moves played before, as in \"d3 e4\"");
  command.add_option("--sgf", options->sgf,
                     "play the record of an SGF file before these (go, hex, othello, gomoku); its "
                     "size and komi hold where --game has none");
  command.add_option(
      "--board", options->board,
      "start from stones: all cells row by row as X, O and -, then who is to move, "
      "as in \"XO- -X- --- O\"; connect_four also as in the connect-4 data of the UCI repository");
  add_seed(command, options->seed);
  command
      .add_option("--tree", options->tree,
                  "show the tree to this many moves below the root (of the first tree, if several)")
      ->check(whole_number(0, 100));
  command.add_option("--widest", options->widest, "children shown per node, the most visited ones")
      ->capture_default_str()
      ->check(whole_number(1, 1000));
  command.add_option("--graphviz", options->graphviz,
                     "write that tree to a file, for 'dot -Tsvg FILE'");
  command.add_flag("--warm-up", options->warm_up,
                   "search before, uncounted, until memory is warm: what it finds is as without, "
                   "its speed that of a later search");
  add_json(command, options->json);
  command.footer(
      "Example: banyan search --game connect_four --engine tree:threads=2 --time 1s --moves \"4 "
      "4\"");
}

}  // namespace banyan::bench
