// What the games of all families have in common in the program: their positions behind AnyGame, and
// their engines behind AnyEngine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/registry/time_counters.hpp"
#include "core/game/features.hpp"
#include "core/game/game_text.hpp"
#include "core/game/perft.hpp"
#include "core/game/setup.hpp"

namespace banyan::bench {

/// A position of game G, without the engines.
template <TextGame G>
class PositionOf : public AnyGame {
 public:
  explicit PositionOf(const G& position) : position_(position) {}

  [[nodiscard]] const G& position() const { return position_; }
  /// Becomes another position of the same game, of which moves() says nothing.
  void put(const G& position) { position_ = position; }

  [[nodiscard]] int players() const override { return banyan::players_of(position_); }
  [[nodiscard]] Player to_move() const override { return position_.to_move(); }
  [[nodiscard]] bool over() const override { return position_.over(); }
  [[nodiscard]] Points result(Player player) const override { return position_.result(player); }
  [[nodiscard]] std::vector<std::uint32_t> legal_moves() const override {
    std::vector<std::uint32_t> moves;
    for (const Move move : position_.legal_moves()) moves.push_back(move);
    return moves;
  }
  void play(std::uint32_t move) override {
    position_.play(static_cast<Move>(move));
    remember(move);
  }

  [[nodiscard]] std::string to_text(std::uint32_t move) const override {
    return position_.to_text(static_cast<Move>(move));
  }
  [[nodiscard]] std::optional<std::uint32_t> parse(std::string_view text) const override {
    return position_.parse(text);
  }
  [[nodiscard]] std::string board() const override { return position_.board(); }

  [[nodiscard]] std::optional<BoardSetup> setup() const override {
    if constexpr (SetupGame<G>) {
      return position_.setup();
    } else {
      return AnyGame::setup();
    }
  }
  void set_up(const BoardSetup& setup) override {
    if constexpr (SetupGame<G>) {
      position_ = position_.set_up(setup);
      start_from(position_.setup());
    } else {
      AnyGame::set_up(setup);
    }
  }
  void resume() override {
    if constexpr (ResumableGame<G>) position_.resume();
  }
  void lengthen() override {
    if constexpr (requires { position_.lengthen(); }) position_.lengthen();
  }

  [[nodiscard]] std::optional<Observation> observe() const override {
    if constexpr (FeatureGame<G>) {
      if (shows_features()) return banyan::observe(position_);
    }
    return AnyGame::observe();
  }
  [[nodiscard]] std::uint32_t move_index(std::uint32_t move) const override {
    if constexpr (FeatureGame<G>) {
      if (shows_features()) {
        return static_cast<std::uint32_t>(position_.move_index(static_cast<Move>(move)));
      }
    }
    return AnyGame::move_index(move);
  }

  [[nodiscard]] TabledPosition tabled() const override {
    if constexpr (kAtRunTime) {
      return {&position_.table(), position_.position()};
    } else {
      return {&kTableOf<G>, &position_};
    }
  }
  void put_tabled(const void* position) override {
    if constexpr (kAtRunTime) {
      position_ = G(position_.table(), position);
    } else {
      position_ = *static_cast<const G*>(position);
    }
  }

  [[nodiscard]] LineCount count_lines(int depth) const override {
    return banyan::count_lines(position_, depth);
  }

 protected:
  using Move = typename G::Move;
  /// Whether the game is known by its table alone.
  static constexpr bool kAtRunTime = requires(const G& position) { position.table(); };

  /// A game known at run time may have none.
  [[nodiscard]] bool shows_features() const {
    if constexpr (requires { position_.has_features(); }) {
      return position_.has_features();
    } else {
      return FeatureGame<G>;
    }
  }

  G position_;
};

/// A search of game G, which takes the positions of PositionOf<G>.
template <class G, class Search>
class EngineOf final : public AnyEngine {
 public:
  template <class... Options>
  explicit EngineOf(const Options&... options) : search_(options...) {}

  SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop) override {
    const G& start = dynamic_cast<const PositionOf<G>&>(position).position();
    if constexpr (requires { search_.tell_moves({}); }) {
      search_.tell_moves({position.moves().begin(), position.moves().end()});
    }
    SearchResult result = search_.search(start, limits, key, stop);
    count_time(limits, stop.stop_requested(), result);
    return result;
  }

  [[nodiscard]] std::vector<OutlineNode> outline(OutlineSize size) const override {
    if constexpr (requires { TreeView(search_.tree()); }) {
      return banyan::outline(search_.tree(), size);
    } else if constexpr (requires { TreeView(search_.tree(0)); }) {
      return banyan::outline(search_.tree(0), size);
    } else {
      return {};
    }
  }

 private:
  Search search_;
};

}  // namespace banyan::bench
