// A game's place in the program: its positions and all engines over them, behind AnyGame. Each
// game includes this in one translation unit of its own, which so compiles all its engines.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/any_game.hpp"
#include "bench/engines.hpp"
#include "core/game_text.hpp"
#include "core/naive.hpp"
#include "core/perft.hpp"
#include "core/random_search.hpp"
#include "core/search.hpp"
#include "parallel/leaf.hpp"
#include "parallel/root.hpp"
#include "parallel/tree.hpp"

namespace banyan::bench {

/// A position of game G. `Textbook` is the state that `naive` searches with.
template <TextGame G, class Textbook>
class GameOf final : public AnyGame {
 public:
  explicit GameOf(const G& position) : position_(position) {}

  [[nodiscard]] const G& position() const { return position_; }

  [[nodiscard]] std::unique_ptr<AnyGame> clone() const override {
    return std::make_unique<GameOf>(*this);
  }
  [[nodiscard]] Player to_move() const override { return position_.to_move(); }
  [[nodiscard]] bool over() const override { return position_.over(); }
  [[nodiscard]] Points result(Player player) const override { return position_.result(player); }
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

  [[nodiscard]] std::uint64_t perft(int depth) const override {
    return banyan::perft(position_, depth);
  }

  [[nodiscard]] std::unique_ptr<AnyEngine> make_engine(const EngineSettings& s) const override {
    switch (s.kind) {
      case EngineKind::kRandom:
        return std::make_unique<EngineOf<RandomSearch<G>>>();
      case EngineKind::kNaive:
        return std::make_unique<EngineOf<NaiveSearch<G, Textbook>>>(s.search);
      case EngineKind::kSeq:
        return std::make_unique<EngineOf<SequentialSearch<G>>>(s.search);
      case EngineKind::kLeaf:
        return std::make_unique<EngineOf<LeafSearch<G>>>(
            typename LeafSearch<G>::Options{{s.search, s.threads, s.executor}, s.playouts});
      case EngineKind::kRoot:
        return std::make_unique<EngineOf<RootSearch<G>>>(
            typename RootSearch<G>::Options{{s.search, s.threads, s.executor}, s.merge});
      case EngineKind::kTree:
        return std::make_unique<EngineOf<TreeSearch<G>>>(
            typename TreeSearch<G>::Options{{s.search, s.threads, s.executor}, s.virtual_loss});
    }
    return nullptr;
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
      const G& start = dynamic_cast<const GameOf&>(position).position();
      return search_.search(start, limits, key, std::move(stop));
    }

   private:
    Search search_;
  };

  G position_;
};

}  // namespace banyan::bench
