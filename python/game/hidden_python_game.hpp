// A game in Python whose players see only a part of it, in the form that information-set search
// needs.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/hidden_game.hpp"
#include "python/game/python_game.hpp"

namespace banyan::python {

/// Numbers for what the states of a game show: moves, observations, and what players know. Each is
/// something that Python can hash, and gets the next number where it is seen first. Everything here
/// needs the GIL.
class Numbering {
 public:
  Numbering() = default;
  Numbering(const Numbering&) = delete;
  Numbering& operator=(const Numbering&) = delete;
  ~Numbering();

  /// Below 64: throws bench::UsageError for one more.
  std::uint16_t of_move(const pybind11::object& move);
  [[nodiscard]] pybind11::object move(std::uint16_t number) const;
  /// From kFirstCode on.
  std::uint32_t of_observation(const pybind11::object& seen);
  std::uint64_t of_information(const pybind11::object& known);

 private:
  struct Numbers {
    pybind11::dict of;
    std::uint64_t next = 0;
  };
  /// The number of `what`, which is new or was given by `method`.
  static std::uint64_t number_in(Numbers& numbers, const pybind11::object& what,
                                 const char* method);

  Numbers moves_;
  pybind11::dict moves_by_number_;
  Numbers observations_;
  Numbers information_;
};

/// A position of such a game: see banyan/__init__.py for the methods of its states.
class HiddenPythonGame : public PythonGame {
 public:
  static constexpr std::size_t kMaxMoves = kFirstCode;
  static constexpr int kMaxPlayers = GameTable::kMaxPlayers;
  static constexpr bool kMovesArePlaces = false;  // they have numbers

  HiddenPythonGame(std::shared_ptr<PythonState> state, Stakes stakes)
      : PythonGame(std::move(state)), numbers_(std::make_shared<Numbering>()), stakes_(stakes) {}

  [[nodiscard]] std::uint64_t legal_mask() const;
  [[nodiscard]] MoveList<Move, kMaxMoves> legal_moves() const {
    return moves_of<HiddenPythonGame>(legal_mask());
  }
  void play(Move move);
  Move draw(Random& random) const;
  [[nodiscard]] double probability(Move move) const;

  [[nodiscard]] HiddenPythonGame determinize(Player observer, Random& random) const;
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const;
  [[nodiscard]] std::uint64_t information(Player observer) const;
  [[nodiscard]] int score(Player player) const;
  /// Of a game with scores: a win above the middle of its stakes.
  [[nodiscard]] Points result(Player player) const;
  [[nodiscard]] Stakes stakes() const { return stakes_; }
  /// By the game's own finish(), if it has one.
  template <class Stop>
  bool finish(Random& random, const Stop& stop) {
    return finish_by_itself(random) || banyan::finish(*this, random, stop);
  }

  [[nodiscard]] std::string to_text(Move move) const;
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const;
  [[nodiscard]] std::string view(Player observer) const;

 private:
  [[nodiscard]] bool has_scores() const;
  /// Of a move's number among the state's moves.
  [[nodiscard]] std::size_t place_of(Move move) const;
  [[nodiscard]] Move number_at(std::size_t place) const;
  void become(pybind11::object state, const char* method);
  [[nodiscard]] bool finish_by_itself(Random& random);

  std::shared_ptr<Numbering> numbers_;  // of all positions of one game
  Stakes stakes_;
};

}  // namespace banyan::python
