// Go as a tutorial writes it: a vector of points and flood fills; it tries a move to see whether it
// is legal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/go/go.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules. It takes the numbers of
/// moves and the hashes of earlier positions from the game it is made of.
template <class Position>
class Go {
 public:
  using Move = typename Position::Move;

  explicit Go(const Position& position)
      : size_(position.size()),
        to_move_(position.to_move()),
        twice_komi_(position.twice_komi()),
        passes_(position.passes()),
        plies_left_(position.longest() - position.plies()) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_.cells()); ++i) {
      points_.push_back(position.owner(move_at(i)));
      if (position.stones().ko().contains(move_at(i))) ko_ = i;
    }
    for (int plies = 0; plies <= position.plies(); ++plies) {
      seen_.push_back(position.hash_after(plies));
    }
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  /// Excludes suicide and repetition of earlier positions of the whole board.
  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i] != kEmpty) continue;
      const Grid after = with_stone(i);
      if (!after.empty() && !was_seen(hash(after))) moves.push_back(move_at(i));
    }
    moves.push_back(Position::kPass);
    return moves;
  }

  /// Playouts never fill own eyes, may repeat any but the last position, and pass only if no other
  /// move is left.
  [[nodiscard]] std::vector<Move> playout_moves() const {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i] != kEmpty || i == ko_ || is_eye(i)) continue;
      if (is_beside_empty(i) || !with_stone(i).empty()) moves.push_back(move_at(i));
    }
    if (moves.empty()) moves.push_back(Position::kPass);
    return moves;
  }

  void play(Move move) {
    --plies_left_;
    if (move == Position::kPass) {
      ++passes_;
      ko_ = kNowhere;
    } else {
      const std::size_t at = index_of(move);
      const Grid after = with_stone(at);
      ko_ = ko_after(at, after);
      points_ = after;
      passes_ = 0;
    }
    seen_.push_back(hash(points_));
    to_move_ = 1 - to_move_;
  }

  [[nodiscard]] bool over() const { return passes_ >= 2 || plies_left_ <= 0; }

  [[nodiscard]] Points result(Player player) const {
    const int lead = 2 * (area(0) - area(1)) - twice_komi_;
    return lead == 0 ? kDraw : (lead > 0) == (player == 0) ? kWin : kLoss;
  }

  /// The points of a player: its stones and the empty regions that touch no other stones.
  [[nodiscard]] int area(Player player) const {
    int area = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i] == player) ++area;
      if (points_[i] != kEmpty) continue;
      const Region region = region_of(points_, i);
      if (region.touches[static_cast<std::size_t>(player)] &&
          !region.touches[static_cast<std::size_t>(1 - player)]) {
        ++area;
      }
    }
    return area;
  }

 private:
  using Grid = std::vector<Player>;
  static constexpr int kEmpty = kNobody;
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  /// Connected points with the same content, and what lies beside them.
  struct Region {
    std::vector<std::size_t> points;
    bool touches[2] = {false, false};  // stones of each player
    std::size_t liberties = 0;
  };

  [[nodiscard]] Move move_at(std::size_t i) const {
    const auto columns = static_cast<std::size_t>(size_.columns);
    return static_cast<Move>(
        Position::place(static_cast<int>(i / columns), static_cast<int>(i % columns)));
  }
  [[nodiscard]] std::size_t index_of(Move move) const {
    std::size_t i = 0;
    while (move_at(i) != move) ++i;
    return i;
  }

  /// Calls visit(j) for all points j beside point i, or diagonally beside it.
  template <class Visit>
  void for_beside(std::size_t i, Visit visit, bool diagonally = false) const {
    const int row = static_cast<int>(i) / size_.columns;
    const int column = static_cast<int>(i) % size_.columns;
    for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      // A turn by an eighth, with a stretch, leads from each direction to a diagonal.
      const int r = row + (diagonally ? down - right : down);
      const int c = column + (diagonally ? down + right : right);
      if (r < 0 || r >= size_.rows || c < 0 || c >= size_.columns) continue;
      visit(static_cast<std::size_t>(r * size_.columns + c));
    }
  }
  [[nodiscard]] bool is_beside_empty(std::size_t i) const {
    bool found = false;
    for_beside(i, [&](std::size_t next) { found |= points_[next] == kEmpty; });
    return found;
  }

  [[nodiscard]] Region region_of(const Grid& points, std::size_t start) const {
    Region region;
    std::vector<bool> seen(points.size(), false);
    std::vector<std::size_t> open{start};
    seen[start] = true;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      region.points.push_back(at);
      for_beside(at, [&](std::size_t next) {
        if (seen[next]) return;
        seen[next] = true;
        if (points[next] == points[start]) {
          open.push_back(next);
        } else if (points[next] == kEmpty) {
          ++region.liberties;
        } else {
          region.touches[static_cast<std::size_t>(points[next])] = true;
        }
      });
    }
    return region;
  }

  /// The board after the side to move puts a stone there; empty if that is suicide.
  [[nodiscard]] Grid with_stone(std::size_t at) const {
    Grid after = points_;
    after[at] = to_move_;
    for_beside(at, [&](std::size_t next) {
      if (after[next] != 1 - to_move_) return;
      const Region chain = region_of(after, next);
      if (chain.liberties > 0) return;
      for (const std::size_t taken : chain.points) after[taken] = kEmpty;
    });
    if (region_of(after, at).liberties == 0) return {};
    return after;
  }

  /// A single stone that took a single stone and could be retaken there at once.
  [[nodiscard]] std::size_t ko_after(std::size_t at, const Grid& after) const {
    std::vector<std::size_t> taken;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i] != kEmpty && after[i] == kEmpty) taken.push_back(i);
    }
    const Region chain = region_of(after, at);
    const bool ko = taken.size() == 1 && chain.points.size() == 1 && chain.liberties == 1;
    return ko ? taken.front() : kNowhere;
  }

  [[nodiscard]] bool is_eye(std::size_t at) const {
    bool enclosed = true;
    for_beside(at, [&](std::size_t next) { enclosed &= points_[next] == to_move_; });
    if (!enclosed) return false;
    int corners = 0;
    int against = 0;
    const auto count = [&](std::size_t corner) {
      ++corners;
      against += points_[corner] == 1 - to_move_;
    };
    for_beside(at, count, true);
    if (corners < 4) ++against;
    return against < 2;
  }

  [[nodiscard]] std::uint64_t hash(const Grid& points) const {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i] != kEmpty) hash ^= Position::key(points[i], move_at(i));
    }
    return hash;
  }
  [[nodiscard]] bool was_seen(std::uint64_t hash) const {
    return std::find(seen_.begin(), seen_.end(), hash) != seen_.end();
  }

  BoardSize size_;
  Player to_move_;
  int twice_komi_;
  int passes_;
  int plies_left_;
  std::size_t ko_ = kNowhere;
  Grid points_;                      // row by row from the top
  std::vector<std::uint64_t> seen_;  // hashes of all positions of the game
};

}  // namespace banyan::textbook
