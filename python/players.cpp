// Asks a search in Python for a move.
#include "python/players.hpp"

#include <chrono>
#include <memory>
#include <string>

#include "bench/opponents/called_search.hpp"
#include "bench/registry/games.hpp"
#include "python/game/python_game.hpp"
#include "python/held_gil.hpp"
#include "python/position.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

/// A Player of Python. Any thread may call it, with or without the GIL.
class CalledPlayer {
 public:
  explicit CalledPlayer(py::object player) : player_(std::move(player)) {}
  CalledPlayer(const CalledPlayer&) = delete;
  CalledPlayer& operator=(const CalledPlayer&) = delete;
  ~CalledPlayer() {
    const HeldGil held;
    player_ = py::object();
  }

  std::uint32_t operator()(const bench::AnyGame& position, const Limits& limits,
                           const StreamKey& key) const {
    const std::vector<std::uint32_t> moves = position.legal_moves();
    const HeldGil held;
    py::dict budget;
    if (limits.iterations > 0) budget["iterations"] = limits.iterations;
    if (limits.playouts > 0) budget["playouts"] = limits.playouts;
    if (limits.time.count() > 0) {
      budget["time"] = std::chrono::duration<double>(limits.time).count();
    }
    const py::object place = player_(shown(position), budget, Random(key).next() >> 32U);
    return moves.at(place.cast<std::size_t>());
  }

 private:
  /// The state of a game in Python; of others the position.
  static py::object shown(const bench::AnyGame& position) {
    if (const PythonGame* const game = python_game_of(position)) return game->state().object();
    return py::cast(Position(bench::start_of(position), position.clone()));
  }

  py::object player_;
};

}  // namespace

bench::EngineSettings player_of(const py::object& given, const std::optional<Limits>& limits) {
  if (py::isinstance<py::str>(given)) return bench::parse_engine(given.cast<std::string>());
  const auto called = std::make_shared<CalledPlayer>(given);
  return bench::called_search(
      py::str(given), limits,
      [called](const bench::AnyGame& position, const Limits& budget, const StreamKey& key) {
        return (*called)(position, budget, key);
      });
}

}  // namespace banyan::python
