// The catalogue's second part: which faults are planted in which search, and what names are right.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "bench/doctor/diagnose.hpp"
#include "bench/doctor/faulty_search_test.hpp"

namespace banyan::bench::doctor {

/// Whether the worst finding has one of these names, alone or among others that look the same.
inline bool is_named(const Diagnosis& found, const std::vector<std::string>& names) {
  if (found.findings.empty()) return false;
  const auto is_right = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const Finding& worst = found.findings[0];
  return is_right(worst.name) ||
         std::any_of(worst.alternatives.begin(), worst.alternatives.end(), is_right);
}

enum class PlantedGame { kTicTacToe, kConnectFour, kPig, kNim };

struct PlantedElsewhere {
  PlantedGame game;
  SearchKind kind;
  Mistake mistake;
  std::string text;
  std::vector<std::string> names;
};

inline std::vector<PlantedElsewhere> planted_elsewhere() {
  using enum PlantedGame;
  const SearchKind ucb1{};
  const SearchKind tuned{.family = Family::kTuned, .c = 1};
  const SearchKind puct{.family = Family::kPuct, .c = 1.5};
  const SearchKind priors{.family = Family::kPuct, .c = 1.5, .priors = true};
  const SearchKind growing{.family = Family::kPuct, .c = 1.25, .priors = true, .grows = true};
  const SearchKind bias{.family = Family::kBias, .priors = true};
  const SearchKind evaluated{.family = Family::kPuct, .c = 1.5, .priors = true, .evaluates = true};
  const SearchKind several{.playouts = 4};
  const SearchKind batch{.family = Family::kPuct, .c = 1.5, .evaluates = true, .batch = 8};
  const SearchKind whole{.whole = true};
  std::vector<PlantedElsewhere> all;
  const auto add = [&](PlantedGame game, const SearchKind& kind, Mistake mistake, std::string text,
                       std::vector<std::string> names) {
    all.push_back({game, kind, mistake, std::move(text), std::move(names)});
  };
  for (const PlantedGame game : {kTicTacToe, kConnectFour}) {
    add(game, ucb1, Mistake::kNone, "UCB1", {});
    add(game, tuned, Mistake::kNone, "UCB1-Tuned", {});
    add(game, puct, Mistake::kNone, "PUCT", {});
    add(game, priors, Mistake::kNone, "PUCT with priors", {});
    add(game, growing, Mistake::kNone, "PUCT whose c grows", {});
    add(game, bias, Mistake::kNone, "UCB1 with progressive bias", {});
    add(game, evaluated, Mistake::kNone, "PUCT, leaves evaluated", {});
    add(game, several, Mistake::kNone, "UCB1, 4 playouts per leaf", {});
    add(game, batch, Mistake::kNone, "PUCT, batches of 8", {});
    add(game, whole, Mistake::kNone, "UCB1, all children at once", {});
    const auto puct_fault = [&](Mistake mistake, const std::string& text,
                                const std::vector<std::string>& names) {
      add(game, priors, mistake, "PUCT: " + text, names);
    };
    puct_fault(Mistake::kOtherPlayer, "values of the other player", {"values-of-other-player"});
    puct_fault(Mistake::kNoAlternation, "one result for the whole path",
               {"backup-without-alternation"});
    puct_fault(Mistake::kPlayer0, "always player 0's result", {"values-of-player-0"});
    puct_fault(Mistake::kLate, "the result of the iteration before", {"results-late"});
    puct_fault(Mistake::kVirtualLossLeft, "a virtual loss is left", {"virtual-loss-left"});
    puct_fault(Mistake::kLeafTwice, "the leaf counts twice", {"leaf-counted-twice"});
    puct_fault(Mistake::kTotalN, "N is the whole search's", {"total-as-n"});
    puct_fault(Mistake::kNoRoot, "no square root", {"no-root"});
    puct_fault(Mistake::kLogarithm, "a logarithm as in UCB1", {"logarithm-in-puct"});
    puct_fault(Mistake::kNoPlusOne, "n in place of 1 + n", {"no-plus-one"});
    puct_fault(Mistake::kSum, "sum of values instead of mean", {"value-not-mean"});
    puct_fault(Mistake::kLowest, "the lowest score is chosen", {"lowest-score-chosen"});
    puct_fault(Mistake::kEqualPriors, "priors are not used", {"priors-ignored"});
    puct_fault(Mistake::kMirroredPriors, "priors of other moves", {"priors-mirrored"});
    add(game, evaluated, Mistake::kOtherPlayer, "evaluated: values of the other player",
        {"values-of-other-player"});
    add(game, evaluated, Mistake::kNoAlternation, "evaluated: one value for the whole path",
        {"backup-without-alternation"});
    add(game, tuned, Mistake::kOtherPlayer, "UCB1-Tuned: values of the other player",
        {"values-of-other-player"});
    add(game, tuned, Mistake::kLowest, "UCB1-Tuned: the lowest score is chosen",
        {"lowest-score-chosen"});
    add(game, tuned, Mistake::kNoQuarter, "UCB1-Tuned: no bound of 1/4",
        {"variance-without-bound"});
    add(game, several, Mistake::kLastPlayout, "4 playouts: only the last one's value",
        {"only-last-playout-valued"});
    add(game, several, Mistake::kMeanOfPlayouts, "4 playouts: 4 visits, but their mean as value",
        {"playouts-counted-values-not"});
    add(game, several, Mistake::kSumOfPlayouts, "4 playouts: one visit, but the sum as value",
        {"values-of-playouts-counted-once"});
    add(game, several, Mistake::kSamePlayouts, "4 playouts: all the same",
        {"random-numbers-repeat"});
    add(game, several, Mistake::kOtherPlayer, "4 playouts: values of the other player",
        {"values-of-other-player"});
    add(game, batch, Mistake::kUnseen, "batches: descents see no others",
        {"descents-see-no-others"});
    add(game, batch, Mistake::kVirtualLossLeft, "batches: virtual losses are left",
        {"virtual-loss-left"});
    add(game, batch, Mistake::kLate, "batches: the result of the leaf before", {"results-late"});
    add(game, batch, Mistake::kOtherPlayer, "batches: values of the other player",
        {"values-of-other-player"});
    add(game, ucb1, Mistake::kLate, "the result of the iteration before", {"results-late"});
    add(game, ucb1, Mistake::kVirtualLossLeft, "a virtual loss is left", {"virtual-loss-left"});
  }
  add(kPig, ucb1, Mistake::kNone, "pig", {});
  add(kPig, ucb1, Mistake::kOtherPlayer, "pig: values of the other player",
      {"values-of-other-player"});
  add(kPig, ucb1, Mistake::kEveryMove, "pig: sides change with every move",
      {"sides-change-every-move"});
  add(kPig, ucb1, Mistake::kPlayer0, "pig: always player 0's result",
      {"values-of-player-0", "values-of-root-player"});
  add(kPig, ucb1, Mistake::kFirstOutcome, "pig: always the first outcome",
      {"chance-not-by-probability"});
  add(kPig, ucb1, Mistake::kEqualOutcomes, "pig: two outcomes of six",
      {"chance-not-by-probability"});
  add(kNim, ucb1, Mistake::kNone, "three players", {});
  add(kNim, ucb1, Mistake::kOtherPlayer, "three players: the next player's result",
      {"values-of-other-player"});
  add(kNim, ucb1, Mistake::kRootPlayer, "three players: the root player's result",
      {"values-of-root-player", "values-of-player-0"});
  add(kNim, ucb1, Mistake::kEveryMove, "three players: sides change with every move",
      {"sides-change-every-move"});
  add(kNim, ucb1, Mistake::kNoAlternation, "three players: one result for the whole path",
      {"backup-without-alternation"});
  return all;
}

}  // namespace banyan::bench::doctor
