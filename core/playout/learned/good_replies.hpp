// LGRF-2, the last good reply with forgetting (Drake 2009; Baier, Drake 2010): the replies that
// last won.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/playout/learned/simulated_game.hpp"

namespace banyan {

/// Each player's reply to every move, and to every two moves. Each worker has its own, so nothing
/// is shared. With m moves of the game it takes 4 m (m + 1) bytes.
class GoodReplies {
 public:
  GoodReplies() = default;
  explicit GoodReplies(std::size_t moves)
      : moves_(moves), to_one_(2 * moves, kNone), to_two_(2 * moves * moves, kNone) {}

  void clear() {
    std::fill(to_one_.begin(), to_one_.end(), kNone);
    std::fill(to_two_.begin(), to_two_.end(), kNone);
  }

  /// The winner's replies are stored, and the loser's forgotten where they are what is stored. A
  /// draw says neither.
  void learn(const SimulatedGame& game, Points first) {
    if (first == kDraw) return;
    for (std::size_t i = 1; i < game.size(); ++i) {
      const Player player = game[i].player;
      const bool won = points_for(player, first) == kWin;
      update(to_one_[one(player, game[i - 1].move)], game[i].move, won);
      if (i < 2) continue;
      update(to_two_[two(player, game[i - 2].move, game[i - 1].move)], game[i].move, won);
    }
  }

  /// The stored reply to the last two moves if it is legal, else that to the last one, else none.
  template <class IsLegal>
  [[nodiscard]] std::optional<std::size_t> reply(Player player, std::span<const std::size_t> last,
                                                 const IsLegal& legal) const {
    if (last.size() >= 2) {
      const std::uint16_t found = to_two_[two(player, last[0], last[1])];
      if (found != kNone && legal(found)) return found;
    }
    if (!last.empty()) {
      const std::uint16_t found = to_one_[one(player, last.back())];
      if (found != kNone && legal(found)) return found;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t bytes() const {
    return (to_one_.size() + to_two_.size()) * sizeof(std::uint16_t);
  }

 private:
  static constexpr std::uint16_t kNone = std::numeric_limits<std::uint16_t>::max();

  static void update(std::uint16_t& stored, std::uint16_t move, bool won) {
    if (won) {
      stored = move;
    } else if (stored == move) {
      stored = kNone;
    }
  }
  [[nodiscard]] std::size_t one(Player player, std::size_t before) const {
    return static_cast<std::size_t>(player) * moves_ + before;
  }
  [[nodiscard]] std::size_t two(Player player, std::size_t first, std::size_t second) const {
    return (static_cast<std::size_t>(player) * moves_ + first) * moves_ + second;
  }

  std::size_t moves_ = 0;
  std::vector<std::uint16_t> to_one_;
  std::vector<std::uint16_t> to_two_;
};

}  // namespace banyan
