// A game that writes what a search does with it: the log that `banyan doctor` reads
// (docs/doctor.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"

namespace banyan {

/// While it exists, the watched games of its thread write to its stream. Begins with the log's
/// header. `iterations`, if not 0, is how many the search will be asked for.
class WatchLog {
 public:
  explicit WatchLog(std::ostream& out, std::string_view game = "game", std::uint64_t iterations = 0)
      : out_(out), before_(current()) {
    current() = this;
    out_ << "game " << game << " players 2";
    if (iterations > 0) out_ << " iterations " << iterations;
    out_ << '\n';
  }
  WatchLog(const WatchLog&) = delete;
  WatchLog& operator=(const WatchLog&) = delete;
  ~WatchLog() { current() = before_; }

  [[nodiscard]] std::ostream& out() const { return out_; }
  std::uint64_t next_state() { return ++states_; }

  /// The one of this thread, or none.
  static WatchLog*& current() {
    static thread_local WatchLog* log = nullptr;
    return log;
  }

 private:
  std::ostream& out_;
  WatchLog* before_;
  std::uint64_t states_ = 0;
};

/// Plays as G does, and writes each play, each list of moves asked for, and each result. Its
/// positions have numbers: copies share theirs, and each play makes a new one. So it can stay
/// trivially copyable, as searches need. It hides the game's refinements: playouts go move by move.
template <TwoPlayerGame G>
class Watched {
 public:
  using Move = typename G::Move;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves;
  static constexpr bool kAlternates = AlternatingGame<G>;

  Watched() = default;

  /// A position to search from: begins a search in the log.
  explicit Watched(const G& game) : game_(game) {
    WatchLog* const log = WatchLog::current();
    if (log == nullptr) return;
    state_ = log->next_state();
    log->out() << "new " << state_ << '\n';
    if (!game_.over()) log->out() << "turn " << state_ << ' ' << game_.to_move() << '\n';
  }

  [[nodiscard]] const G& game() const { return game_; }
  [[nodiscard]] Player to_move() const { return game_.to_move(); }

  [[nodiscard]] MovesOf<Watched> legal_moves() const {
    MovesOf<Watched> moves;
    for (const Move move : game_.legal_moves()) moves.push_back(move);
    if (WatchLog* const log = WatchLog::current()) {
      log->out() << "moves " << state_;
      for (const Move move : moves) write(log->out() << ' ', move);
      log->out() << '\n';
    }
    return moves;
  }

  void play(Move move) {
    WatchLog* const log = WatchLog::current();
    if (log == nullptr) return game_.play(move);
    std::ostream& out = log->out();
    const std::uint64_t next = log->next_state();
    out << "play " << state_ << ' ';
    write(out, move);
    out << ' ' << next << '\n';
    const bool was_over = game_.over();
    const Player mover = was_over ? 0 : game_.to_move();
    game_.play(move);
    state_ = next;
    if (game_.over()) {
      out << "over " << state_ << '\n';
    } else if (was_over || game_.to_move() == mover) {
      out << "turn " << state_ << ' ' << game_.to_move() << '\n';
    }
  }

  [[nodiscard]] bool over() const {
    const bool is_over = game_.over();
    WatchLog* const log = WatchLog::current();
    if (is_over && log != nullptr) log->out() << "over " << state_ << '\n';
    return is_over;
  }

  [[nodiscard]] Points result(Player player) const {
    if (WatchLog* const log = WatchLog::current()) {
      log->out() << "result " << state_ << ' ' << game_.result(0) << ' ' << game_.result(1) << '\n';
    }
    return game_.result(player);
  }

  friend bool operator==(const Watched& a, const Watched& b) { return a.game_ == b.game_; }

 private:
  void write(std::ostream& out, Move move) const {
    if constexpr (TextGame<G>) {
      out << game_.to_text(move);
    } else {
      out << std::uint64_t{move};
    }
  }

  G game_;
  std::uint64_t state_ = 0;
};

}  // namespace banyan
