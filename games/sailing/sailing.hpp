// Sailing across a lake in changing wind: one player, chance, and a cost for every leg.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/knowledge.hpp"
#include "core/playout/general_playout.hpp"

namespace banyan {

/// A stochastic shortest path (Vanderbei 1996, "Sailing strategies"; in Monte Carlo trees Péret and
/// Garcia 2004, Kocsis and Szepesvari 2006). A boat goes from the lower left corner of a grid of
/// size x size waypoints to the upper right one, by legs to one of the eight neighbours. A leg
/// along the wind ("away") takes 1 minute, at 45, 90 and 135 degrees to it ("down", "cross", "up")
/// 2, 3 and 4 minutes. The boat cannot sail straight into the wind. Diagonal legs are sqrt(2) times
/// as long. If the wind comes from the other side of the boat than on the last leg, changing tack
/// takes 3 minutes more; a leg straight away from the wind has no side. So a leg costs 1 to 8.7, as
/// in Kocsis and Szepesvari. After each leg the wind stays or turns by 45 degrees, by Vanderbei's
/// transition matrix.
///
/// A direction is 0 for north (up), 1 north east, and so on clockwise; the wind's is where it blows
/// to. A move is a leg's direction, n to nw in text. An outcome of chance is 8 + the wind's new
/// direction, wind-n to wind-nw. The reward is minus the minutes.
class Sailing {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 8;
  static constexpr int kMaxPlayers = 1;
  static constexpr int kMinSize = 2;
  static constexpr int kMaxSize = 40;
  static constexpr double kDiscount = 1;
  static constexpr double kLargestReturn = 1 << 20;
  static constexpr const char* kUnit = "minus minutes";
  static constexpr int kDirections = 8;
  static constexpr std::array<std::string_view, kDirections> kNames{"n", "ne", "e", "se",
                                                                    "s", "sw", "w", "nw"};

  /// At the start, with the wind blowing towards `wind`: by default south west, against the boat.
  explicit Sailing(int size = 10, int wind = 5)
      : size_(static_cast<std::uint8_t>(size)), wind_(static_cast<std::uint8_t>(wind)) {
    assert(size >= kMinSize && size <= kMaxSize && wind >= 0 && wind < kDirections);
  }

  [[nodiscard]] int players() const { return 1; }
  [[nodiscard]] Player to_move() const { return wind_moves_ ? kChance : 0; }

  [[nodiscard]] MovesOf<Sailing> legal_moves() const {
    MovesOf<Sailing> moves;
    for (int direction = 0; direction < kDirections; ++direction) {
      const bool possible = wind_moves_ ? kWind[wind_][direction] > 0 : can_sail(direction);
      if (possible) moves.push_back(static_cast<Move>((wind_moves_ ? kDirections : 0) + direction));
    }
    return moves;
  }

  /// A default policy that makes progress: the legs that bring the boat nearer to its goal (in legs
  /// still to go), or all legs if there are none.
  [[nodiscard]] MovesOf<Sailing> playout_moves() const {
    MovesOf<Sailing> moves;
    const int legs = legs_to_go(x_, y_);
    for (int leg = 0; leg < kDirections; ++leg) {
      if (can_sail(leg) && legs_to_go(x_ + kEast[leg], y_ + kNorth[leg]) < legs) {
        moves.push_back(static_cast<Move>(leg));
      }
    }
    return moves.empty() ? legal_moves() : moves;
  }

  /// Fast legs weigh more, and those of the default policy ten times as much.
  void weigh(std::span<const Move> moves, std::span<float> weights) const {
    const MovesOf<Sailing> nearer = playout_moves();
    std::transform(moves.begin(), moves.end(), weights.begin(), [&](Move leg) {
      const bool on_the_way = std::find(nearer.begin(), nearer.end(), leg) != nearer.end();
      return (on_the_way ? 10.0F : 1.0F) / static_cast<float>(minutes(leg));
    });
  }

  void play(Move move) {
    if (wind_moves_) {
      wind_ = static_cast<std::uint8_t>(move - kDirections);
      minutes_ = 0;
    } else {
      minutes_ = minutes(move);
      tack_ = static_cast<std::int8_t>(side(move, wind_));
      x_ = static_cast<std::uint8_t>(x_ + kEast[move]);
      y_ = static_cast<std::uint8_t>(y_ + kNorth[move]);
    }
    wind_moves_ = !wind_moves_ && !over();
  }

  [[nodiscard]] bool over() const { return x_ == size_ - 1 && y_ == size_ - 1; }
  [[nodiscard]] Points result(Player /*player*/) const { return kWin; }
  [[nodiscard]] double reward(Player /*player*/) const { return -minutes_; }

  [[nodiscard]] Move draw(Random& random) const {
    double left = random.unit();
    int wind = 0;
    int last = 0;  // has a positive probability, in case rounding leaves a rest
    for (; wind < kDirections; ++wind) {
      if (kWind[wind_][wind] == 0) continue;
      last = wind;
      left -= kWind[wind_][wind];
      if (left < 0) break;
    }
    return static_cast<Move>(kDirections + last);
  }
  [[nodiscard]] double probability(Move move) const { return kWind[wind_][move - kDirections]; }

  [[nodiscard]] std::string to_text(Move move) const {
    if (move < kDirections) return std::string(kNames[move]);
    return "wind-" + std::string(kNames[move - kDirections]);
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    for (Move move = 0; move < 2 * kDirections; ++move) {
      if (to_text(move) == lower) return move;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string board() const {
    std::string text;
    for (int y = size_ - 1; y >= 0; --y) {
      for (int x = 0; x < size_; ++x) {
        const bool goal = x == size_ - 1 && y == size_ - 1;
        text += {' ', x == x_ && y == y_ ? 'X' : goal ? '*' : '.'};
      }
      text += '\n';
    }
    text += "wind to " + std::string(kNames[wind_]) + ", ";
    text += tack_ == 0 ? "no tack" : tack_ < 0 ? "port tack" : "starboard tack";
    text += over() ? "; arrived" : wind_moves_ ? "; the wind may turn" : "; X to sail";
    return text + '\n';
  }

  friend bool operator==(const Sailing&, const Sailing&) = default;

 private:
  static constexpr int kEast[kDirections] = {0, 1, 1, 1, 0, -1, -1, -1};
  static constexpr int kNorth[kDirections] = {1, 1, 0, -1, -1, -1, 0, 1};
  static constexpr double kTackMinutes = 3;

  /// Probabilities of the next wind (across) after each wind (down).
  static constexpr double kWind[kDirections][kDirections] = {
      {0.4, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3}, {0.4, 0.3, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0},
      {0.0, 0.4, 0.3, 0.3, 0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.4, 0.3, 0.3, 0.0, 0.0, 0.0},
      {0.0, 0.0, 0.0, 0.4, 0.2, 0.4, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.4, 0.0},
      {0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.4}, {0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.3}};

  /// Eighths of a turn, clockwise, from the leg to the wind: 0 away, 4 into the wind.
  static constexpr int angle(int leg, int wind) { return (wind - leg + kDirections) % kDirections; }

  /// Where the wind comes from: -1 port, 1 starboard, 0 neither.
  static constexpr int side(int leg, int wind) {
    const int turn = angle(leg, wind);
    return turn % 4 == 0 ? 0 : turn < 4 ? -1 : 1;
  }

  [[nodiscard]] bool can_sail(int leg) const {
    const int x = x_ + kEast[leg];
    const int y = y_ + kNorth[leg];
    return x >= 0 && x < size_ && y >= 0 && y < size_ && angle(leg, wind_) != 4;
  }

  [[nodiscard]] double minutes(int leg) const {
    constexpr double kLength[2] = {1, 1.4142135623730951};
    const int turn = angle(leg, wind_);
    const double leg_minutes = kLength[leg % 2] * (1 + (turn < 4 ? turn : kDirections - turn));
    return leg_minutes + (side(leg, wind_) * tack_ < 0 ? kTackMinutes : 0);
  }

  [[nodiscard]] int legs_to_go(int x, int y) const {
    const int east = size_ - 1 - x;
    const int north = size_ - 1 - y;
    return east > north ? east : north;
  }

  double minutes_ = 0;  // of the last leg
  std::uint8_t size_;
  std::uint8_t x_ = 0;
  std::uint8_t y_ = 0;
  std::uint8_t wind_;
  std::int8_t tack_ = 0;     // side of the last leg
  bool wind_moves_ = false;  // it is chance's turn
  std::uint16_t unused_ = 0;
};
static_assert(TextGame<Sailing> && ManyPlayers<Sailing> && ChanceGame<Sailing> &&
              RewardGame<Sailing> && PlayoutPolicyGame<Sailing> && HeuristicGame<Sailing> &&
              sizeof(Sailing) == 16);

}  // namespace banyan
