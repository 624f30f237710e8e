// Searches in another process.
#include "bench/measure/unlinked_naive.hpp"

#include <fmt/format.h>

#include <string>

#include "bench/measure/child.hpp"

namespace banyan::bench {
namespace {

class UnlinkedNaive final : public AnyEngine {
 public:
  explicit UnlinkedNaive(const GameChoice& game) : game_(game.spec), start_(game.start->clone()) {}

  SearchResult search(const AnyGame& /*position*/, const Limits& limits, const StreamKey& key,
                      std::stop_token stop) override {
    // Whichever comes first, as in this process: the command line takes only one, the engine both.
    std::string budget;
    if (limits.iterations > 0) budget += fmt::format(",iterations={}", limits.iterations);
    if (limits.time.count() > 0) budget += fmt::format(",time={}us", limits.time.count() / 1000);
    if (!budget.empty()) budget.front() = ':';
    const auto answer = search_by(
        own_program(),
        {"--game", game_, "--engine", "naive" + budget, "--seed", std::to_string(key.seed)}, stop,
        {"LD_PRELOAD=libc.so.6"});
    if (!answer) return {};
    const Json& found = *answer;
    SearchResult result;
    result.iterations = found["iterations"];
    result.playouts = found["playouts"];
    result.finished = found["finished"];
    result.seconds = found["seconds"];
    result.value = found["value"];
    result.best_move = *start_->parse(found["best_move"].get<std::string>());
    result.tree.nodes = found["tree"]["nodes"];
    result.tree.bytes = found["tree"]["bytes"];
    result.tree.mean_depth = found["tree"]["mean_depth"];
    result.tree.max_depth = found["tree"]["max_depth"];
    for (const Json& child : found["root"]["children"]) {
      result.children.push_back({*start_->parse(child["move"].get<std::string>()),
                                 child["visits"].get<std::uint64_t>(), 0});
    }
    return result;
  }

 private:
  std::string game_;
  std::unique_ptr<AnyGame> start_;
};

}  // namespace

std::unique_ptr<AnyEngine> make_unlinked_naive(const GameChoice& game) {
  return std::make_unique<UnlinkedNaive>(game);
}

}  // namespace banyan::bench
