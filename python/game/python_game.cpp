// Asks a Python class for the rules of its game.
#include "python/game/python_game.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <initializer_list>
#include <map>
#include <utility>

#include "bench/registry/run_time.hpp"
#include "bench/text/spec.hpp"
#include "core/run_time/run_time_game.hpp"
#include "python/game/hidden_python_game.hpp"

namespace banyan::python {

namespace py = pybind11;

using bench::UsageError;

namespace {

/// A result for a player, 0 to 1 in halves.
Points points_of(double result, const std::string& call) {
  if (result == 0 || result == 0.5 || result == 1) return static_cast<Points>(kWin * result);
  throw UsageError(fmt::format(
      "the game's {} gives {}: give 0 for a loss, 0.5 for a draw or 1 for a win.", call, result));
}

/// A number that a state or its class has, from `least` to `most`.
template <class Number>
Number attribute_of(const py::object& state, const char* name, Number least, Number most) {
  const py::object given = state.attr(name);
  const auto number = number_of<Number>(PyCallable_Check(given.ptr()) ? given() : given, name);
  if (number >= least && number <= most) return number;
  throw UsageError(fmt::format("the game's {} is {}: give {} to {}.", name, number, least, most));
}

/// What a state's class may have besides the rules.
struct Extras {
  bool alternates = false;
  bool key = false;
  bool priors = false;
  bool estimate = false;
  std::size_t most_moves = PythonGame::kMaxMoves;
  bool players = false;
  bool chance = false;
  bool rewards = false;
  bool hidden = false;
  double discount = 1;
  double largest_return = 1;
  std::string unit;

  auto operator<=>(const Extras&) const = default;
  [[nodiscard]] bool is_general() const {
    return players || chance || rewards || most_moves > PythonGame::kMaxMoves;
  }
};

Extras extras_of(const py::object& state) {
  Extras extras;
  extras.alternates = py::hasattr(state, "alternates") && py::bool_(state.attr("alternates"));
  extras.key = py::hasattr(state, "key");
  extras.priors = py::hasattr(state, "priors");
  extras.estimate = py::hasattr(state, "estimate");
  extras.players = py::hasattr(state, "players");
  extras.chance = py::hasattr(state, "chance");
  extras.rewards = py::hasattr(state, "reward");
  extras.hidden = py::hasattr(state, "determinize");
  if (py::hasattr(state, "max_moves")) {
    extras.most_moves = static_cast<std::size_t>(
        attribute_of<std::int64_t>(state, "max_moves", 1, GameTable::kMaxMoves));
  }
  if (py::hasattr(state, "unit")) extras.unit = py::str(state.attr("unit"));
  if (!extras.rewards) return extras;
  if (!py::hasattr(state, "largest_return")) {
    throw UsageError(
        "the game has reward() and no largest_return: give the most that the rewards of a game can "
        "add up to, or more.");
  }
  extras.largest_return = attribute_of<double>(state, "largest_return", 1e-9, 1e15);
  if (py::hasattr(state, "discount")) {
    extras.discount = attribute_of<double>(state, "discount", 1e-9, 1);
  }
  return extras;
}

template <class G>
bool is_table_of(const GameTable& table) {
  return table.copy == kTableOf<G>.copy;
}

/// The table of games that have those extras: it lives as long as the program.
template <class G>
const GameTable& table_of(const Extras& extras) {
  static std::map<Extras, GameTable>& tables = *new std::map<Extras, GameTable>;  // with the GIL
  const auto [at, is_new] = tables.try_emplace(extras, kTableOf<G>);
  GameTable& table = at->second;
  if (!is_new) return table;
  if (!extras.hidden) table.max_moves = static_cast<std::uint32_t>(extras.most_moves);
  table.alternates = extras.alternates;
  if (!extras.key) table.key = nullptr;
  if (!extras.priors) table.weigh = nullptr;
  if (!extras.estimate) table.estimate = nullptr;
  if (!extras.players) table.players = nullptr;
  if (!extras.chance && !extras.hidden) {
    table.draw = nullptr;
    table.probability = nullptr;
  }
  table.discount = extras.discount;
  table.largest_return = extras.largest_return;
  if (!extras.unit.empty()) table.unit = at->first.unit.c_str();
  return table;
}

template <class G>
std::shared_ptr<const bench::AnyGame> start(const py::object& state, const Extras& extras) {
  const GameTable& table = table_of<G>(extras);
  const G position(std::make_shared<PythonState>(table, state));
  return bench::start_run_time_game(table, &position);
}

/// The lowest and the highest score, if it has scores.
Stakes stakes_of(const py::object& state) {
  if (!py::hasattr(state, "score")) return {kLoss, kWin, 1.0 / kWin};
  try {
    const auto [low, high] = state.attr("stakes").cast<std::pair<int, int>>();
    if (low < high) return {low, high};
  } catch (const py::cast_error&) {
  } catch (const py::error_already_set&) {  // it has none
  }
  throw UsageError(
      "the game has score() and no stakes: give the lowest and the highest score, as in "
      "stakes = (-2, 2).");
}

std::shared_ptr<const bench::AnyGame> start_hidden(const py::object& state, const Extras& extras) {
  const GameTable& table = table_of<HiddenPythonGame>(extras);
  const HiddenPythonGame position(std::make_shared<PythonState>(table, state), stakes_of(state));
  return bench::start_run_time_game(table, &position);
}

}  // namespace

PythonState::~PythonState() {
  const HeldGil held;
  moves_ = py::object();
  state_ = py::object();
}

int PythonState::players() const {
  if (table_->players == nullptr) return 2;
  return attribute_of<int>(state_, "players", 1, GameTable::kMaxPlayers);
}

Player PythonState::mover() const {
  const auto player = number_of<Player>(state_.attr("to_move")(), "to_move");
  if (player == kChance && table_->draw != nullptr) return player;
  const int most = players() - 1;
  if (player >= 0 && player <= most) return player;
  const std::string players_text = most == 0   ? "0"
                                   : most == 1 ? "0 or 1"
                                               : fmt::format("0 to {}", most);
  throw UsageError(fmt::format("the game's to_move() gives {}: give {}{}.", player, players_text,
                               table_->draw == nullptr ? "" : ", or -1 for chance"));
}

const py::object& PythonState::moves() {
  if (moves_) return moves_;
  if (table_->draw != nullptr && mover() == kChance) {
    ask_chance();
    return moves_;
  }
  const py::object moves = state_.attr("legal_moves")();
  if (!py::isinstance<py::list>(moves) && !py::isinstance<py::tuple>(moves)) {
    throw UsageError("the game's legal_moves() gives no list.");
  }
  check_count(py::len(moves), "legal_moves", "moves");
  moves_ = moves;
  return moves_;
}

const std::vector<double>& PythonState::probabilities() {
  moves();
  return probabilities_;
}

void PythonState::ask_chance() {
  py::list outcomes;
  std::vector<double> probabilities;
  double sum = 0;
  for (const py::handle each : py::iterable(state_.attr("chance")())) {
    if (!py::isinstance<py::sequence>(each) || py::len(each) != 2) {
      throw UsageError(
          "the game's chance() gives no list of pairs: give outcomes, each with its "
          "probability.");
    }
    const py::sequence pair = py::reinterpret_borrow<py::sequence>(each);
    const auto probability = number_of<double>(pair[1], "chance");
    if (!(probability > 0 && probability <= 1)) {
      throw UsageError(
          fmt::format("the game's chance() gives a probability of {}: give those of "
                      "outcomes that can happen, above 0 and at most 1.",
                      probability));
    }
    outcomes.append(py::object(pair[0]));
    probabilities.push_back(probability);
    sum += probability;
  }
  check_count(probabilities.size(), "chance", "outcomes");
  if (std::abs(sum - 1) > 1e-6) {
    throw UsageError(
        fmt::format("the game's chance() gives probabilities that add up to {}, not to 1.", sum));
  }
  moves_ = outcomes;
  probabilities_ = std::move(probabilities);
}

void PythonState::check_count(std::size_t count, const char* method, const char* what) const {
  if (count > 0 && count <= table_->max_moves) return;
  const bool can_say =
      table_->hidden == nullptr && count > table_->max_moves && count <= GameTable::kMaxMoves;
  throw UsageError(fmt::format("the game's {}() gives {} {} where it is not over: give 1 to {}{}.",
                               method, count, what, table_->max_moves,
                               can_say ? ", or say in max_moves how many there can be" : ""));
}

py::object PythonState::after(std::size_t place) {
  py::object next = state_.attr("play")(py::object(moves()[py::int_(place)]));
  if (next.is_none()) {
    throw UsageError(
        "the game's play() gives None: give the next state, or the game as banyan.Adapted(state).");
  }
  return next;
}

std::size_t PythonGame::count_moves() const {
  const HeldGil held;
  return py::len(state_->moves());
}

void PythonGame::play(Move move) {
  const HeldGil held;
  state_ = std::make_shared<PythonState>(state_->table(), state_->after(move));
}

Player PythonGame::to_move() const {
  const HeldGil held;
  try {
    return state_->mover();
  } catch (const std::exception&) {  // of the game, or what it gives is no player
    if (over()) return 0;
    throw;
  }
}

bool PythonGame::over() const {
  const HeldGil held;
  return py::bool_(state_->object().attr("over")());
}

Points PythonGame::result(Player player) const {
  const HeldGil held;
  return points_of(number_of<double>(state_->object().attr("result")(player), "result"),
                   fmt::format("result({})", player));
}

bool PythonGame::plays_out() const {
  const HeldGil held;
  return py::hasattr(state_->object(), "playout");
}

Playout PythonGame::own_playout(Random& random) const {
  const std::uint64_t seed = random.next() >> 1U;
  const HeldGil held;
  const py::object given = state_->object().attr("playout")(seed);
  return {points_of(number_of<double>(given, "playout"), "playout(seed)"), 1};
}

std::uint64_t PythonGame::position_key() const {
  const HeldGil held;
  // Any number that Python can hash will do.
  return scramble(static_cast<std::uint64_t>(py::hash(state_->object().attr("key")())));
}

void PythonGame::weigh(std::span<const Move> moves, std::span<float> weights) const {
  const HeldGil held;
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
  const HeldGil held;
  const auto value = number_of<double>(state_->object().attr("estimate")(), "estimate");
  if (value >= 0 && value <= 1) return value;
  throw UsageError(fmt::format(
      "the game's estimate() gives {}: give player 0's expected result, 0 to 1.", value));
}

std::string PythonGame::to_text(Move move) const {
  const HeldGil held;
  const py::object& moves = state_->moves();
  if (move >= py::len(moves)) return "?";
  return py::str(py::object(moves[py::int_(move)]));
}

std::optional<PythonGame::Move> PythonGame::parse(std::string_view text) const {
  const HeldGil held;
  const std::size_t count = py::len(state_->moves());
  for (std::size_t i = 0; i < count; ++i) {
    const auto move = static_cast<Move>(i);
    if (to_text(move) == text) return move;
  }
  return std::nullopt;
}

std::string PythonGame::board() const {
  const HeldGil held;
  return py::str(state_->object());
}

bool PythonGame::equals(const PythonGame& other) const {
  if (state_ == other.state_) return true;
  const HeldGil held;
  return state_->object().equal(other.state_->object());
}

PythonGame::Move PythonGame::drawn(double unit) const {
  const HeldGil held;
  const std::vector<double>& probabilities = state_->probabilities();
  double sum = 0;
  for (std::size_t i = 0; i + 1 < probabilities.size(); ++i) {
    sum += probabilities[i];
    if (unit < sum) return static_cast<Move>(i);
  }
  return static_cast<Move>(probabilities.size() - 1);
}

double PythonGame::rewarded(Player player) const {
  const HeldGil held;
  const auto reward = number_of<double>(state_->object().attr("reward")(player), "reward");
  if (std::isfinite(reward)) return reward;
  throw UsageError(
      fmt::format("the game's reward({}) gives {}: give a finite number.", player, reward));
}

void PythonGame::add_own_playout(Random& random, std::span<double> sum) const {
  const std::uint64_t seed = random.next() >> 1U;
  const HeldGil held;
  const py::object given = state_->object().attr("playout")(seed);
  const auto players = static_cast<std::size_t>(state_->players());
  if (!py::isinstance<py::sequence>(given) || py::len(given) != players) {
    throw UsageError(fmt::format(
        "the game's playout(seed) gives no list of {}: give what each player gets.", players));
  }
  for (std::size_t player = 0; player < players; ++player) {
    sum[player] += number_of<double>(given[py::int_(player)], "playout");
  }
}

std::shared_ptr<const bench::AnyGame> start_python_game(const py::object& state) {
  const auto need = [&](std::initializer_list<const char*> names, const char* sentence) {
    for (const char* const name : names) {
      if (py::hasattr(state, name)) continue;
      const auto type = py::str(py::type::of(state).attr("__name__")).cast<std::string>();
      throw UsageError(fmt::format(fmt::runtime(sentence), bench::in_quotes(type)));
    }
  };
  need({"to_move", "legal_moves", "play", "over"},
       "a game is a spec, a Position or an object with to_move, legal_moves, play, over and "
       "result, which {} has not.");
  const Extras extras = extras_of(state);
  if (extras.hidden) {
    need({"observe", "information"},
         "a game that has determinize() has observe() and information() too, which {} has not.");
    if (extras.rewards) {
      throw UsageError(
          "a game that has determinize() has no reward(): give result(), or score() and stakes.");
    }
    if (!py::hasattr(state, "score")) {
      need({"result"}, "a game that has determinize() has result() or score(), which {} has not.");
    }
    return start_hidden(state, extras);
  }
  if (extras.rewards) return start<GeneralPythonGame<true>>(state, extras);
  need({"result"}, "a game has result(), or reward() for each move, which {} has not.");
  return extras.is_general() ? start<GeneralPythonGame<false>>(state, extras)
                             : start<PythonGame>(state, extras);
}

const PythonGame* python_game_of(const bench::AnyGame& position) {
  const auto [table, game] = position.tabled();
  const bool is_of_python =
      is_table_of<PythonGame>(*table) || is_table_of<GeneralPythonGame<false>>(*table) ||
      is_table_of<GeneralPythonGame<true>>(*table) || is_table_of<HiddenPythonGame>(*table);
  return is_of_python ? static_cast<const PythonGame*>(game) : nullptr;
}

}  // namespace banyan::python
