// Drawing random openings and keeping the balanced ones.
#include "bench/openings.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "bench/engines.hpp"

namespace banyan::bench {
namespace {

// Keys of the streams that draw openings; no worker of a search has so high a number.
constexpr std::uint64_t kOpeningStream = std::uint64_t{1} << 63U;

const SpecInfo& none_info() {
  static const SpecInfo kInfo{"none", "every game starts at the first position", {}};
  return kInfo;
}

SpecInfo random_info(int default_plies) {
  return {"random",
          "uniformly random moves",
          {{"plies", std::to_string(default_plies), "1 to 100", "moves in an opening"}}};
}

}  // namespace

OpeningRule parse_openings(std::string_view text, int default_plies) {
  const Spec spec = parse_spec(text, "opening");
  const std::vector<SpecInfo> infos{none_info(), random_info(default_plies)};
  const SpecInfo& info = find_info(infos, spec.name, "opening");
  const Settings settings(spec, info);
  if (info.name == "none") return {0};
  return {static_cast<int>(settings.integer("plies", 1, 100))};
}

std::string to_text(const OpeningRule& rule) {
  return rule.plies == 0 ? "none" : fmt::format("random:plies={}", rule.plies);
}

Openings::Openings(const GameChoice& game, OpeningRule rule, std::uint64_t seed)
    : start_(game.start.get()),
      rule_(rule),
      seed_(seed),
      reference_(start_->make_engine(parse_engine("seq:memory=64M"))) {}

std::vector<std::uint32_t> Openings::draw(std::uint64_t pair) {
  if (rule_.plies == 0) return {};
  Random random({seed_, pair, 0, kOpeningStream});
  std::vector<std::uint32_t> best;
  double best_imbalance = std::numeric_limits<double>::infinity();
  for (int tries = 0; tries < kTries && best_imbalance > kBalanced - 0.5; ++tries) {
    const auto position = start_->clone();
    std::vector<std::uint32_t> moves;
    while (static_cast<int>(moves.size()) < rule_.plies && !position->over()) {
      const auto legal = position->legal_moves();
      moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      position->play(moves.back());
    }
    if (position->over()) continue;
    const StreamKey key{seed_, pair, static_cast<std::uint64_t>(tries), kOpeningStream + 1};
    const SearchResult found =
        reference_->search(*position, {kReferenceIterations, 0, {}}, key, {});
    if (std::abs(found.value - 0.5) < best_imbalance) {
      best_imbalance = std::abs(found.value - 0.5);
      best = moves;
    }
  }
  if (best.empty()) {
    throw UsageError(
        fmt::format("--openings {}: the game is over by then: give fewer plies.", to_text(rule_)));
  }
  return best;
}

}  // namespace banyan::bench
