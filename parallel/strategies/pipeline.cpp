// How iterations go through the pipeline's stages.
#include "parallel/strategies/pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>

#include "parallel/trees/timed_lock.hpp"

namespace banyan {
namespace {

/// The serial stage: one token after another selects.
class Selection {
 public:
  Selection(std::span<PipelineToken* const> tokens, Budget& budget)
      : pace_(budget, 1), idle_(tokens.begin(), tokens.end()) {}

  /// Takes back a finished token, unless it is null, and sends the next one on, with blocks from
  /// that lane. Returns null when there are no more iterations to run.
  PipelineToken* next(PipelineToken* back, Arena::Lane& lane) {
    const std::lock_guard lock(mutex_);
    if (back != nullptr) idle_.push_back(back);
    if (portion_ == 0 && !ended_) portion_ = pace_.next();
    if (portion_ == 0) ended_ = true;
    if (ended_) return nullptr;
    --portion_;
    PipelineToken* token = idle_.front();
    idle_.pop_front();
    token->select(lane);
    return token;
  }

  /// Sends no more tokens on.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }

 private:
  SpinLock mutex_;
  Pace pace_;
  std::uint64_t portion_ = 0;
  std::deque<PipelineToken*> idle_;
  bool ended_ = false;
};

}  // namespace

std::uint64_t run_pipeline(std::span<PipelineToken* const> tokens, Budget& budget,
                           Executor& executor, Arena& arena) {
  std::atomic<std::uint64_t> lost = 0;
  Selection selection(tokens, budget);
  // No more workers than tokens, so that none has to wait for one.
  const int workers = std::min(executor.threads(), static_cast<int>(tokens.size()));
  executor.run(workers, [&](int /*worker*/) {
    Arena::Lane lane(arena);
    try {
      PipelineToken* token = nullptr;
      while ((token = selection.next(token, lane)) != nullptr) {
        token->expand(lane);
        if (!token->play_out()) selection.end();
        token->back_up();
      }
      lost += lane.undone();
    } catch (...) {
      selection.end();
      throw;
    }
  });
  return lost;
}

}  // namespace banyan
