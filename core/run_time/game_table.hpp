// A game as a table of functions: what a program that does not know its type needs of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/random.hpp"
#include "core/game/features.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/position_key.hpp"
#include "core/game/reward_game.hpp"
#include "core/playout/general_playout.hpp"
#include "core/playout/playout.hpp"
#include "core/run_time/hidden_table.hpp"
#include "core/run_time/stop_asked.hpp"

namespace banyan {

/// The rules of one game. `p` points to `size` bytes that hold a position; functions may be called
/// by several threads at once, for different positions. They may throw; the search then ends.
/// Whole playouts, and batches of them, are single calls: so they are as fast as in a search that
/// knows the game's type. What is null the game has not.
struct GameTable {
  using Move = std::uint16_t;

  /// Changes with every change of this structure or of the types in it.
  static constexpr std::uint32_t kVersion = 4;
  /// Players of a game that has a table.
  static constexpr int kMaxPlayers = 6;
  /// The most moves of a game that can be searched. Sets of so many would take much memory: with
  /// more than kMaxMovesInSets, a game of two players is searched as games of other kinds are.
  static constexpr std::size_t kMaxMoves = 4096;
  static constexpr std::size_t kMaxMovesInSets = 1024;

  std::uint32_t version = kVersion;
  std::uint32_t size = 0;   ///< bytes of a position
  std::uint32_t align = 0;  ///< at most 64
  /// At most kMaxMoves. Moves are numbered below it, so that no position has more.
  std::uint32_t max_moves = 0;
  /// Whether a number means the same move in every position. If not, it is the move's place among
  /// the legal moves.
  bool numbered = false;
  /// AlternatingGame's promise.
  bool alternates = false;

  /// Makes a position in memory that holds none.
  void (*copy)(void* p, const void* from) = nullptr;
  void (*assign)(void* p, const void* from) = nullptr;
  void (*destroy)(void* p) = nullptr;
  bool (*equal)(const void* a, const void* b) = nullptr;

  Player (*to_move)(const void* p) = nullptr;
  /// Writes at most max_moves moves, and returns how many.
  std::uint32_t (*legal_moves)(const void* p, Move* moves) = nullptr;
  /// Sets a bit for each legal move in words that are all 0, as many as max_moves fills.
  void (*legal_set)(const void* p, std::uint64_t* words) = nullptr;
  /// Returns who moves next.
  Player (*play)(void* p, Move move) = nullptr;
  bool (*over)(const void* p) = nullptr;
  Points (*result)(const void* p, Player player) = nullptr;

  // Games of another kind than two players who see everything, without chance: see HiddenGame,
  // ManyPlayers, ChanceGame and RewardGame. Any of these, or many moves, makes a game one of them.

  /// Moves are numbered then, below kFirstCode. There are draw and probability, and neither
  /// rewards nor add_returns.
  const HiddenTable* hidden = nullptr;

  int (*players)(const void* p) = nullptr;
  Move (*draw)(const void* p, Random& random) = nullptr;
  double (*probability)(const void* p, Move move) = nullptr;
  double (*reward)(const void* p, Player player) = nullptr;
  bool playout_policy = false;  ///< whether playouts choose by one: PlayoutPolicyGame
  double discount = 1;
  double largest_return = 1;
  const char* unit = nullptr;  ///< what rewards or scores are, for a reader
  /// As in core/playout/general_playout.hpp; instead of the playouts below. It adds to each
  /// player's place in `sum`.
  PlayoutEnd (*add_returns)(const void* p, Random& random, const PlayoutRules& rules, double* sum,
                            void (*played)(void* to, Move, Player), void* to,
                            StopAsked stop) = nullptr;
  [[nodiscard]] constexpr bool is_general() const {
    return hidden != nullptr || players != nullptr || draw != nullptr || reward != nullptr ||
           max_moves > kMaxMovesInSets;
  }

  // As in core/playout/playout.hpp.

  Together together;
  Playout (*playout)(const void* p, Random& random, StopAsked stop) = nullptr;
  bool (*playouts)(const void* const* leaves, std::size_t count, Points* first, Random& random,
                   StopAsked stop) = nullptr;
  std::uint32_t (*add_playouts)(const void* p, std::uint32_t games, Random& random,
                                std::uint32_t& sum, StopAsked stop) = nullptr;
  /// As RecordedPlayout, if moves are numbered.
  Playout (*recorded)(const void* p, Random& random, void (*played)(void* to, Move, Player),
                      void* to, StopAsked stop) = nullptr;

  // Refinements (core/game/knowledge.hpp, core/game/position_key.hpp).

  std::uint64_t (*key)(const void* p) = nullptr;
  void (*weigh)(const void* p, const Move* moves, std::size_t count, float* weights) = nullptr;
  double (*estimate)(const void* p) = nullptr;
  std::optional<Move> (*heavy_move)(const void* p, std::span<const Move> last,
                                    Random& random) = nullptr;
  std::optional<Move> (*decisive_move)(const void* p, std::span<const Move> last,
                                       Random& random) = nullptr;

  // FeatureGame.

  GridSymmetry symmetry = GridSymmetry::kNone;
  GridShape (*feature_shape)(const void* p) = nullptr;
  void (*features)(const void* p, void (*visit)(void* to, int feature), void* to) = nullptr;
  GridShape (*move_shape)(const void* p) = nullptr;
  int (*move_index)(const void* p, Move move) = nullptr;

  // Texts (core/game/game_text.hpp).

  std::string (*to_text)(const void* p, Move move) = nullptr;
  std::optional<Move> (*parse)(const void* p, std::string_view text) = nullptr;
  std::string (*board)(const void* p) = nullptr;
};

/// The first function that a table must have and lacks, or what of its numbers is impossible; null
/// if there is nothing.
const char* defect_of(const GameTable& table);

/// Makes the table of a game whose type is known. Moves without numbers become their places among
/// the legal moves, unless they are these already (`kMovesArePlaces`).
template <Game G>
class TableOf {
 public:
  using Move = GameTable::Move;

  static constexpr GameTable make() {
    static_assert(G::kMaxMoves <= GameTable::kMaxMoves && alignof(G) <= 64);
    GameTable table;
    table.size = sizeof(G);
    table.align = alignof(G);
    table.max_moves = HiddenGame<G> ? std::size_t{kFirstCode} : G::kMaxMoves;
    table.numbered = kNumbered;
    table.alternates = AlternatingGame<G>;
    add_values(table);
    add_rules(table);
    if constexpr (TwoPlayerGame<G> && G::kMaxMoves <= GameTable::kMaxMovesInSets) {
      add_playouts(table);
    } else {
      add_kind(table);
    }
    add_knowledge(table);
    add_features(table);
    if constexpr (TextGame<G>) add_texts(table);
    return table;
  }

 private:
  using Own = typename G::Move;
  static constexpr bool kNumbered = NumberedMoves<G> || HiddenGame<G>;
  /// Whether a move is the number that the table has for it.
  static constexpr bool kSame = kNumbered || requires { requires G::kMovesArePlaces; };

  static const G& of(const void* p) { return *static_cast<const G*>(p); }
  static Own own(const G& game, Move move) {
    if constexpr (kSame) {
      return static_cast<Own>(move);
    } else {
      return game.legal_moves()[move];
    }
  }
  static std::optional<Move> given(const G& game, std::optional<Own> move) {
    if (!move) return std::nullopt;
    if constexpr (kSame) {
      return static_cast<Move>(*move);
    } else {
      const auto legal = game.legal_moves();
      const auto* const at = std::find(legal.begin(), legal.end(), *move);
      if (at == legal.end()) return std::nullopt;
      return static_cast<Move>(at - legal.begin());
    }
  }
  /// At most two moves before, of which those without numbers are not known.
  static MoveList<Own, 2> last_moves(std::span<const Move> last) {
    MoveList<Own, 2> moves;
    if constexpr (kNumbered) {
      for (const Move move : last) moves.push_back(static_cast<Own>(move));
    }
    return moves;
  }

  static constexpr void add_values(GameTable& table) {
    table.copy = [](void* p, const void* from) { ::new (p) G(of(from)); };
    table.assign = [](void* p, const void* from) { *static_cast<G*>(p) = of(from); };
    table.destroy = [](void* p) { static_cast<G*>(p)->~G(); };
    table.equal = [](const void* a, const void* b) { return of(a) == of(b); };
  }

  static constexpr void add_rules(GameTable& table) {
    table.to_move = [](const void* p) { return of(p).to_move(); };
    table.legal_moves = [](const void* p, Move* moves) {
      const auto legal = of(p).legal_moves();
      for (std::size_t i = 0; i < legal.size(); ++i) {
        moves[i] = static_cast<Move>(kSame ? std::size_t{legal[i]} : i);
      }
      return static_cast<std::uint32_t>(legal.size());
    };
    if constexpr (MoveSetGame<G>) {
      if constexpr (requires(const G& game) { game.legal_set().words; }) {
        table.legal_set = [](const void* p, std::uint64_t* words) {
          const auto set = of(p).legal_set();
          constexpr std::size_t kWords = (G::kMaxMoves + 63) / 64;  // the set may have more
          std::copy_n(set.words.begin(), std::min(kWords, set.words.size()), words);
        };
      }
    }
    table.play = [](void* p, Move move) {
      G& game = *static_cast<G*>(p);
      game.play(own(game, move));
      return game.to_move();
    };
    table.over = [](const void* p) { return of(p).over(); };
    table.result = [](const void* p, Player player) { return of(p).result(player); };
  }

  static constexpr void add_kind(GameTable& table) {
    static_assert(max_players<G>() <= GameTable::kMaxPlayers);
    table.players = [](const void* p) { return players_of(of(p)); };
    table.playout_policy = PlayoutPolicyGame<G>;
    if constexpr (ChanceGame<G>) {
      table.draw = [](const void* p, Random& random) { return *given(of(p), of(p).draw(random)); };
      table.probability = [](const void* p, Move move) {
        return of(p).probability(own(of(p), move));
      };
    }
    if constexpr (requires { G::kUnit; }) table.unit = G::kUnit;
    if constexpr (HiddenGame<G>) {
      table.hidden = &kHiddenTableOf<G>;
    } else {
      add_returns(table);
    }
  }

  static constexpr void add_returns(GameTable& table) {
    if constexpr (RewardGame<G>) {
      table.reward = [](const void* p, Player player) { return of(p).reward(player); };
      if constexpr (requires { G::kDiscount; }) {
        table.discount = G::kDiscount;
        table.largest_return = G::kLargestReturn;
      }
    }
    table.add_returns = [](const void* p, Random& random, const PlayoutRules& rules, double* sum,
                           void (*played)(void* to, Move, Player), void* to, StopAsked stop) {
      const auto players = static_cast<std::size_t>(players_of(of(p)));
      Returns<G> returns{};
      const auto note = [&](Own move, Player player) {
        if constexpr (kNumbered) played(to, static_cast<Move>(move), player);
      };
      const PlayoutEnd end = add_playout(of(p), random, rules, returns, note, stop);
      for (std::size_t player = 0; player < players; ++player) sum[player] += returns[player];
      return end;
    };
  }

  static constexpr void add_playouts(GameTable& table) {
    table.together = kTogether<G>;
    table.playout = [](const void* p, Random& random, StopAsked stop) {
      return uniform_playout(of(p), random, stop);
    };
    table.playouts = [](const void* const* leaves, std::size_t count, Points* first, Random& random,
                        StopAsked stop) {
      thread_local std::vector<G> copies;
      for (std::size_t i = 0; i < count; ++i) copies.push_back(of(leaves[i]));
      const bool finished = uniform_playouts<G>(copies, {first, count}, random, stop);
      copies.clear();
      return finished;
    };
    table.add_playouts = [](const void* p, std::uint32_t games, Random& random, std::uint32_t& sum,
                            StopAsked stop) {
      return banyan::add_playouts(of(p), games, random, sum, stop);
    };
    if constexpr (kNumbered) {
      table.recorded = [](const void* p, Random& random, void (*played)(void* to, Move, Player),
                          void* to, StopAsked stop) {
        return recorded_playout(
            of(p), random,
            [&](Own move, Player player) { played(to, static_cast<Move>(move), player); }, stop);
      };
    }
  }

  static constexpr void add_knowledge(GameTable& table) {
    if constexpr (KeyedGame<G>) {
      table.key = [](const void* p) { return of(p).position_key(); };
    }
    if constexpr (HeuristicGame<G>) {
      table.weigh = [](const void* p, const Move* moves, std::size_t count, float* weights) {
        MovesOf<G> all;
        for (std::size_t i = 0; i < count; ++i) all.push_back(own(of(p), moves[i]));
        of(p).weigh(std::span<const Own>(all.begin(), count), {weights, count});
      };
    }
    if constexpr (EstimatedGame<G>) {
      table.estimate = [](const void* p) { return of(p).estimate(); };
    }
    if constexpr (HeavyGame<G>) {
      table.heavy_move = [](const void* p, std::span<const Move> last, Random& random) {
        const auto moves = last_moves(last);
        return given(of(p), of(p).heavy_move({moves.begin(), moves.size()}, random));
      };
    }
    if constexpr (DecisiveGame<G>) {
      table.decisive_move = [](const void* p, std::span<const Move> last, Random& random) {
        const auto moves = last_moves(last);
        return given(of(p), of(p).decisive_move({moves.begin(), moves.size()}, random));
      };
    }
  }

  static constexpr void add_features(GameTable& table) {
    if constexpr (FeatureGame<G>) {
      table.symmetry = G::symmetry();
      table.feature_shape = [](const void* p) { return of(p).feature_shape(); };
      table.features = [](const void* p, void (*visit)(void* to, int feature), void* to) {
        of(p).for_features([&](int feature) { visit(to, feature); });
      };
      table.move_shape = [](const void* p) { return of(p).move_shape(); };
      table.move_index = [](const void* p, Move move) {
        return of(p).move_index(own(of(p), move));
      };
    }
  }

  static constexpr void add_texts(GameTable& table) {
    table.to_text = [](const void* p, Move move) { return of(p).to_text(own(of(p), move)); };
    table.parse = [](const void* p, std::string_view text) {
      return given(of(p), of(p).parse(text));
    };
    table.board = [](const void* p) { return of(p).board(); };
  }
};

/// The table of game G.
template <Game G>
inline constexpr GameTable kTableOf = TableOf<G>::make();

}  // namespace banyan
