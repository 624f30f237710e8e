// Games and engines with their types erased: what commands, matches and suites work with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/budget/budget.hpp"
#include "core/game/features.hpp"
#include "core/game/game.hpp"
#include "core/game/perft.hpp"
#include "core/game/setup.hpp"
#include "core/result/result.hpp"
#include "core/run_time/game_table.hpp"
#include "core/tree/outline.hpp"

namespace banyan::bench {

class AnyAskedTree;
class AnyGame;
struct EngineSettings;

/// A position, and its game as a table (core/run_time/game_table.hpp).
struct TabledPosition {
  const GameTable* table = nullptr;
  const void* position = nullptr;
};

/// What a player sees of a move that is made but not shown to him.
inline constexpr const char* kFaceDown = "face down";

/// What values are of a game that is won or lost.
inline constexpr const char* kResultUnit = "0 loss, 1 win";

/// A search of some kind over one game. Keeps its memory and its threads from search to search.
class AnyEngine {
 public:
  AnyEngine() = default;
  AnyEngine(const AnyEngine&) = delete;
  AnyEngine& operator=(const AnyEngine&) = delete;
  virtual ~AnyEngine() = default;

  /// Searches a position that is not over, of the game that the engine was made for.
  virtual SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                              std::stop_token stop) = 0;

  /// The top of the tree of the last search, of the first tree where there are several; nothing
  /// for an engine without trees.
  [[nodiscard]] virtual std::vector<OutlineNode> outline(OutlineSize /*size*/) const { return {}; }
};

/// A position of some game.
class AnyGame {
 public:
  AnyGame() = default;
  AnyGame& operator=(const AnyGame&) = delete;
  virtual ~AnyGame() = default;

  [[nodiscard]] virtual std::unique_ptr<AnyGame> clone() const = 0;
  [[nodiscard]] virtual int players() const { return 2; }
  /// A player, or kChance.
  [[nodiscard]] virtual Player to_move() const = 0;
  /// One of the legal moves, by its probability, where to_move() is kChance; else meaningless.
  [[nodiscard]] virtual std::uint32_t draw(Random& random) const {
    const std::vector<std::uint32_t> moves = legal_moves();
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  }
  /// Of an outcome, where to_move() is kChance.
  [[nodiscard]] virtual double probability(std::uint32_t /*move*/) const {
    return 1.0 / static_cast<double>(legal_moves().size());
  }
  [[nodiscard]] virtual bool over() const = 0;
  [[nodiscard]] virtual Points result(Player player) const = 0;
  /// What the ended game is worth to that player in the game's own unit (chips, tricks, ...): 0
  /// loss to 1 win where it has none.
  [[nodiscard]] virtual double score(Player player) const {
    return static_cast<double>(result(player)) / kWin;
  }
  /// What scores and values are, for a reader.
  [[nodiscard]] virtual std::string unit() const { return kResultUnit; }
  /// Points by which the first player leads, the komi counted, in games that count points.
  [[nodiscard]] virtual std::optional<double> lead() const { return std::nullopt; }
  /// Whether players see only a part of the position.
  [[nodiscard]] virtual bool hidden() const { return false; }
  /// A key of what a player knows, where something is hidden.
  [[nodiscard]] virtual std::uint64_t information(Player /*player*/) const { return 0; }
  [[nodiscard]] virtual std::vector<std::uint32_t> legal_moves() const = 0;
  virtual void play(std::uint32_t move) = 0;

  [[nodiscard]] virtual std::string to_text(std::uint32_t move) const = 0;
  /// The move that the text names, legal or not; nothing if it names none.
  [[nodiscard]] virtual std::optional<std::uint32_t> parse(std::string_view text) const = 0;
  [[nodiscard]] virtual std::string board() const = 0;
  /// The position as one player sees it. What is shown to a seat goes through
  /// bench/registry/sight.hpp.
  [[nodiscard]] virtual std::string view(Player /*player*/) const { return board(); }
  /// What a player sees of a legal move here: its text, kFaceDown, or nothing if nothing tells him
  /// that a move was made.
  [[nodiscard]] virtual std::optional<std::string> seen(std::uint32_t move,
                                                        Player /*player*/) const {
    return to_text(move);
  }
  /// A position that the player cannot tell from this one: which depends on what he knows and on
  /// `random` alone.
  [[nodiscard]] virtual std::unique_ptr<AnyGame> imagined(Player /*player*/,
                                                          Random& /*random*/) const {
    return clone();
  }

  /// The stones here, of a game that can start from stones.
  [[nodiscard]] virtual std::optional<BoardSetup> setup() const { return std::nullopt; }
  /// Starts anew from these stones, as many cells as there are. Throws std::invalid_argument if
  /// that cannot be; what() is the rest of a sentence that says why.
  virtual void set_up(const BoardSetup& /*setup*/) {
    throw std::invalid_argument("this game starts from its first position alone");
  }
  /// Goes on after an end by agreement, or at a limit that is none of the game's rules: the
  /// position is no longer over.
  virtual void resume() {}
  /// Puts off such a limit, so far that a search does not meet it soon: for games whose end others
  /// decide.
  virtual void lengthen() {}

  /// What a network sees of this position, of a game that shows itself to networks.
  [[nodiscard]] virtual std::optional<Observation> observe() const { return std::nullopt; }
  /// Where in an evaluator's answer a legal move stands; of other games its number.
  [[nodiscard]] virtual std::uint32_t move_index(std::uint32_t move) const { return move; }

  [[nodiscard]] virtual LineCount count_lines(int depth) const = 0;
  [[nodiscard]] std::uint64_t perft(int depth) const { return count_lines(depth).whole; }
  [[nodiscard]] virtual std::unique_ptr<AnyEngine> make_engine(
      const EngineSettings& settings) const = 0;
  /// A tree over this position, which is not over, whose leaves are evaluated elsewhere
  /// (bench/registry/asked_tree.hpp).
  [[nodiscard]] virtual std::unique_ptr<AnyAskedTree> make_asked_tree(
      const EngineSettings& settings, const StreamKey& key) const = 0;
  /// Whether the engine `solver` can solve this position.
  [[nodiscard]] virtual bool solvable() const { return false; }
  /// Of the engines of studies (bench/registry/matrix.hpp), those that are compiled for this game.
  [[nodiscard]] virtual unsigned studied_engines() const { return 0; }

  /// The position for searches that are compiled once for all games.
  [[nodiscard]] virtual TabledPosition tabled() const = 0;
  /// Becomes another position of the same table, of which moves() says nothing.
  virtual void put_tabled(const void* position) = 0;

  // What other programs are told of a position: which game it is of, and how it came about.

  /// The canonical spec of the game; empty unless parse_game() made its first position.
  [[nodiscard]] const std::string& spec() const { return spec_; }
  void set_spec(std::string canonical) { spec_ = std::move(canonical); }
  /// Makes this the first position of a game of that spec.
  void begin_here(std::string canonical) {
    spec_ = std::move(canonical);
    set_up_from_.reset();
    moves_.clear();
  }
  /// Takes spec(), moves() and where these start from a position of the same game.
  void came_about_as(const AnyGame& other) {
    spec_ = other.spec_;
    set_up_from_ = other.set_up_from_;
    moves_ = other.moves_;
  }
  /// The stones that its moves() start from; nothing if that is the game's first position.
  [[nodiscard]] const std::optional<BoardSetup>& set_up_from() const { return set_up_from_; }
  /// The moves from there to this position.
  [[nodiscard]] const std::vector<std::uint32_t>& moves() const { return moves_; }

 protected:
  AnyGame(const AnyGame&) = default;

  void remember(std::uint32_t move) { moves_.push_back(move); }
  void start_from(const BoardSetup& setup) {
    set_up_from_ = setup;
    moves_.clear();
  }

 private:
  std::string spec_;
  std::optional<BoardSetup> set_up_from_;
  std::vector<std::uint32_t> moves_;
};

}  // namespace banyan::bench
