// Random openings: drawn by a seed, different from one another, and even.
#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {

/// The random moves with which a pair of games begins.
struct DrawnOpening {
  std::vector<std::uint32_t> moves;
  int tries = 0;         ///< draws until it was found
  bool balanced = true;  ///< false: no draw was even; this is the most even one
};

/// An opening is kept if a sequential search of so many iterations values it so close to 1/2.
inline constexpr std::uint64_t kJudgingIterations = 20'000;
inline constexpr double kEvenWithin = 0.1;

/// The random numbers of that search, the same whoever asks.
constexpr StreamKey judging_key(std::uint64_t seed) {
  return {seed, 0, 0, (std::uint64_t{1} << 63U) + 1};
}

/// A game whose openings are drawn. Several threads may ask it at the same time.
class OpeningGame {
 public:
  using Moves = std::vector<std::uint32_t>;

  virtual ~OpeningGame() = default;

  /// Random moves from the first position; none if they end the game.
  [[nodiscard]] virtual Moves draw(Random& random) = 0;
  /// A name of the position after these moves, which no other position has.
  [[nodiscard]] virtual std::string position(const Moves& moves) = 0;
  /// How far from even that position is, whoever asks; anything after a stop request.
  [[nodiscard]] virtual double imbalance(const Moves& moves, const std::stop_token& stop) = 0;
  /// Throws if the best of all tries will not do.
  virtual void accept(const DrawnOpening& best) const = 0;
};

/// The openings of a match, one per pair of games, each drawn once and kept. They differ as long as
/// kTries draws find another even one. Thread-safe.
class DrawnOpenings {
 public:
  static constexpr int kTries = 50;  ///< after these, the most even draw is taken

  /// Openings are kept if their imbalance is at most `even`.
  DrawnOpenings(std::unique_ptr<OpeningGame> game, double even, std::uint64_t seed);

  /// The opening of pair number `pair`. It depends only on game and seed, not on threads or the
  /// order of calls. Draws for the pairs before it too. After a stop request soon nothing, unless
  /// it was drawn before. Threads that draw at the same time have the same token.
  std::optional<DrawnOpening> draw(std::uint64_t pair, const std::stop_token& stop);

  /// Adds an opening that was drawn before.
  void know(std::uint64_t pair, DrawnOpening opening);

 private:
  using Names = std::set<std::string>;

  DrawnOpening draw_but(std::uint64_t pair, const Names& taken, const std::stop_token& stop);
  double imbalance(const OpeningGame::Moves& moves, const std::string& name,
                   const std::stop_token& stop);
  void settle(const std::stop_token& stop);

  std::unique_ptr<OpeningGame> game_;
  double even_;
  std::uint64_t seed_;

  std::mutex judged_mutex_;  // guards the next member
  std::map<std::string, double> imbalances_;

  std::mutex mutex_;  // guards the members below; locked before judged_mutex_
  std::map<std::uint64_t, DrawnOpening> known_;  ///< openings that pairs have
  /// That pairs get, unless an earlier one has it; drawn by the first thread that waits.
  std::map<std::uint64_t, std::shared_future<DrawnOpening>> drawn_;
  std::uint64_t settled_ = 0;  ///< all pairs before this one have theirs
  Names taken_;                ///< by those pairs
};

}  // namespace banyan
