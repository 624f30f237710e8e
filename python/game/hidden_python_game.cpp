// Asks a Python class what its players see and know.
#include "python/game/hidden_python_game.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "bench/text/spec.hpp"
#include "python/held_gil.hpp"

namespace banyan::python {

namespace py = pybind11;

using bench::UsageError;

Numbering::~Numbering() {
  const HeldGil held;
  for (Numbers* const numbers : {&moves_, &observations_, &information_}) numbers->of = py::dict();
  moves_by_number_ = py::dict();
}

std::uint64_t Numbering::number_in(Numbers& numbers, const py::object& what, const char* method) {
  if (PyObject_Hash(what.ptr()) == -1) {
    PyErr_Clear();
    throw UsageError(
        fmt::format("the game's {} gives {}, which Python cannot hash: give a number, "
                    "a string or a tuple.",
                    method, py::repr(what).cast<std::string>()));
  }
  PyObject* known = PyDict_GetItemWithError(numbers.of.ptr(), what.ptr());
  if (known == nullptr && PyErr_Occurred() == nullptr) {
    // Comparing may run Python, and so another thread: which may have taken the next number.
    const py::int_ number(numbers.next++);
    known = PyDict_SetDefault(numbers.of.ptr(), what.ptr(), number.ptr());
  }
  if (known == nullptr) throw py::error_already_set();
  return py::reinterpret_borrow<py::int_>(known);
}

std::uint16_t Numbering::of_move(const py::object& move) {
  const std::uint64_t number = number_in(moves_, move, "legal_moves() or chance()");
  if (number >= kFirstCode) {
    throw UsageError(fmt::format(
        "the game has more than {} different moves and outcomes of chance, which is the most for a "
        "game that hides something: {} is one more.",
        kFirstCode, py::repr(move).cast<std::string>()));
  }
  const py::int_ key(number);
  if (!moves_by_number_.contains(key)) moves_by_number_[key] = move;
  return static_cast<std::uint16_t>(number);
}

py::object Numbering::move(std::uint16_t number) const {
  return moves_by_number_[py::int_(number)];
}

std::uint32_t Numbering::of_observation(const py::object& seen) {
  return kFirstCode + static_cast<std::uint32_t>(number_in(observations_, seen, "observe()"));
}

std::uint64_t Numbering::of_information(const py::object& known) {
  return number_in(information_, known, "information()");
}

HiddenPythonGame::Move HiddenPythonGame::number_at(std::size_t place) const {
  return numbers_->of_move(py::object(state_->moves()[py::int_(place)]));
}

std::size_t HiddenPythonGame::place_of(Move move) const {
  const std::size_t count = py::len(state_->moves());
  for (std::size_t place = 0; place < count; ++place) {
    if (number_at(place) == move) return place;
  }
  throw UsageError(fmt::format(
      "{} is legal for the player to move, and not in every state that he cannot tell apart: "
      "check the game's determinize() and legal_moves().",
      py::repr(numbers_->move(move)).cast<std::string>()));
}

std::uint64_t HiddenPythonGame::legal_mask() const {
  const HeldGil held;
  const std::size_t count = py::len(state_->moves());
  std::uint64_t mask = 0;
  for (std::size_t place = 0; place < count; ++place) mask |= std::uint64_t{1} << number_at(place);
  return mask;
}

void HiddenPythonGame::become(py::object state, const char* method) {
  if (state.is_none()) {
    throw UsageError(fmt::format("the game's {}() gives None: give a state.", method));
  }
  state_ = std::make_shared<PythonState>(state_->table(), std::move(state));
}

void HiddenPythonGame::play(Move move) {
  const HeldGil held;
  become(state_->after(place_of(move)), "play");
}

HiddenPythonGame::Move HiddenPythonGame::draw(Random& random) const {
  const HeldGil held;
  return number_at(drawn(random.unit()));
}

double HiddenPythonGame::probability(Move move) const {
  const HeldGil held;
  return state_->probabilities()[place_of(move)];
}

HiddenPythonGame HiddenPythonGame::determinize(Player observer, Random& random) const {
  const std::uint64_t seed = random.next() >> 1U;
  const HeldGil held;
  HiddenPythonGame world = *this;
  world.become(state_->object().attr("determinize")(observer, seed), "determinize");
  return world;
}

std::uint32_t HiddenPythonGame::observe(Move move, Player observer) const {
  const HeldGil held;
  const py::object made = numbers_->move(move);
  const py::object seen = state_->object().attr("observe")(made, observer);
  if (seen.is_none()) return kUnseen;
  return seen.equal(made) ? move : numbers_->of_observation(seen);
}

std::uint64_t HiddenPythonGame::information(Player observer) const {
  const HeldGil held;
  return numbers_->of_information(state_->object().attr("information")(observer));
}

bool HiddenPythonGame::has_scores() const {
  const HeldGil held;
  return py::hasattr(state_->object(), "score");
}

Points HiddenPythonGame::result(Player player) const {
  if (!has_scores()) return PythonGame::result(player);
  const int above = 2 * score(player) - stakes_.low - stakes_.high;
  return above > 0 ? kWin : above < 0 ? kLoss : kDraw;
}

int HiddenPythonGame::score(Player player) const {
  if (!has_scores()) return PythonGame::result(player);
  const HeldGil held;
  const auto score = number_of<double>(state_->object().attr("score")(player), "score");
  if (score >= stakes_.low && score <= stakes_.high && score == std::trunc(score)) {
    return static_cast<int>(score);
  }
  throw UsageError(
      fmt::format("the game's score({}) gives {}: give a whole number within its stakes, {} to {}.",
                  player, score, stakes_.low, stakes_.high));
}

bool HiddenPythonGame::finish_by_itself(Random& random) {
  const std::uint64_t seed = random.next() >> 1U;
  const HeldGil held;
  if (!py::hasattr(state_->object(), "finish")) return false;
  become(state_->object().attr("finish")(seed), "finish");
  if (over()) return true;
  throw UsageError("the game's finish() gives a state that is not over: give one at the end.");
}

std::string HiddenPythonGame::to_text(Move move) const {
  const HeldGil held;
  return py::str(numbers_->move(move));
}

std::optional<HiddenPythonGame::Move> HiddenPythonGame::parse(std::string_view text) const {
  const HeldGil held;
  const auto place = PythonGame::parse(text);
  if (!place) return std::nullopt;
  return number_at(*place);
}

std::string HiddenPythonGame::view(Player observer) const {
  const HeldGil held;
  const char* const method = py::hasattr(state_->object(), "view") ? "view" : "information";
  return py::str(py::object(state_->object().attr(method)(observer)));
}

}  // namespace banyan::python
