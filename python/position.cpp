// The Python class Position.
#include "python/position.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <utility>

#include "bench/notation/board_text.hpp"
#include "bench/registry/games.hpp"
#include "python/features.hpp"
#include "python/game/python_game.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Lets positions be sent to other processes and stored in files.
py::tuple state_of(const Position& position) {
  if (position.game().spec().empty()) {
    throw bench::UsageError("a position of a game in Python cannot be pickled.");
  }
  const auto& stones = position.game().set_up_from();
  return py::make_tuple(position.game().spec(), joined(position.moves()),
                        stones ? bench::board_text(*stones) : "");
}

}  // namespace

Position Position::of(const std::string& game, const std::string& moves, const std::string& board) {
  std::shared_ptr<const bench::AnyGame> start = bench::parse_game(game).start;
  if (!board.empty()) start = bench::read_board(*start, board).position;
  // After two passes of Go, given moves continue the game; without them it is over.
  if (moves.empty()) return {start, start};
  return {start, bench::play_moves(*bench::resumed(*start), moves)};
}

Position Position::play(std::string_view moves) const {
  return {start_, bench::play_moves(*game_, moves)};
}

std::vector<std::string> Position::legal_moves() const {
  std::vector<std::string> texts;
  if (game_->over()) return texts;
  const std::vector<std::uint32_t> moves = game_->legal_moves();
  texts.reserve(moves.size());
  for (const std::uint32_t move : moves) texts.push_back(game_->to_text(move));
  return texts;
}

py::array_t<std::uint32_t> Position::move_numbers() const {
  if (game_->over()) return py::array_t<std::uint32_t>(0);
  std::vector<std::uint32_t> moves = game_->legal_moves();
  for (std::uint32_t& move : moves) move = game_->move_index(move);
  return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(moves.size()), moves.data());
}

std::vector<std::string> Position::moves() const {
  if (start_ == nullptr) {
    throw bench::UsageError("a leaf of a search does not know the moves that led to it.");
  }
  return bench::move_texts(*start_, game_->moves());
}

double Position::result(int player) const {
  if (!game_->over()) throw bench::UsageError("the game is not over: it has no result yet.");
  if (player < 0 || player >= game_->players()) {
    throw bench::UsageError(
        fmt::format("player {} is out of range: give 0 to {}.", player, game_->players() - 1));
  }
  return game_->score(player);
}

py::array_t<float> Position::features() const {
  const FeatureShape shape = feature_shape(*game_);
  std::vector<float> numbers(size_of(shape));
  write_features(*game_, numbers);
  return to_array(std::move(numbers), {shape.begin(), shape.end()});
}

py::object Position::state() const {
  const PythonGame* const game = python_game_of(*game_);
  return game == nullptr ? py::none() : game->state().object();
}

py::array_t<float> to_array(std::vector<float> numbers, const std::vector<std::size_t>& shape) {
  auto owner = std::make_unique<std::vector<float>>(std::move(numbers));
  const float* const data = owner->data();
  const py::capsule keeps(owner.release(),
                          [](void* own) { delete static_cast<std::vector<float>*>(own); });
  return py::array_t<float>(shape, data, keeps);
}

void add_position(py::module_& module) {
  module.def("python_position", [](const py::object& state) {
    const auto position = start_python_game(state);
    return Position(position, position);
  });
  py::class_<Position>(
      module, "Position",
      "A position of a game, which never changes: of a spec, after moves, or with the "
      "stones of a board.")
      .def(py::init(&Position::of), py::arg("game"), py::arg("moves") = "", py::kw_only(),
           py::arg("board") = "")
      .def("play", &Position::play, py::arg("moves"), "The position after more moves.")
      .def("result", &Position::result, py::arg("player"),
           "What the ended game is worth to a player: 0 loss to 1 win, or in the game's unit.")
      .def("features", &Position::features,
           "What a network is shown: float32 of shape (planes, rows, columns).")
      .def("move_numbers", &Position::move_numbers,
           "The places of legal_moves in what an evaluator says of moves.")
      .def_property_readonly("legal_moves", &Position::legal_moves,
                             "Their texts; none where the game is over.")
      .def_property_readonly("moves", &Position::moves, "The moves that led here.")
      .def_property_readonly("game", [](const Position& p) { return p.game().spec(); })
      .def_property_readonly("players", [](const Position& p) { return p.game().players(); })
      .def_property_readonly(
          "to_move", [](const Position& p) { return p.game().to_move(); },
          "A player, counted from 0, or -1 where chance decides.")
      .def_property_readonly("state", &Position::state, "Of a game in Python its state; else None.")
      .def_property_readonly("over", [](const Position& p) { return p.game().over(); })
      .def("__str__", [](const Position& p) { return p.game().board(); })
      .def(
          "__repr__",
          [](const Position& p) { return fmt::format("<banyan.Position of {}>", p.game().spec()); })
      .def(py::pickle(&state_of, [](const py::tuple& state) {
        return Position::of(state[0].cast<std::string>(), state[1].cast<std::string>(),
                            state[2].cast<std::string>());
      }));
}

}  // namespace banyan::python
