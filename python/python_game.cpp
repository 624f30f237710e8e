// Asks a Python class for the rules of its game.
#include "python/python_game.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <map>
#include <utility>

#include "bench/text/spec.hpp"
#include "core/game/run_time_game.hpp"

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

/// A result for a player, 0 to 1 in halves.
Points points_of(double result, const std::string& call) {
  if (result == 0 || result == 0.5 || result == 1) return static_cast<Points>(kWin * result);
  throw UsageError(fmt::format(
      "the game's {} gives {}: give 0 for a loss, 0.5 for a draw or 1 for a win.", call, result));
}

/// What a state's class may have besides the rules.
struct Extras {
  bool alternates = false;
  bool key = false;
  bool priors = false;
  bool estimate = false;
  std::size_t most_moves = PythonGame::kMaxMoves;

  auto operator<=>(const Extras&) const = default;
};

Extras extras_of(const py::object& state) {
  Extras extras;
  extras.alternates = py::hasattr(state, "alternates") && py::bool_(state.attr("alternates"));
  extras.key = py::hasattr(state, "key");
  extras.priors = py::hasattr(state, "priors");
  extras.estimate = py::hasattr(state, "estimate");
  if (py::hasattr(state, "max_moves")) {
    const auto most = number_of<std::int64_t>(state.attr("max_moves"), "max_moves");
    constexpr std::int64_t kMost = PythonGame::kMaxMoves;
    if (most < 1 || most > kMost) {
      throw UsageError(fmt::format("the game's max_moves is {}: give 1 to {}.", most, kMost));
    }
    extras.most_moves = static_cast<std::size_t>(most);
  }
  return extras;
}

}  // namespace

PythonState::~PythonState() {
  const py::gil_scoped_acquire held;
  moves_ = py::object();
  state_ = py::object();
}

const py::object& PythonState::moves() {
  if (moves_) return moves_;
  const py::object moves = state_.attr("legal_moves")();
  if (!py::isinstance<py::list>(moves) && !py::isinstance<py::tuple>(moves)) {
    throw UsageError("the game's legal_moves() gives no list.");
  }
  const std::size_t count = py::len(moves);
  if (count == 0 || count > table_->max_moves) {
    throw UsageError(
        fmt::format("the game's legal_moves() gives {} moves where it is not over: give 1 to {}.",
                    count, table_->max_moves));
  }
  moves_ = moves;
  return moves_;
}

py::object PythonState::after(std::size_t place) {
  py::object next = state_.attr("play")(py::object(moves()[py::int_(place)]));
  if (next.is_none()) throw UsageError("the game's play() gives None: give the next state.");
  return next;
}

Player PythonGame::asked_to_move() const {
  const py::gil_scoped_acquire held;
  const auto player = number_of<Player>(state_->object().attr("to_move")(), "to_move");
  if (player == 0 || player == 1) return player;
  throw UsageError(fmt::format("the game's to_move() gives {}: give 0 or 1.", player));
}

MoveList<PythonGame::Move, PythonGame::kMaxMoves> PythonGame::legal_moves() const {
  const py::gil_scoped_acquire held;
  const std::size_t count = py::len(state_->moves());
  MoveList<Move, kMaxMoves> moves;
  for (std::size_t i = 0; i < count; ++i) moves.push_back(static_cast<Move>(i));
  return moves;
}

void PythonGame::play(Move move) {
  const py::gil_scoped_acquire held;
  state_ = std::make_shared<PythonState>(state_->table(), state_->after(move));
}

Player PythonGame::to_move() const {
  try {
    return asked_to_move();
  } catch (const std::exception&) {  // of the game, or what it gives is no player
    if (over()) return 0;
    throw;
  }
}

bool PythonGame::over() const {
  const py::gil_scoped_acquire held;
  return py::bool_(state_->object().attr("over")());
}

Points PythonGame::result(Player player) const {
  const py::gil_scoped_acquire held;
  return points_of(number_of<double>(state_->object().attr("result")(player), "result"),
                   fmt::format("result({})", player));
}

bool PythonGame::plays_out() const {
  const py::gil_scoped_acquire held;
  return py::hasattr(state_->object(), "playout");
}

Playout PythonGame::own_playout(Random& random) const {
  const std::uint64_t seed = random.next() >> 1U;
  const py::gil_scoped_acquire held;
  const py::object given = state_->object().attr("playout")(seed);
  return {points_of(number_of<double>(given, "playout"), "playout(seed)"), 1};
}

std::uint64_t PythonGame::position_key() const {
  const py::gil_scoped_acquire held;
  // Any number that Python can hash will do.
  return scramble(static_cast<std::uint64_t>(py::hash(state_->object().attr("key")())));
}

void PythonGame::weigh(std::span<const Move> moves, std::span<float> weights) const {
  const py::gil_scoped_acquire held;
  const py::object given = state_->object().attr("priors")();
  if (!py::isinstance<py::sequence>(given) || py::len(given) != py::len(state_->moves())) {
    throw UsageError("the game's priors() gives no list of a weight for each legal move.");
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    weights[i] = number_of<float>(given[py::int_(moves[i])], "priors");
    if (!(weights[i] > 0) || !std::isfinite(weights[i])) {
      throw UsageError(
          fmt::format("the game's priors() gives {}: give weights above 0.", weights[i]));
    }
  }
}

double PythonGame::estimate() const {
  const py::gil_scoped_acquire held;
  const auto value = number_of<double>(state_->object().attr("estimate")(), "estimate");
  if (value >= 0 && value <= 1) return value;
  throw UsageError(fmt::format(
      "the game's estimate() gives {}: give player 0's expected result, 0 to 1.", value));
}

std::string PythonGame::to_text(Move move) const {
  const py::gil_scoped_acquire held;
  const py::object& moves = state_->moves();
  if (move >= py::len(moves)) return "?";
  return py::str(py::object(moves[py::int_(move)]));
}

std::optional<PythonGame::Move> PythonGame::parse(std::string_view text) const {
  const py::gil_scoped_acquire held;
  const std::size_t count = py::len(state_->moves());
  for (std::size_t i = 0; i < count; ++i) {
    const auto move = static_cast<Move>(i);
    if (to_text(move) == text) return move;
  }
  return std::nullopt;
}

std::string PythonGame::board() const {
  const py::gil_scoped_acquire held;
  return py::str(state_->object());
}

bool PythonGame::equals(const PythonGame& other) const {
  if (state_ == other.state_) return true;
  const py::gil_scoped_acquire held;
  return state_->object().equal(other.state_->object());
}

const GameTable& table_of(const py::object& state) {
  for (const char* const name : {"to_move", "legal_moves", "play", "over", "result"}) {
    if (!py::hasattr(state, name)) {
      throw UsageError(fmt::format(
          "a game is a spec, a Position or an object with to_move, legal_moves, play, over and "
          "result, which {} has not.",
          bench::in_quotes(py::str(py::type::of(state).attr("__name__")).cast<std::string>())));
    }
  }
  static std::map<Extras, GameTable>& tables = *new std::map<Extras, GameTable>;  // with the GIL
  const Extras extras = extras_of(state);
  const auto [at, is_new] = tables.try_emplace(extras, kTableOf<PythonGame>);
  GameTable& table = at->second;
  if (!is_new) return table;
  table.max_moves = static_cast<std::uint32_t>(extras.most_moves);
  table.alternates = extras.alternates;
  if (!extras.key) table.key = nullptr;
  if (!extras.priors) table.weigh = nullptr;
  if (!extras.estimate) table.estimate = nullptr;
  return table;
}

const PythonGame* python_game_of(const bench::AnyGame& position) {
  const bench::TabledPosition here = position.tabled();
  const bool is_of_python = here.table != nullptr && here.table->copy == kTableOf<PythonGame>.copy;
  return is_of_python ? static_cast<const PythonGame*>(here.position) : nullptr;
}

}  // namespace banyan::python
