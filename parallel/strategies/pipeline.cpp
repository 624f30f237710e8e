// How iterations go through the pipeline's stages.
#include "parallel/strategies/pipeline.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "parallel/trees/timed_lock.hpp"

namespace banyan {
namespace {

/// The serial stage: one token after the other selects.
class Selection {
 public:
  Selection(std::span<PipelineToken* const> tokens, Budget& budget)
      : pace_(budget, 1), idle_(tokens.begin(), tokens.end()) {}

  /// Takes back a token that is through, unless it is null, and sends the next one on; null when
  /// there are no more iterations to run.
  PipelineToken* next(PipelineToken* back) {
    const std::lock_guard lock(mutex_);
    if (back != nullptr) idle_.push_back(back);
    if (portion_ == 0 && !ended_) portion_ = pace_.next();
    if (portion_ == 0) ended_ = true;
    if (ended_) return nullptr;
    --portion_;
    PipelineToken* token = idle_.front();
    idle_.pop_front();
    token->select();
    return token;
  }

  /// Nobody is sent on any more.
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

void run_pipeline(std::span<PipelineToken* const> tokens, Budget& budget, Executor& executor) {
  Selection selection(tokens, budget);
  // No more than there are tokens, so that nobody has to wait for one.
  const int workers = std::min(executor.threads(), static_cast<int>(tokens.size()));
  executor.run(workers, [&](int /*worker*/) {
    try {
      PipelineToken* token = nullptr;
      while ((token = selection.next(token)) != nullptr) {
        token->expand();
        token->play_out();
        token->back_up();
      }
    } catch (...) {
      selection.end();
      throw;
    }
  });
}

}  // namespace banyan
