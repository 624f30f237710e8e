// The place in the program of a game of hidden information: its positions and all engines over
// them, behind AnyGame.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/any_game.hpp"
#include "bench/engines.hpp"
#include "bench/hidden_engines.hpp"
#include "core/game_text.hpp"
#include "core/hidden_game.hpp"
#include "core/perft.hpp"
#include "core/random_search.hpp"
#include "parallel/hidden_search.hpp"

namespace banyan::bench {

template <HiddenGame G>
requires TextGame<G>
class HiddenGameOf final : public AnyGame {
 public:
  explicit HiddenGameOf(const G& position) : position_(position) {}

  [[nodiscard]] const G& position() const { return position_; }

  [[nodiscard]] std::unique_ptr<AnyGame> clone() const override {
    return std::make_unique<HiddenGameOf>(*this);
  }
  [[nodiscard]] int players() const override { return players_of(position_); }
  [[nodiscard]] Player to_move() const override { return position_.to_move(); }
  [[nodiscard]] std::uint32_t draw(Random& random) const override { return position_.draw(random); }
  [[nodiscard]] double probability(std::uint32_t move) const override {
    return position_.probability(static_cast<Move>(move));
  }
  [[nodiscard]] bool over() const override { return position_.over(); }
  [[nodiscard]] Points result(Player player) const override { return position_.result(player); }
  [[nodiscard]] double score(Player player) const override {
    return position_.score(player) * position_.stakes().unit;
  }
  [[nodiscard]] bool hidden() const override { return true; }
  [[nodiscard]] std::uint64_t information(Player player) const override {
    return position_.information(player);
  }
  [[nodiscard]] std::vector<std::uint32_t> legal_moves() const override {
    const auto moves = position_.legal_moves();
    return {moves.begin(), moves.end()};
  }
  void play(std::uint32_t move) override { position_.play(static_cast<Move>(move)); }

  [[nodiscard]] std::string to_text(std::uint32_t move) const override {
    return position_.to_text(static_cast<Move>(move));
  }
  [[nodiscard]] std::optional<std::uint32_t> parse(std::string_view text) const override {
    return position_.parse(text);
  }
  [[nodiscard]] std::string board() const override { return position_.board(); }
  [[nodiscard]] std::string view(Player player) const override { return position_.view(player); }

  [[nodiscard]] LineCount count_lines(int depth) const override {
    return banyan::count_lines(position_, depth);
  }

  [[nodiscard]] std::unique_ptr<AnyEngine> make_engine(const EngineSettings& s) const override {
    if (s.kind == EngineKind::kRandom) return std::make_unique<EngineOf<RandomSearch<G>>>();
    if (!for_hidden_games(s.kind)) throw UsageError(sees_all(s));
    return std::make_unique<EngineOf<HiddenSearch<G>>>(hidden_options(s));
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
      const G& start = dynamic_cast<const HiddenGameOf&>(position).position();
      SearchResult result = search_.search(start, limits, key, std::move(stop));
      if (limits.time.count() > 0) {
        const double late = result.seconds - std::chrono::duration<double>(limits.time).count();
        result.counters["nanoseconds_late"] = static_cast<std::uint64_t>(std::max(0.0, 1e9 * late));
      }
      return result;
    }

   private:
    Search search_;
  };

  G position_;
};

}  // namespace banyan::bench
