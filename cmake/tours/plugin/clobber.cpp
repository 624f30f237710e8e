// Clobber, a game that Banyan does not have, as a plugin of the program:
//
//   banyan build-plugin clobber.cpp
//   banyan --plugin ./clobber.so match --game clobber:rows=5,columns=6 --a seq --b root:threads=2
//   --time 20ms
#include <banyan/core/run_time/plugin.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// A stone takes a neighbouring stone of the other colour. Who cannot move loses (Albert,
/// Grossman, Nowakowski 2001).
class Clobber {
 public:
  /// 4 cell + direction, so that a number means the same move in every position.
  using Move = std::uint16_t;
  static constexpr int kMostCells = 64;
  static constexpr std::size_t kMaxMoves = 4 * kMostCells;
  static constexpr bool kAlternates = true;
  static constexpr bool kNumberedMoves = true;
  static constexpr banyan::PluginKey kKeys[]{{"rows", 5, 2, 8, "rows of the board"},
                                             {"columns", 6, 2, 8, "columns of the board"}};

  explicit Clobber(std::span<const std::int64_t> keys)
      : rows_(static_cast<std::int8_t>(keys[0])), columns_(static_cast<std::int8_t>(keys[1])) {
    for (int cell = 0; cell < cells(); ++cell) {
      stones_[(cell / columns_ + cell % columns_) % 2] |= bit(cell);
    }
  }

  banyan::Player to_move() const { return player_; }

  banyan::MovesOf<Clobber> legal_moves() const {
    banyan::MovesOf<Clobber> moves;
    for (int cell = 0; cell < cells(); ++cell) {
      if ((stones_[player_] & bit(cell)) == 0) continue;
      for (int direction = 0; direction < 4; ++direction) {
        const int to = neighbour(cell, direction);
        if (to >= 0 && (stones_[1 - player_] & bit(to)) != 0) {
          moves.push_back(static_cast<Move>(4 * cell + direction));
        }
      }
    }
    return moves;
  }

  void play(Move move) {
    const int to = neighbour(move / 4, move % 4);
    stones_[player_] ^= bit(move / 4) | bit(to);
    stones_[1 - player_] ^= bit(to);
    player_ = static_cast<std::int8_t>(1 - player_);
  }

  bool over() const { return legal_moves().empty(); }
  banyan::Points result(banyan::Player player) const {
    return player == player_ ? banyan::kLoss : banyan::kWin;
  }

  /// Optional: with it, a search knows positions that other moves led to (tt=).
  std::uint64_t position_key() const {
    return banyan::scrambled(stones_[0], stones_[1], static_cast<std::uint64_t>(player_));
  }

  std::string to_text(Move move) const {
    const int to = neighbour(move / 4, move % 4);
    return to < 0 ? std::string("?") : banyan::to_text(at(move / 4)) + banyan::to_text(at(to));
  }
  std::optional<Move> parse(std::string_view text) const {
    for (int move = 0; move < 4 * cells(); ++move) {
      if (to_text(static_cast<Move>(move)) == text) return static_cast<Move>(move);
    }
    return std::nullopt;
  }
  std::string board() const {
    return banyan::grid_text(columns_, rows_,
                             [&](banyan::Cell cell) {
                               const auto stone = bit(cell.row * columns_ + cell.column);
                               if ((stones_[0] & stone) != 0) return 0;
                               return (stones_[1] & stone) != 0 ? 1 : banyan::kNobody;
                             }) +
           banyan::turn_text(*this) + '\n';
  }

  friend bool operator==(const Clobber&, const Clobber&) = default;

 private:
  int cells() const { return rows_ * columns_; }
  banyan::Cell at(int cell) const { return {cell % columns_, cell / columns_}; }
  static std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }
  /// The cell in that direction, or -1.
  int neighbour(int cell, int direction) const {
    const int column = cell % columns_ + (direction == 0) - (direction == 1);
    const int row = cell / columns_ + (direction == 2) - (direction == 3);
    const bool inside = column >= 0 && column < columns_ && row >= 0 && row < rows_;
    return inside ? row * columns_ + column : -1;
  }

  std::uint64_t stones_[2] = {0, 0};
  std::int8_t rows_;
  std::int8_t columns_;
  std::int8_t player_ = 0;
};

BANYAN_GAME(Clobber, "clobber",
            "a stone takes a neighbour of the other colour; who cannot move loses")
