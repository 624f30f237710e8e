// NST, the N-gram Selection Technique (Tak, Winands, Bjornsson 2012): what sequences of one, two
// and three moves earned on average the player who made the last of them.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/playout/learned/simulated_game.hpp"

namespace banyan {

/// Each worker has its own, so nothing is shared. With m moves of the game it takes 16 m (m + 1)
/// bytes and 1 MiB: longer sequences are too many for an array, and those seen least often are
/// given up.
class NgramMeans {
 public:
  /// Longer sequences count once they were seen so often (Tak et al. 2012).
  static constexpr std::uint32_t kEnough = 7;

  NgramMeans() = default;
  explicit NgramMeans(std::size_t moves)
      : moves_(moves), ones_(2 * moves), twos_(2 * moves * moves), threes_(kLines) {
    assert(moves <= kMostMoves);
  }

  void clear() {
    std::fill(ones_.begin(), ones_.end(), MeanResult{});
    std::fill(twos_.begin(), twos_.end(), MeanResult{});
    std::fill(threes_.begin(), threes_.end(), Line{});
  }

  void learn(const SimulatedGame& game, Points first) {
    for (std::size_t i = 0; i < game.size(); ++i) {
      const Player player = game[i].player;
      const float result = static_cast<float>(points_for(player, first)) / kWin;
      const std::size_t move = game[i].move;
      ones_[one(player, move)].add(result);
      if (i >= 1) twos_[two(player, game[i - 1].move, move)].add(result);
      if (i >= 2) add_three(three(player, game[i - 2].move, game[i - 1].move, move), result);
    }
  }

  /// The mean of the means of all sequences that end with `move` and count. `last` holds at most
  /// two moves before, the latest last.
  [[nodiscard]] double value(Player player, std::span<const std::size_t> last,
                             std::size_t move) const {
    const double single = ones_[one(player, move)].or_win();
    if (last.empty()) return single;
    // A sequence was seen at most as often as its end.
    const MeanResult& pair = twos_[two(player, last.back(), move)];
    if (pair.visits < kEnough) return single;
    const double both = single + pair.mean;
    if (last.size() < 2) return both / 2;
    const MeanResult* const triple = find_three(three(player, last[0], last[1], move));
    if (triple == nullptr || triple->visits < kEnough) return both / 2;
    return (both + triple->mean) / 3;
  }

  [[nodiscard]] std::size_t bytes() const {
    return (ones_.size() + twos_.size()) * sizeof(MeanResult) + threes_.size() * sizeof(Line);
  }

 private:
  static constexpr std::size_t kMostMoves = 1U << 10U;  // so that keys have 31 bits
  static constexpr std::size_t kLines = 1U << 14U;

  struct Entry {
    std::uint32_t key = 0;  // 0: free
    MeanResult mean;
  };
  /// The places for a key: one cache line.
  struct alignas(64) Line {
    std::array<Entry, 5> entries;
  };
  static_assert(sizeof(Line) == 64);

  [[nodiscard]] std::size_t one(Player player, std::size_t move) const {
    return static_cast<std::size_t>(player) * moves_ + move;
  }
  [[nodiscard]] std::size_t two(Player player, std::size_t before, std::size_t move) const {
    return (static_cast<std::size_t>(player) * moves_ + before) * moves_ + move;
  }
  [[nodiscard]] std::uint32_t three(Player player, std::size_t first, std::size_t second,
                                    std::size_t move) const {
    const std::size_t context = static_cast<std::size_t>(player) * moves_ + first;
    return static_cast<std::uint32_t>((context * moves_ + second) * moves_ + move + 1);
  }
  static std::size_t line_of(std::uint32_t key) { return scramble(key) % kLines; }

  [[nodiscard]] const MeanResult* find_three(std::uint32_t key) const {
    for (const Entry& entry : threes_[line_of(key)].entries) {
      if (entry.key == key) return &entry.mean;
    }
    return nullptr;
  }
  void add_three(std::uint32_t key, float result) {
    auto& entries = threes_[line_of(key)].entries;
    auto place =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
    if (place == entries.end()) {
      place = std::min_element(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.mean.visits < b.mean.visits;
      });
      *place = {key, {}};
    }
    place->mean.add(result);
  }

  std::size_t moves_ = 0;
  std::vector<MeanResult> ones_;
  std::vector<MeanResult> twos_;
  std::vector<Line> threes_;
};

}  // namespace banyan
