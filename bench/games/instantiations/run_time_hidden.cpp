// Games of hidden information, which are known at run time: their positions and all engines over
// them, behind AnyGame.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bench/engines/hidden.hpp"
#include "bench/engines/random.hpp"
#include "bench/games/instantiations/run_time.hpp"
#include "bench/registry/asked_tree.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/engines.hpp"
#include "parallel/strategies/hidden_search.hpp"

namespace banyan::bench {
namespace {

class HiddenPosition final : public PositionOf<HiddenRunTimeGame> {
 public:
  using Rules = HiddenRunTimeGame;

  using PositionOf::PositionOf;

  [[nodiscard]] std::unique_ptr<AnyGame> clone() const override {
    return std::make_unique<HiddenPosition>(*this);
  }
  [[nodiscard]] std::uint32_t draw(Random& random) const override { return position_.draw(random); }
  [[nodiscard]] double probability(std::uint32_t move) const override {
    return position_.probability(static_cast<Move>(move));
  }
  [[nodiscard]] double score(Player player) const override {
    return position_.score(player) * position_.stakes().unit;
  }
  [[nodiscard]] std::string unit() const override {
    const char* const unit = position_.table().unit;
    return unit == nullptr ? kResultUnit : unit;
  }
  [[nodiscard]] bool hidden() const override { return true; }
  [[nodiscard]] std::uint64_t information(Player player) const override {
    return position_.information(player);
  }
  [[nodiscard]] std::string view(Player player) const override { return position_.view(player); }
  [[nodiscard]] std::optional<std::string> seen(std::uint32_t move, Player player) const override {
    const std::uint32_t code = position_.observe(static_cast<Move>(move), player);
    if (code == kUnseen) return std::nullopt;
    const bool own = player == position_.to_move();
    return own || code == move ? to_text(move) : kFaceDown;
  }
  [[nodiscard]] std::unique_ptr<AnyGame> imagined(Player player, Random& random) const override {
    return std::make_unique<HiddenPosition>(position_.determinize(player, random));
  }

  [[nodiscard]] std::unique_ptr<AnyEngine> make_engine(const EngineSettings& s) const override {
    if (s.kind == EngineKind::kRandom) return RandomEngine::make(*this, s);
    if (!for_hidden_games(s.kind)) throw UsageError(sees_all(s));
    return std::make_unique<EngineOf<Rules, HiddenSearch<Rules>>>(hidden_options(s));
  }
  [[nodiscard]] std::unique_ptr<AnyAskedTree> make_asked_tree(
      const EngineSettings& /*s*/, const StreamKey& /*key*/) const override {
    throw UsageError(
        "a tree that asks shows its leaves, and in this game players do not see all: give a game "
        "whose players do.");
  }
};

}  // namespace

std::unique_ptr<AnyGame> start_hidden_run_time_game(const GameTable& table, const void* position) {
  return std::make_unique<HiddenPosition>(HiddenRunTimeGame(table, position));
}

}  // namespace banyan::bench
