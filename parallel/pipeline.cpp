// The pipeline's stages, by oneTBB.
#ifdef BANYAN_TBB
#include "parallel/pipeline.hpp"

#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/parallel_pipeline.h>

namespace banyan {
namespace {

/// A stage that works on any number of tokens at a time.
auto stage(void (PipelineToken::*phase)()) {
  return tbb::make_filter<PipelineToken*, PipelineToken*>(tbb::filter_mode::parallel,
                                                          [phase](PipelineToken* token) {
                                                            (token->*phase)();
                                                            return token;
                                                          });
}

}  // namespace

void run_pipeline(std::span<PipelineToken* const> tokens, Budget& budget, PinnedArena& arena) {
  tbb::concurrent_queue<PipelineToken*> idle(tokens.begin(), tokens.end());
  Pace pace(budget, 1);
  std::uint64_t portion = 0;
  const auto select = [&](tbb::flow_control& flow) -> PipelineToken* {
    if (portion == 0) portion = pace.next();
    PipelineToken* token = nullptr;
    if (portion == 0 || !idle.try_pop(token)) {
      flow.stop();
      return nullptr;
    }
    --portion;
    token->select();
    return token;
  };
  const auto back_up = [&](PipelineToken* token) {
    token->back_up();
    idle.push(token);
  };
  const auto stages =
      tbb::make_filter<void, PipelineToken*>(tbb::filter_mode::serial_out_of_order, select) &
      stage(&PipelineToken::expand) & stage(&PipelineToken::play_out) &
      tbb::make_filter<PipelineToken*, void>(tbb::filter_mode::parallel, back_up);
  arena.execute([&] { tbb::parallel_pipeline(tokens.size(), stages); });
}

}  // namespace banyan
#endif
