// A game that writes what a search does with it: the log that `banyan doctor` reads
// (docs/doctor.md).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/knowledge.hpp"

namespace banyan {

/// Whose games a log watches.
enum class WatchedThreads : std::uint8_t { kThisOne, kAll };

/// While it exists, the watched games of its thread, or of all threads without a log of their own,
/// write to its stream. Begins with the log's header. `iterations`, if not 0, is how many the
/// search will be asked for.
class WatchLog {
 public:
  explicit WatchLog(std::ostream& out, std::string_view game = "game", std::uint64_t iterations = 0,
                    WatchedThreads threads = WatchedThreads::kThisOne, int players = 2)
      : out_(out), all_(threads == WatchedThreads::kAll) {
    before_ = all_ ? of_all().exchange(this) : of_thread();
    if (!all_) of_thread() = this;
    out_ << "game " << game << " players " << players;
    if (iterations > 0) out_ << " iterations " << iterations;
    out_ << '\n';
  }
  WatchLog(const WatchLog&) = delete;
  WatchLog& operator=(const WatchLog&) = delete;
  ~WatchLog() {
    if (all_) {
      of_all().store(before_);
    } else {
      of_thread() = before_;
    }
  }

  /// Calls lines(out), whose lines stay together. They are told apart by thread if there are
  /// several.
  template <class Lines>
  void write(const Lines& lines) {
    if (!all_) return static_cast<void>(lines(out_));
    const std::lock_guard lock(mutex_);
    if (const std::uint32_t thread = number_of_thread(); thread != last_thread_) {
      last_thread_ = thread;
      out_ << "thread " << thread << '\n';
    }
    lines(out_);
  }
  /// For use in write().
  std::uint64_t next_state() { return ++states_; }

  /// The one that this thread's games write to, or none.
  static WatchLog* current() {
    WatchLog* const own = of_thread();
    return own != nullptr ? own : of_all().load();
  }

 private:
  static WatchLog*& of_thread() {
    static thread_local WatchLog* log = nullptr;
    return log;
  }
  static std::atomic<WatchLog*>& of_all() {
    static std::atomic<WatchLog*> log{nullptr};
    return log;
  }
  static std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> next{0};
    return ++next;
  }
  std::uint32_t number_of_thread() {
    static thread_local std::uint64_t serial = 0;
    static thread_local std::uint32_t number = 0;
    if (serial != serial_) {
      serial = serial_;
      number = threads_++;
    }
    return number;
  }

  std::ostream& out_;
  bool all_;
  WatchLog* before_;
  std::mutex mutex_;
  std::uint64_t serial_ = next_serial();
  std::uint32_t threads_ = 0;
  std::uint32_t last_thread_ = ~std::uint32_t{0};
  std::uint64_t states_ = 0;
};

/// What a watched game has only if the game has it.
template <class G>
struct WatchedPlayers {};
template <ManyPlayers G>
struct WatchedPlayers<G> {
  static constexpr int kMaxPlayers = G::kMaxPlayers;
};

/// Plays as G does, and writes each play, each list of moves asked for, and each result. Its
/// positions have numbers: copies share theirs, and each play makes a new one. So it can stay
/// trivially copyable, as searches need. It hides the game's refinements but chance, many players
/// and texts: playouts go move by move.
template <Game G>
requires(!RewardGame<G>) class Watched : public WatchedPlayers<G> {
 public:
  using Move = typename G::Move;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves;
  static constexpr bool kAlternates = AlternatingGame<G>;
  static constexpr bool kNumberedMoves = NumberedMoves<G>;

  Watched() = default;

  /// A position to search from: begins a search in the log.
  explicit Watched(const G& game) : game_(game) {
    WatchLog* const log = WatchLog::current();
    if (log == nullptr) return;
    log->write([&](std::ostream& out) {
      state_ = log->next_state();
      out << "new " << state_ << '\n';
      if (!game_.over()) write_turn(out);
    });
  }

  [[nodiscard]] const G& game() const { return game_; }
  [[nodiscard]] Player to_move() const { return game_.to_move(); }
  [[nodiscard]] int players() const requires ManyPlayers<G> { return game_.players(); }

  [[nodiscard]] MovesOf<Watched> legal_moves() const {
    MovesOf<Watched> moves;
    for (const Move move : game_.legal_moves()) moves.push_back(move);
    if (WatchLog* const log = WatchLog::current()) {
      log->write([&](std::ostream& out) { write_moves(out); });
    }
    return moves;
  }

  /// The outcomes and their probabilities are written too.
  [[nodiscard]] Move draw(Random& random) const requires ChanceGame<G> {
    if (WatchLog* const log = WatchLog::current()) {
      log->write([&](std::ostream& out) {
        write_moves(out);
        out << "priors " << state_;
        for (const Move move : game_.legal_moves()) out << ' ' << game_.probability(move);
        out << '\n';
      });
    }
    return game_.draw(random);
  }
  [[nodiscard]] double probability(Move move) const requires ChanceGame<G> {
    return game_.probability(move);
  }

  void play(Move move) {
    WatchLog* const log = WatchLog::current();
    if (log == nullptr) return game_.play(move);
    log->write([&](std::ostream& out) {
      const std::uint64_t next = log->next_state();
      out << "play " << state_ << ' ';
      write_move(out, move);
      out << ' ' << next << '\n';
      const bool was_over = game_.over();
      const Player mover = was_over ? kChance : game_.to_move();
      game_.play(move);
      state_ = next;
      if (game_.over()) {
        out << "over " << state_ << '\n';
      } else if (mover == kChance || game_.to_move() != (mover + 1) % players_of(game_)) {
        write_turn(out);
      }
    });
  }

  [[nodiscard]] bool over() const {
    const bool is_over = game_.over();
    WatchLog* const log = is_over ? WatchLog::current() : nullptr;
    if (log != nullptr) log->write([&](std::ostream& out) { out << "over " << state_ << '\n'; });
    return is_over;
  }

  [[nodiscard]] Points result(Player player) const {
    if (WatchLog* const log = WatchLog::current()) {
      log->write([&](std::ostream& out) {
        out << "result " << state_;
        for (Player each = 0; each < players_of(game_); ++each) out << ' ' << game_.result(each);
        out << " for " << player << '\n';
      });
    }
    return game_.result(player);
  }

  /// For searches with priors: those of legal_moves(), in that order.
  template <class Numbers>
  void tell_priors(const Numbers& priors) const {
    tell("priors", priors, [this](std::ostream& out) { write_moves(out); });
  }
  /// For searches that evaluate positions: what this one is worth to each player, in place of
  /// result(). Two players' values must add up to the same as two players' results.
  template <class Numbers>
  void tell_values(const Numbers& values) const {
    tell("result", values, [](std::ostream&) {});
  }

  [[nodiscard]] std::string to_text(Move move) const requires TextGame<G> {
    return game_.to_text(move);
  }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const requires TextGame<G> {
    return game_.parse(text);
  }
  [[nodiscard]] std::string board() const requires TextGame<G> { return game_.board(); }

  friend bool operator==(const Watched& a, const Watched& b) { return a.game_ == b.game_; }

 private:
  template <class Numbers, class Before>
  void tell(const char* what, const Numbers& numbers, const Before& before) const {
    if (WatchLog* const log = WatchLog::current()) {
      log->write([&](std::ostream& out) {
        before(out);
        const auto precision = out.precision(9);
        out << what << ' ' << state_;
        for (const double number : numbers) out << ' ' << number;
        out << '\n';
        out.precision(precision);
      });
    }
  }
  void write_move(std::ostream& out, Move move) const {
    if constexpr (TextGame<G>) {
      out << game_.to_text(move);
    } else {
      out << std::uint64_t{move};
    }
  }
  void write_moves(std::ostream& out) const {
    out << "moves " << state_;
    for (const Move move : game_.legal_moves()) write_move(out << ' ', move);
    out << '\n';
  }
  void write_turn(std::ostream& out) const {
    out << "turn " << state_ << ' ';
    if (game_.to_move() == kChance) {
      out << "chance\n";
    } else {
      out << game_.to_move() << '\n';
    }
  }

  G game_;
  std::uint64_t state_ = 0;
};

}  // namespace banyan
