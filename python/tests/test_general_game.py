"""Games in Python of chance, of rewards, and of one player or many."""

import copy
import functools
import importlib.util
import io
import math
import pathlib
import types

import banyan
import numpy
import pytest


class Die:
    """One player throws a die again, up to `throws` times, or keeps what it shows."""

    players, largest_return, unit = 1, 6, "pips"

    def __init__(self, throws=2, shown=None, rolling=True, earned=0):
        self.throws, self.shown, self.rolling, self.earned = throws, shown, rolling, earned

    def to_move(self):
        return -1 if self.rolling else 0

    def chance(self):
        return [(pips, 1 / 6) for pips in range(1, 7)]

    def legal_moves(self):
        return ["keep", "throw"] if self.throws else ["keep"]

    def play(self, move):
        if self.rolling:
            return type(self)(self.throws, move, False)
        if move == "throw":
            return type(self)(self.throws - 1)
        return type(self)(0, 0, False, self.shown)

    def over(self):
        return self.shown == 0

    def reward(self, player):
        return self.earned


@functools.cache
def worth(throws):
    return sum(max(pips, worth(throws - 1)) if throws else pips for pips in range(1, 7)) / 6


class Nim:
    """Players in turn take one to three from a pile; who takes the last one wins, the one before is second."""

    def __init__(self, pile=11, players=3, player=0):
        self.pile, self.players, self.player = pile, players, player

    def to_move(self):
        return self.player

    def legal_moves(self):
        return list(range(1, min(3, self.pile) + 1))

    def play(self, move):
        return type(self)(self.pile - move, self.players, (self.player + 1) % self.players)

    def over(self):
        return self.pile == 0

    def result(self, player):
        winner = (self.player - 1) % self.players
        return {winner: 1, (winner - 1) % self.players: 0.5}.get(player, 0)

    def __eq__(self, other):
        return (self.pile, self.player) == (other.pile, other.player)


def exact(state):
    """What players may get where everybody plays for himself, and the moves that may be best.

    Several, where a player does not care which of two moves he makes and others do.
    """
    if state.over():
        return {tuple(state.result(player) for player in range(state.players))}, []
    mover = state.to_move()
    values = {move: exact(state.play(move))[0] for move in state.legal_moves()}
    sure = {move: min(value[mover] for value in of_move) for move, of_move in values.items()}
    most = max(sure.values())
    possible = {move: {v for v in of_move if v[mover] >= most} for move, of_move in values.items()}
    return set().union(*possible.values()), [move for move, of_move in possible.items() if of_move]


class Race:
    """Two players in turn walk two steps, or throw a coin for four steps or one; first at the goal."""

    players = 2

    def __init__(self, left=(6, 6), player=0, tossing=False):
        self.left, self.player, self.tossing = left, player, tossing

    def to_move(self):
        return -1 if self.tossing else self.player

    def chance(self):
        return ((1, 0.5), (4, 0.5))

    def legal_moves(self):
        return [2, "toss"]

    def play(self, move):
        if move == "toss":
            return type(self)(self.left, self.player, True)
        left = list(self.left)
        left[self.player] = max(0, left[self.player] - move)
        return type(self)(tuple(left), 1 - self.player)

    def over(self):
        return 0 in self.left

    def result(self, player):
        return float(self.left[player] == 0)

    def key(self):
        return self.left, self.player, self.tossing


@functools.cache
def chance_of(left, player, tossing):
    """That the first player wins."""
    state = Race(left, player, tossing)
    if state.over():
        return state.result(0)
    outcomes = state.chance() if tossing else [(move, 1) for move in state.legal_moves()]
    values = []
    for move, probability in outcomes:
        after = state.play(move)
        values.append(probability * chance_of(after.left, after.player, after.tossing))
    return sum(values) if tossing else max(values) if player == 0 else min(values)


@pytest.mark.parametrize("throws", [1, 2, 3])
@pytest.mark.parametrize("engine", ["seq:backup=max", "tree:threads=2,backup=max"])
def test_the_worth_of_a_game_of_chance_and_rewards_is_found(engine, throws):
    found = banyan.search(Die(throws, 3, False), engine, iterations=8000)
    assert found.value == pytest.approx(max(3, worth(throws - 1)), abs=0.15)
    assert found.best_move == "throw"


def test_a_die_that_shows_enough_is_kept():
    assert banyan.search(Die(1, 4, False), "seq:backup=max", iterations=3000).best_move == "keep"
    assert banyan.search(Die(2, 4, False), "seq:backup=max", iterations=8000).best_move == "throw"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("pile", range(4, 10))
def test_each_of_many_players_plays_for_himself(players, pile):
    values, best = exact(Nim(pile, players))
    found = banyan.search(Nim(pile, players), "seq:solver=on", iterations=5000)
    assert int(found.best_move) in best
    if len({value[0] for value in values}) == 1:
        assert found.value == min(values)[0]


def test_two_players_and_chance_have_their_exact_worth():
    found = banyan.search(Race(), "seq:backup=max,c=0.3", iterations=20000)
    assert found.value == pytest.approx(chance_of((6, 6), 0, False), abs=0.03)


ENGINES = [
    "seq",
    "seq:select=puct",
    "seq:widen=1",
    "leaf:threads=2",
    "root:threads=2",
    "tree:threads=2",
    "hybrid:threads=2",
    "batched:batch=8",
    "seq:solver=on",
]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_for_many_players_searches_it(engine):
    found = banyan.search(Nim(5), engine, iterations=2000)
    assert int(found.best_move) in exact(Nim(5))[1]
    chance = banyan.search(Race(), engine, iterations=300)
    assert chance.best_move in ("2", "toss")


def test_positions_that_are_reached_twice_are_one_with_keys():
    found = banyan.search(Race(), "seq:tt=uct1", iterations=3000)
    assert 0 < found.value < 1
    with pytest.raises(ValueError, match="key"):
        banyan.search(Nim(), "seq:tt=uct1", iterations=10)


def test_the_games_own_playouts_give_what_each_player_gets():
    class Known(Nim):
        seeds = []

        def playout(self, seed):
            self.seeds.append(seed)
            return [0.25, 0.25, 0.5]

    found = banyan.search(Known(30), "seq", iterations=50)
    assert 10 < len(Known.seeds) == len(set(Known.seeds)) <= 50
    assert found.value == pytest.approx(0.25)


def test_an_evaluator_gives_a_value_for_each_player():
    def evaluate(states):
        return [min(exact(state)[0]) for state in states], [[1.0] * len(s.legal_moves()) for s in states]

    found = banyan.search(Nim(9), "batched:batch=4", iterations=400, evaluator=evaluate)
    assert int(found.best_move) in exact(Nim(9))[1]


def test_its_leaves_can_be_asked_for():
    tree = banyan.Tree(Die(2, 1, False), "ucb1:c=1.4,backup=max", seed=3)
    told = 0
    while told < 1500:
        leaves = tree.ask(4)
        for leaf in leaves:
            state = leaf.state
            tree.tell(leaf.id, max(state.shown, worth(state.throws - 1)) if state.throws else state.shown)
        told += max(1, len(leaves))
    assert tree.result().best_move == "throw"


def test_many_players_play_matches():
    found = banyan.match(Nim(7), "seq:iterations=60", "random", c="random", pairs=6, seed=2)
    assert found.seats == 3 and found.mean_score["a"] > found.mean_score["b"]
    chance = banyan.match(Race(), "seq:iterations=60", "random", pairs=20)
    assert chance.score > 0
    alone = banyan.match(Die(), "seq:iterations=60", "random", pairs=30)
    assert alone.unit == "pips" and alone.score > 0


def test_rewards_are_discounted():
    class Later(Die):
        discount = 0.5

    found = banyan.search(Later(1, 3, False), "seq:backup=max", iterations=4000)
    assert found.best_move == "keep"  # 3 now, not half of 3.5


def test_a_watched_game_of_chance_is_understood(tmp_path):
    log = io.StringIO()
    state = banyan.Watched(Race(), log)
    banyan.search(state, "seq", iterations=200)
    assert "turn 2 chance" in log.getvalue() or " chance" in log.getvalue()


@pytest.mark.parametrize(
    ("game", "members", "words"),
    [
        (Die, {"largest_return": None}, "largest_return"),
        (Die, {"largest_return": 0}, "largest_return is 0"),
        (Die, {"discount": 1.5}, "discount is 1.5"),
        (Die, {"players": 7}, "players is 7: give 1 to 6"),
        (Die, {"to_move": lambda self: 1}, "to_move\\(\\) gives 1: give 0, or -1 for chance"),
        (Die, {"reward": lambda self, player: math.nan}, "reward\\(0\\) gives nan"),
        (Die, {"chance": lambda self: [(1, 0.5)]}, "add up to 0.5"),
        (Die, {"chance": lambda self: [(1, 0.0), (2, 1.0)]}, "a probability of 0"),
        (Die, {"chance": lambda self: [1, 2]}, "no list of pairs"),
        (Die, {"chance": lambda self: []}, "0 outcomes"),
        (Nim, {"to_move": lambda self: -1}, "gives -1: give 0 to 2"),
        (Nim, {"result": lambda self, player: 0.3}, "result\\(0\\) gives 0.3"),
        (Nim, {"playout": lambda self, seed: [1, 0]}, "playout\\(seed\\) gives no list of 3"),
    ],
)
def test_what_such_a_game_must_not_give_is_said_in_a_sentence(game, members, words):
    broken = type("Broken", (game,), dict(members))
    if members.get("largest_return", 1) is None:
        broken = type("Broken", (), {k: v for k, v in vars(game).items() if k != "largest_return"})
    with pytest.raises(ValueError, match=words):
        banyan.search(broken(), "seq", iterations=100)


def test_engines_for_two_players_say_so():
    with pytest.raises(ValueError, match="does not play games of chance and of many players"):
        banyan.search(Nim(), "pipeline", iterations=100)


def test_one_simulated_worker_is_sequential_search():
    found = banyan.search(Nim(), "virtual:workers=1,vl=mean", iterations=500, seed=2)
    expected = banyan.search(Nim(), "seq", iterations=500, seed=2)
    assert [(c["move"], c["visits"]) for c in found.root["children"]] == [
        (c["move"], c["visits"]) for c in expected.root["children"]
    ]


def adapters():
    root = pathlib.Path(__file__).parents[2]
    spec = importlib.util.spec_from_file_location("adapters", root / "docs/python/adapters.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class SpielRace:
    """Race, by the methods of OpenSpiel's states. Results are 1 and -1."""

    def __init__(self, race=None):
        self.race = race or Race()

    def get_game(self):
        return self

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def num_players(self):
        return 2

    def is_chance_node(self):
        return self.race.tossing

    def current_player(self):
        return self.race.player

    def chance_outcomes(self):
        return list(self.race.chance())

    def legal_actions(self):
        return [0, 1]

    def child(self, action):
        return SpielRace(self.race.play(action if self.race.tossing else [2, "toss"][action]))

    def is_terminal(self):
        return self.race.over()

    def rewards(self):
        return [2 * self.race.result(player) - 1 if self.race.over() else 0 for player in (0, 1)]


def test_a_state_of_open_spiel_is_searched():
    found = banyan.search(
        adapters().OpenSpielState(SpielRace()), "seq:backup=max,c=0.3", iterations=20000
    )
    assert found.value == pytest.approx(2 * chance_of((6, 6), 0, False) - 1, abs=0.06)


class Lake:
    """An environment of Gymnasium's interface: five places in a row, of which the last pays 1.

    Action 1 goes on, and on ice stays where it is once in four times. Action 0 ends and pays 0.2.
    """

    def __init__(self, slippery=False):
        self.place, self.slippery = 0, slippery
        self.action_space, self.unwrapped = types.SimpleNamespace(n=2), self
        self.np_random, self.steps = numpy.random.default_rng(1), 0

    def __deepcopy__(self, memo):
        other = copy.copy(self)
        other.unwrapped, other.np_random = other, copy.deepcopy(self.np_random)
        return other

    def step(self, action):
        self.steps += 1
        if action == 0:
            return self.place, 0.2, True, False, {}
        self.place += not (self.slippery and self.np_random.random() < 0.25)
        return self.place, float(self.place == 4), self.place == 4, self.steps == 5, {}


def test_an_environment_is_searched():
    lake = adapters().GymState(Lake(), largest_return=1)
    found = banyan.search(lake, "seq:backup=max,c=0.3", iterations=1000)
    assert (found.best_move, found.value, found.unit) == ("1", 1, "rewards")


def test_samples_of_what_may_follow_hide_the_random_numbers_to_come():
    # On ice at least four of five steps must go on: 0.75^5 + 5 * 0.75^4 * 0.25 = 0.63.
    values = []
    for samples in (1, 12):
        lake = adapters().GymState(Lake(slippery=True), samples=samples, largest_return=1)
        values.append(banyan.search(lake, "seq:backup=max,c=0.5", iterations=3000).value)
    assert values[0] in (0.2, 1)  # it knows whether it will slip
    assert 0.4 < values[1] < 0.85
