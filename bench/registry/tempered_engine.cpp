// Drawing an engine's moves.
#include "bench/registry/tempered_engine.hpp"

#include <utility>

#include "core/result/final_move.hpp"

namespace banyan::bench {
namespace {

class TemperedEngine final : public AnyEngine {
 public:
  TemperedEngine(std::unique_ptr<AnyEngine> engine, double temperature)
      : engine_(std::move(engine)), temperature_(temperature) {}

  SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop) override {
    SearchResult result = engine_->search(position, limits, key, std::move(stop));
    constexpr std::uint64_t kNoWorker = std::uint64_t{1} << 63U;
    const StreamKey own{key.seed, key.game, key.move, key.worker ^ kNoWorker};
    play_by_temperature(result, temperature_, Random(own));
    return result;
  }

 private:
  std::unique_ptr<AnyEngine> engine_;
  double temperature_;
};

}  // namespace

std::unique_ptr<AnyEngine> with_temperature(std::unique_ptr<AnyEngine> engine, double temperature) {
  if (temperature == 0) return engine;
  return std::make_unique<TemperedEngine>(std::move(engine), temperature);
}

}  // namespace banyan::bench
