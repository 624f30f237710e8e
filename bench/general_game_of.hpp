// The place in the program of a game of chance, of many players or of rewards: bench/game_of.hpp
// for these. Each such game includes this in one translation unit of its own.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/any_game.hpp"
#include "bench/general_keys.hpp"
#include "core/game_text.hpp"
#include "core/perft.hpp"
#include "core/random_search.hpp"
#include "parallel/general_search.hpp"

namespace banyan::bench {

/// A position of game G, and what its players have earned on the way to it. `unit` says what values
/// are, as in "0 loss, 1 win".
template <TextGame G>
class GeneralGameOf final : public AnyGame {
 public:
  explicit GeneralGameOf(const G& position, const char* unit = kResultUnit)
      : position_(position), unit_(unit) {}

  [[nodiscard]] std::unique_ptr<AnyGame> clone() const override {
    return std::make_unique<GeneralGameOf>(*this);
  }
  [[nodiscard]] int players() const override { return players_of(position_); }
  [[nodiscard]] Player to_move() const override { return position_.to_move(); }
  [[nodiscard]] std::uint32_t draw(Random& random) const override {
    return draw_outcome(position_, random);
  }
  [[nodiscard]] bool over() const override { return position_.over(); }
  [[nodiscard]] Points result(Player player) const override { return position_.result(player); }
  /// Undiscounted.
  [[nodiscard]] double score(Player player) const override {
    return earned_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] std::string unit() const override { return unit_; }
  [[nodiscard]] std::vector<std::uint32_t> legal_moves() const override {
    const auto moves = position_.legal_moves();
    return {moves.begin(), moves.end()};
  }
  void play(std::uint32_t move) override {
    position_.play(static_cast<Move>(move));
    for (Player player = 0; player < players(); ++player) {
      earned_[static_cast<std::size_t>(player)] += reward_of(position_, player);
    }
  }

  [[nodiscard]] std::string to_text(std::uint32_t move) const override {
    return position_.to_text(static_cast<Move>(move));
  }
  [[nodiscard]] std::optional<std::uint32_t> parse(std::string_view text) const override {
    return position_.parse(text);
  }
  [[nodiscard]] std::string board() const override { return position_.board(); }
  [[nodiscard]] LineCount count_lines(int depth) const override {
    return banyan::count_lines(position_, depth);
  }

  [[nodiscard]] std::unique_ptr<AnyEngine> make_engine(const EngineSettings& s) const override {
    if (s.kind == EngineKind::kRandom) return std::make_unique<EngineOf<RandomSearch<G>>>();
    return std::make_unique<EngineOf<GeneralSearch<G>>>(general_options(s));
  }

 private:
  using Move = typename G::Move;

  template <class Search>
  class EngineOf final : public AnyEngine {
   public:
    template <class... Options>
    explicit EngineOf(const Options&... options) : search_(options...) {}

    SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                        std::stop_token stop) override {
      const G& start = dynamic_cast<const GeneralGameOf&>(position).position_;
      return search_.search(start, limits, key, stop);
    }

   private:
    Search search_;
  };

  G position_;
  const char* unit_;
  Returns<G> earned_{};
};

}  // namespace banyan::bench
