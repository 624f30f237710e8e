#include "dev/stress/round.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <regex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "bench/engines/ladder.hpp"
#include "bench/engines/virtual.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench::stress {
namespace {

using fuzz::Dice;
using fuzz::Trial;
using fuzz::words;

std::string game_spec(Dice& dice) {
  static const std::vector<std::string> kGames = words(
      "tic_tac_toe ultimate_tic_tac_toe connect_four othello breakthrough breakthrough:size=5 "
      "hex:size=4 hex:size=11 hex:size=6x4 gomoku go:size=5 go:size=9 go:size=7x4 "
      "p_game:branching=3,depth=6 rolit nim pig:target=20 sailing:size=4 2048 kuhn leduc phantom "
      "goofspiel:cards=5 knockout_whist:hands=3");
  return dice.pick(kGames);
}

/// A plausible value for the key: one of its words, a small number, a short time.
std::string value_for(const KeyInfo& key, Dice& dice) {
  if (key.name == "memory") return dice.pick(words("256k 512k 1M 20M"));
  if (key.name == "threads") return dice.pick(words("1 2 3 4 8 8 16"));
  std::vector<std::string> values = words("0 1 2 3 8 64 0.5 5us 50us");
  static const std::regex kWord("[a-z0-9_]+");
  const std::string& allowed = key.allowed_text;
  for (std::sregex_iterator at(allowed.begin(), allowed.end(), kWord), end; at != end; ++at) {
    values.insert(values.end(), 3, at->str());
  }
  return dice.pick(values);
}

/// Engines with their own budgets or processes are tested elsewhere.
bool is_tried(const KeyInfo& key) {
  return !key.help.starts_with("its own budget") && key.name != "malloc";
}

std::string engine_spec(Dice& dice) {
  const SpecInfo& info = dice.pick(engine_infos());
  Spec spec{info.name, {}};
  if (info.name == "random" || info.name == "solver") return "seq";  // these do not search
  for (std::size_t keys = dice.below(7); keys > 0 && !info.keys.empty(); --keys) {
    const KeyInfo& key = dice.pick(info.keys);
    if (is_tried(key) && !spec.has(key.name)) {
      spec.keys.emplace_back(key.name, value_for(key, dice));
    }
  }
  return to_text(spec);
}

/// How one search should end.
struct Order {
  Limits limits;
  std::chrono::microseconds stop_after{0};  ///< 0: never

  [[nodiscard]] std::string text() const {
    return fmt::format("{} iterations, {} playouts, {} us, stopped after {} us", limits.iterations,
                       limits.playouts,
                       std::chrono::duration_cast<std::chrono::microseconds>(limits.time).count(),
                       stop_after.count());
  }
  [[nodiscard]] bool by_count() const {
    return limits.time.count() == 0 && stop_after.count() == 0;
  }
};

/// Few enough for the slowest playouts, of milliseconds.
Order any_order(int playouts, Dice& dice) {
  Order order;
  const std::size_t most = dice.pick<std::size_t>({4, 100, 1000});
  const std::size_t number = 1 + dice.below(most) / static_cast<std::size_t>(playouts);
  switch (dice.below(5)) {
    case 0:
      order.limits.time = std::chrono::microseconds(1 + dice.below(20'000));
      break;
    case 1:
      order.stop_after = std::chrono::microseconds(1 + dice.below(20'000));
      break;
    case 2:
      order.limits.playouts = number;
      break;
    default:
      order.limits.iterations = number;
  }
  return order;
}

SearchResult search(AnyEngine& engine, const AnyGame& position, const Order& order,
                    const StreamKey& key) {
  std::stop_source source;
  std::jthread stopper;
  if (order.stop_after.count() > 0) {
    stopper = std::jthread([&] {
      std::this_thread::sleep_for(order.stop_after);
      source.request_stop();
    });
  }
  return engine.search(position, order.limits, key, source.get_token());
}

std::string fault_of_moves(const AnyGame& position, const SearchResult& result) {
  if (!is_legal(position, result.best_move)) return "its move is illegal";
  if (!std::isfinite(result.value)) return "its value is no number";
  for (const RootChild& child : result.children) {
    if (!is_legal(position, child.move)) return "a move of the root is illegal";
    if (child.points > 2 * child.visits) return "more points than visits allow";
    if (!std::isfinite(child.mean())) return "a mean is no number";
  }
  return {};
}

std::string fault_of_counts(const EngineSettings& settings, const Order& order,
                            const SearchResult& result) {
  if (result.iterations == 0) return "nothing was searched";
  const auto counter = [&](const char* name) {
    const auto found = result.counters.find(name);
    return found == result.counters.end() ? 0 : found->second;
  };
  const bool ends_early =
      result.proven || settings.own<VirtualOptions>().times.limit.count() > 0;  // in virtual time
  if (order.by_count() && !ends_early) {
    const Limits& limits = order.limits;
    const std::uint64_t saved = counter("iterations_saved");  // by stop=early
    if (limits.iterations > 0 && result.iterations + saved != limits.iterations) {
      return fmt::format("{} iterations", result.iterations);
    }
    if (limits.playouts > 0 && saved == 0 && result.visits() != limits.playouts) {
      return fmt::format("{} playouts", result.visits());
    }
  }
  const bool ladder = settings.kind == EngineKind::kLadder;
  // A full ladder plays out from nodes that can have no child.
  const bool whole = !ladder || counter("refused_expansions") == 0;
  const std::uint64_t visits = result.visits() + counter("kept_visits");
  if (whole && !result.children.empty() && result.root_visits() != visits) {
    return fmt::format("{} visits of the root's moves in {} playouts", result.root_visits(),
                       visits);
  }
  // Except for the ladder's lowest step, whose nodes are from the heap.
  const bool capped = !ladder || settings.own<LadderStep>() != LadderStep::kCompact;
  if (capped && result.tree.bytes > settings.search.memory) {
    return fmt::format("{} bytes of trees", result.tree.bytes);
  }
  return {};
}

bool same(const SearchResult& a, const SearchResult& b) {
  const auto same_child = [](const RootChild& x, const RootChild& y) {
    return x.move == y.move && x.visits == y.visits && x.points == y.points;
  };
  return a.best_move == b.best_move && a.iterations == b.iterations &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(),
                    same_child);
}

/// Goes on to a decision, from the start again if the game ends.
void advance(const AnyGame& start, std::unique_ptr<AnyGame>& position, Dice& dice) {
  for (std::size_t plies = dice.below(6);; plies -= plies > 0 ? 1 : 0) {
    if (position->over()) position = start.clone();
    if (plies == 0 && position->to_move() != kChance) return;
    position->play(dice.pick(position->legal_moves()));
  }
}

}  // namespace

Trial try_engine(Dice& dice, const std::function<void(const std::string&)>& begin) {
  const GameChoice game = parse_game(game_spec(dice));
  EngineSettings settings;
  std::unique_ptr<AnyEngine> engine;
  while (!engine) {
    try {
      settings = parse_engine(engine_spec(dice));
      engine = game.start->make_engine(settings);
    } catch (const UsageError&) {
      // Most combinations make no sense.
    }
  }

  Trial trial;
  std::unique_ptr<AnyGame> position = game.start->clone();
  for (std::uint64_t left = 1 + dice.below(4); left > 0 && trial.fault.empty(); --left) {
    advance(*game.start, position, dice);
    const Order order = any_order(settings.playouts, dice);
    trial.input = fmt::format("--game {} --engine {}: {}\n{}", game.canonical, settings.canonical,
                              order.text(), position->board());
    begin(trial.input);
    const StreamKey key{left, 1, 2, 3};
    const SearchResult result = search(*engine, *position, order, key);
    trial.fault = fault_of_moves(*position, result);
    if (trial.fault.empty()) trial.fault = fault_of_counts(settings, order, result);
    // A kept tree, and a cache of evaluations, depend on the searches before.
    const bool remembers = settings.search.reuse || settings.given.has("cache");
    const bool repeatable = settings.threads == 1 && order.by_count() && !remembers;
    if (trial.fault.empty() && repeatable) {
      const auto again = game.start->make_engine(settings);
      if (!same(result, search(*again, *position, order, key))) {
        trial.fault = "differs when repeated";
      }
    }
  }
  return trial;
}

}  // namespace banyan::bench::stress
