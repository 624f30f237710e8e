// Calls a function for each move.
#include "bench/opponents/called_search.hpp"

#include <chrono>
#include <stop_token>
#include <utility>

namespace banyan::bench {
namespace {

/// What its settings hold.
struct CalledSearch {
  ChooseMove choose;
};

class CalledEngine final : public AnyEngine {
 public:
  explicit CalledEngine(ChooseMove choose) : choose_(std::move(choose)) {}

  SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                      std::stop_token /*stop*/) override {
    const Clock::time_point begin = Clock::now();
    SearchResult result;
    result.value = 0.5;
    for (const std::uint32_t move : position.legal_moves()) result.children.push_back({move, 0, 0});
    result.best_move = choose_(position, limits, key);
    result.principal_variation = {result.best_move};
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return result;
  }

 private:
  ChooseMove choose_;
};

}  // namespace

EngineSettings called_search(const std::string& name, const std::optional<Limits>& limits,
                             ChooseMove choose) {
  EngineSettings engine;
  engine.spec = name;
  engine.canonical = name;
  engine.kind = EngineKind::kGtp;  // the plainest of foreign programs
  engine.limits = limits;
  engine.own<CalledSearch>().choose = std::move(choose);
  return engine;
}

std::unique_ptr<AnyEngine> make_called_search(const EngineSettings& settings) {
  ChooseMove choose = settings.own<CalledSearch>().choose;
  return choose ? std::make_unique<CalledEngine>(std::move(choose)) : nullptr;
}

}  // namespace banyan::bench
