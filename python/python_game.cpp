// Asks a Python class for the rules of its game.
#include "python/python_game.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "bench/text/spec.hpp"

namespace banyan::python {

namespace py = pybind11;

using bench::UsageError;

namespace {

/// The result of a game's method, which must be a number.
template <class Number>
Number number_of(const py::object& given, const char* method) {
  try {
    return given.cast<Number>();
  } catch (const py::cast_error&) {
    throw UsageError(fmt::format("the game's {}() gives no such number as it should.", method));
  }
}

}  // namespace

PythonStates::PythonStates(py::object root) : root_(std::move(root)), kept_(kKept) {
  keep(std::make_shared<State>(State{0, root_, py::object()}));
}

PythonStates::~PythonStates() {
  const py::gil_scoped_acquire held;
  kept_.clear();
  root_ = py::object();
}

void PythonStates::keep(std::shared_ptr<State> state) { kept_[state->number % kKept].swap(state); }

std::shared_ptr<PythonStates::State> PythonStates::find(std::uint64_t number,
                                                        const std::uint16_t* moves,
                                                        std::size_t count) {
  const auto& kept = kept_[number % kKept];
  if (kept && kept->number == number) return kept;
  State state{number, root_, py::object()};
  for (std::size_t i = 0; i < count; ++i) {
    const py::object move = moves_of(state)[py::int_(moves[i])];
    state = {number, state.object.attr("play")(move), py::object()};
  }
  auto found = std::make_shared<State>(std::move(state));
  keep(found);
  return found;
}

const py::object& PythonStates::moves_of(State& state) {
  if (state.moves) return state.moves;
  const py::object moves = state.object.attr("legal_moves")();
  if (!py::isinstance<py::list>(moves) && !py::isinstance<py::tuple>(moves)) {
    throw UsageError("the game's legal_moves() gives no list.");
  }
  const std::size_t count = py::len(moves);
  if (count == 0 || count > PythonGame::kMaxMoves) {
    throw UsageError(
        fmt::format("the game's legal_moves() gives {} moves where it is not over: give 1 to {}.",
                    count, PythonGame::kMaxMoves));
  }
  state.moves = moves;
  return state.moves;
}

Player PythonGame::to_move() const {
  const py::gil_scoped_acquire held;
  const auto player = number_of<Player>(state()->object.attr("to_move")(), "to_move");
  if (player == 0 || player == 1) return player;
  throw UsageError(fmt::format("the game's to_move() gives {}: give 0 or 1.", player));
}

MoveList<PythonGame::Move, PythonGame::kMaxMoves> PythonGame::legal_moves() const {
  const py::gil_scoped_acquire held;
  const std::size_t count = py::len(PythonStates::moves_of(*state()));
  MoveList<Move, kMaxMoves> moves;
  for (std::size_t i = 0; i < count; ++i) moves.push_back(static_cast<Move>(i));
  return moves;
}

void PythonGame::play(Move move) {
  const py::gil_scoped_acquire held;
  if (plies_ == kMaxPlies) {
    throw UsageError(fmt::format("a game in Python has at most {} moves.", kMaxPlies));
  }
  const auto now = state();
  const py::object chosen = PythonStates::moves_of(*now)[py::int_(move)];
  py::object next = now->object.attr("play")(chosen);
  if (next.is_none()) throw UsageError("the game's play() gives None: give the next state.");
  moves_[plies_++] = move;
  number_ = states_->new_number();
  states_->keep(std::make_shared<PythonStates::State>(
      PythonStates::State{number_, std::move(next), py::object()}));
}

bool PythonGame::over() const {
  const py::gil_scoped_acquire held;
  return py::bool_(state()->object.attr("over")());
}

Points PythonGame::result(Player player) const {
  const py::gil_scoped_acquire held;
  const auto result = number_of<double>(state()->object.attr("result")(player), "result");
  if (result == 0 || result == 0.5 || result == 1) return static_cast<Points>(kWin * result);
  throw UsageError(fmt::format(
      "the game's result({}) gives {}: give 0 for a loss, 0.5 for a draw or 1 for a win.", player,
      result));
}

std::string PythonGame::to_text(Move move) const {
  const py::gil_scoped_acquire held;
  return py::str(py::object(PythonStates::moves_of(*state())[py::int_(move)]));
}

std::optional<PythonGame::Move> PythonGame::parse(std::string_view text) const {
  const py::gil_scoped_acquire held;
  const MoveList<Move, kMaxMoves> moves = legal_moves();
  for (const Move move : moves) {
    if (to_text(move) == text) return move;
  }
  return std::nullopt;
}

std::string PythonGame::board() const {
  const py::gil_scoped_acquire held;
  return py::str(state()->object);
}

}  // namespace banyan::python
