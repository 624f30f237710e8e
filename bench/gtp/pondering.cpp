// The thread that ponders.
#include "bench/gtp/pondering.hpp"

#include <exception>
#include <stop_token>
#include <utility>

#include "core/trees/stat.hpp"

namespace banyan::bench::gtp {
namespace {

/// So few that a tree can count them in addition to those it keeps.
constexpr std::uint64_t kMostVisits = kMaxVisits / 4;

}  // namespace

void Pondering::begin(AnyEngine& engine, const AnyGame& position, const StreamKey& key) {
  end();
  search_ = std::jthread([&engine, key, position = position.clone()](const std::stop_token& stop) {
    try {
      engine.search(*position, {.iterations = kMostVisits}, key, stop);
    } catch (const std::exception&) {
    }
  });
}

}  // namespace banyan::bench::gtp
