// Searches a game by its table.
#include "bench/registry/run_time.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/games/instantiations/run_time.hpp"
#include "bench/registry/asked_tree.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// An engine that is shown each position through its table.
class ThroughTable final : public AnyEngine {
 public:
  explicit ThroughTable(std::unique_ptr<AnyEngine> engine) : engine_(std::move(engine)) {}

  SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop) override {
    return engine_->search(*run_time_position(position), limits, key, std::move(stop));
  }
  [[nodiscard]] std::vector<OutlineNode> outline(OutlineSize size) const override {
    return engine_->outline(size);
  }

  static std::unique_ptr<AnyGame> run_time_position(const AnyGame& position) {
    const TabledPosition here = position.tabled();
    auto other = start_run_time_game(*here.table, here.position);
    other->came_about_as(position);
    return other;
  }

 private:
  std::unique_ptr<AnyEngine> engine_;
};

}  // namespace

std::unique_ptr<AnyGame> start_run_time_game(const GameTable& table, const void* position) {
  if (const char* const defect = defect_of(table)) {
    throw UsageError(fmt::format("this table of a game cannot be searched: {}.", defect));
  }
  if (!table.is_general()) {
    return table.max_moves <= SmallRunTimeGame::kMaxMoves
               ? start_small_run_time_game(table, position)
               : start_large_run_time_game(table, position);
  }
  const int players = table.players == nullptr ? 2 : table.players(position);
  if (players < 1 || players > GameTable::kMaxPlayers) {
    throw UsageError(fmt::format("a game of {} players cannot be searched: give 1 to {}.", players,
                                 GameTable::kMaxPlayers));
  }
  return table.hidden == nullptr ? start_general_run_time_game(table, position)
                                 : start_hidden_run_time_game(table, position);
}

std::unique_ptr<AnyEngine> make_run_time_engine(const AnyGame& position, const EngineSettings& s) {
  return std::make_unique<ThroughTable>(ThroughTable::run_time_position(position)->make_engine(s));
}

std::unique_ptr<AnyAskedTree> make_run_time_asked_tree(const AnyGame& position,
                                                       const EngineSettings& settings,
                                                       const StreamKey& key) {
  return ThroughTable::run_time_position(position)->make_asked_tree(settings, key);
}

}  // namespace banyan::bench
