// When games end early.
#include "bench/match/adjudication.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::bench {
namespace {

const Adjudication kDefaultAdjudication;

const std::vector<SpecInfo>& adjudication_infos() {
  static const std::vector<SpecInfo> kInfos{
      {"none", "games are played to their ends", {}},
      {"proof", "a game ends once a search proves its result", {}},
      {"value",
       "a game ends once both engines value it near the same win",
       {{"within", fmt::format("{}", kDefaultAdjudication.within), "0.001 to 0.4",
         "how far from a win, or from a loss, their values may be"},
        {"moves", std::to_string(kDefaultAdjudication.moves), "1 to 100",
         "searches of each engine in a row that say so"}}}};
  return kInfos;
}

/// What the search proves of its chosen move, for the player who makes it. A move drawn by
/// temperature= may be worse than the proven value of the position.
std::optional<Points> proven_move(const SearchResult& found) {
  if (!found.proven) return std::nullopt;
  const auto child = std::ranges::find(found.children, found.best_move, &RootChild::move);
  if (child == found.children.end()) return found.proven;
  return child->lowest == child->highest ? std::optional(child->lowest) : std::nullopt;
}

}  // namespace

Adjudication parse_adjudication(std::string_view text) {
  const Spec spec = parse_spec(text, "adjudication");
  const Settings settings(spec, find_info(adjudication_infos(), spec.name, "adjudication"));
  if (spec.name == "none") return {};
  if (spec.name == "proof") return {.by = Adjudication::By::kProof};
  return {.by = Adjudication::By::kValue,
          .within = settings.real("within", 0.001, 0.4),
          .moves = static_cast<int>(settings.integer("moves", 1, 100))};
}

std::string to_text(const Adjudication& rule) {
  if (rule.by == Adjudication::By::kRules) return "none";
  Spec spec{rule.by == Adjudication::By::kProof ? "proof" : "value", {}};
  if (rule.within != kDefaultAdjudication.within) {
    spec.keys.emplace_back("within", fmt::format("{}", rule.within));
  }
  if (rule.moves != kDefaultAdjudication.moves) {
    spec.keys.emplace_back("moves", std::to_string(rule.moves));
  }
  return to_text(spec);
}

void check_adjudication(const Adjudication& rule, const std::vector<EngineSettings>& engines) {
  const auto proves = [](const EngineSettings& engine) {
    return engine.kind == EngineKind::kSolver || (engine.policy && engine.policy->solver);
  };
  if (rule.by == Adjudication::By::kProof && std::ranges::none_of(engines, proves)) {
    throw UsageError(
        "--adjudicate proof: no engine proves results: give one solver=on, or --adjudicate value.");
  }
  if (rule.by != Adjudication::By::kValue) return;
  for (const EngineSettings& engine : engines) {
    if (!is_opponent(engine.kind) && engine.kind != EngineKind::kRandom) continue;
    throw UsageError(
        fmt::format("--adjudicate {}: {} says no values: leave it out, or give --adjudicate proof.",
                    to_text(rule), engine.spec));
  }
}

std::optional<Points> Adjudicator::after(Player mover, const SearchResult& found) {
  if (rule_.by == Adjudication::By::kRules) return std::nullopt;
  if (rule_.by == Adjudication::By::kProof) {
    const auto proven = proven_move(found);
    return proven && mover != 0 ? std::optional(opposite(*proven)) : proven;
  }
  const double value = mover == 0 ? found.value : 1 - found.value;  // the first player's
  const Points near = value >= 1 - rule_.within ? kWin : value <= rule_.within ? kLoss : kDraw;
  if (near != winning_) in_a_row_ = {};
  winning_ = near;
  if (near == kDraw) return std::nullopt;  // a value of 1/2 hardly predicts the result
  ++in_a_row_[static_cast<std::size_t>(mover)];
  return std::ranges::min(in_a_row_) >= rule_.moves ? std::optional(near) : std::nullopt;
}

}  // namespace banyan::bench
