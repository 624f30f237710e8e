"""Games that are Python classes."""

import banyan
import pytest


class Subtraction:
    """Players take one to three from a pile; who takes the last one wins."""

    def __init__(self, pile=10, player=0):
        self.pile, self.player = pile, player

    def to_move(self):
        return self.player

    def legal_moves(self):
        return list(range(1, min(3, self.pile) + 1))

    def play(self, move):
        return type(self)(self.pile - move, 1 - self.player)

    def over(self):
        return self.pile == 0

    def result(self, player):
        return float(player != self.player)


@pytest.mark.parametrize("engine", ["seq", "root:threads=2", "seq:batch=16"])
@pytest.mark.parametrize("pile", [5, 6, 7, 9, 10])
def test_a_search_finds_the_move_that_wins(engine, pile):
    found = banyan.search(Subtraction(pile), engine, iterations=3000)
    assert int(found.best_move) == pile % 4
    assert found.iterations == 3000


def test_one_seed_finds_the_same():
    one, two = (banyan.search(Subtraction(), "seq", iterations=500, seed=7) for _ in range(2))
    assert one.root == two.root


def test_moves_can_be_played_before():
    assert banyan.search(Subtraction(10), "seq", iterations=2000, moves="3").best_move == "3"


ENGINES = [
    "seq",
    "seq:batch=16",
    "leaf:threads=2",
    "root:threads=2",
    "tree:threads=2",
    "tree:threads=2,lock=packed",
    "tree:threads=2,lock=free",
    "hybrid:threads=2",
    "seq:solver=on",
    "tree:threads=2,solver=on",
    "seq:select=puct",
    "tree:threads=2,select=puct",
    "seq:select=tuned",
    "seq:widen=1",
    "batched:batch=8",
    "virtual:workers=4",
    "virtual:workers=4,select=puct",
    "pipeline:threads=2",
    "cluster:ranks=2",
    "plain",
    "seq:playout=decisive",
]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_searches_it(engine):
    found = banyan.search(Subtraction(6), engine, iterations=1500)
    assert found.best_move == "2"


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ("seq:rave=100", "moves are numbered"),
        ("seq:tt=uct2", "by a key"),
        ("batched:cache=1k", "by a key"),
        ("seq:select=puct,priors=game", "weighs moves"),
        ("seq:eval=game", "estimates positions"),
        ("naive", "naive is built for"),
    ],
)
def test_an_engine_that_needs_more_of_a_game_says_so(engine, words):
    with pytest.raises(ValueError, match=words):
        banyan.search(Subtraction(), engine, iterations=10)


class Rich(Subtraction):
    """The same with all that a game may have."""

    alternates = True
    max_moves = 3
    asked = set()

    def key(self):
        self.asked.add("key")
        return (self.pile, self.player)

    def priors(self):
        self.asked.add("priors")
        return [8 if move == self.pile % 4 else 1 for move in self.legal_moves()]

    def estimate(self):
        self.asked.add("estimate")
        wins = self.pile % 4 != 0
        return float(wins == (self.player == 0))

    def playout(self, seed):
        self.asked.add("playout")
        state = self
        while not state.over():
            seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
            moves = state.legal_moves()
            state = state.play(moves[(seed >> 33) % len(moves)])
        return state.result(0)


@pytest.mark.parametrize(
    ("engine", "wanted"),
    [
        ("seq", "playout"),
        ("seq:tt=uct2", "key"),
        ("batched:cache=1k", "key"),
        ("seq:select=puct,priors=game", "priors"),
        ("seq:eval=game", "estimate"),
        ("batched:batch=4,eval=game", "estimate"),
    ],
)
def test_a_game_may_have_more(engine, wanted):
    Rich.asked.clear()
    assert banyan.search(Rich(6), engine, iterations=1500).best_move == "2"
    assert wanted in Rich.asked


def test_an_evaluator_is_given_its_states():
    seen = []

    def evaluate(states):
        seen.append(max(len(states), 0))
        assert all(isinstance(state, Subtraction) for state in states)
        values = [float(state.pile % 4 != 0) for state in states]
        priors = [[1.0] * len(state.legal_moves()) for state in states]
        return values, priors

    found = banyan.search(Subtraction(7), "batched:batch=4", iterations=400, evaluator=evaluate)
    assert found.best_move == "3"
    assert max(seen) == 4


def test_a_match_is_played_in_it():
    found = banyan.match(
        Subtraction(9), "seq", "random", pairs=10, iterations=200, openings="none"
    )
    assert found["game"] == "subtraction"
    assert found["score"] > 0.5
    evaluated = banyan.match(
        Subtraction(9),
        "batched",
        "batched",
        pairs=2,
        iterations=50,
        evaluator_a=lambda states: [float(state.pile % 4 != 0) for state in states],
    )
    assert evaluated["deals"] == 2


def test_the_search_that_judges_openings_takes_no_longer_than_the_games():
    results = 0

    class Counting(Subtraction):
        def result(self, player):
            nonlocal results
            results += 1
            return super().result(player)

    found = banyan.match(Counting(21), "seq", "random", pairs=1, iterations=10)
    assert found["openings"] == "random:plies=4,iterations=1000"
    assert results < 20_000  # the iterations of one search that judges games of the program
    asked = banyan.match(
        Subtraction(21), "seq", "random", pairs=1, iterations=10, openings="random:iterations=50"
    )
    assert asked["openings"] == "random:plies=4,iterations=50"


def test_a_match_starts_from_a_position():
    found = banyan.match(
        banyan.Position("hex:size=3", "b2"), "seq", "seq", pairs=1, iterations=50, openings="none"
    )
    assert found["game"] == "hex_2"


def test_advice_is_given_for_it():
    found = banyan.advise(Subtraction(21), time="5ms", threads=2, minutes=0.05)
    assert found["game"] == "subtraction"


def test_advice_is_given_for_its_evaluator():
    batches = set()

    def evaluate(states):
        batches.add(len(states))
        return [0.5 if state.pile % 4 else 0.1 for state in states]

    found = banyan.advise(Subtraction(200), time="5ms", threads=1, minutes=0.3, evaluator=evaluate)
    assert all(engine["engine"].startswith("batched:") for engine in found.engines)
    assert found.answer["engine"].startswith("batched:")
    assert max(batches) > 16 and 1 in batches
    with pytest.raises(ValueError, match="give one of them"):
        banyan.advise("connect_four", evaluator=evaluate, device="1ms")


def test_a_position_shows_its_state():
    seen = []

    def evaluate(states):
        seen.extend(states)
        return [0.5] * len(states)

    banyan.search(Subtraction(5), "batched:batch=2", iterations=20, evaluator=evaluate)
    assert {state.pile for state in seen} <= set(range(6))


def test_a_game_may_have_thousands_of_moves():
    class Long(Subtraction):
        def legal_moves(self):
            return [1]

    assert banyan.search(Long(3001), "seq", iterations=3).best_move == "1"


def test_an_object_that_is_no_game_is_refused():
    with pytest.raises(ValueError, match="'int' has not"):
        banyan.search(3, "seq", iterations=10)


@pytest.mark.parametrize(
    ("method", "returned", "words"),
    [
        ("legal_moves", [], "0 moves where it is not over"),
        ("legal_moves", 3, "gives no list"),
        ("to_move", 2, "give 0 or 1"),
        ("to_move", "me", "gives no such number"),
        ("play", None, "give the next state"),
        ("result", 7, "0.5 for a draw"),
    ],
)
def test_what_a_game_must_not_give_is_said_in_a_sentence(method, returned, words):
    broken = type("Broken", (Subtraction,), {method: lambda self, *arguments: returned})
    with pytest.raises(ValueError, match=words) as error:
        banyan.search(broken(), "seq", iterations=100)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize("engine", ["seq", "root:threads=3"])
def test_an_exception_of_the_game_ends_the_search(engine):
    class Broken(Subtraction):
        def over(self):
            if self.pile < 3:
                raise KeyError("rules")
            return super().over()

    with pytest.raises(KeyError, match="rules"):
        banyan.search(Broken(), engine, iterations=1000)


def test_a_game_that_never_ends_obeys_time():
    class Endless(Subtraction):
        def play(self, move):
            return Endless(self.pile, 1 - self.player)

    found = banyan.search(Endless(), "seq:cap=50", iterations=20)
    assert found.value == 0.5
    assert banyan.search(Endless(), "seq", time="100ms").seconds < 60


def test_nobody_is_to_move_at_the_end():
    class Silent(Subtraction):
        def to_move(self):
            if self.over():
                raise KeyError("nobody")
            return super().to_move()

    assert banyan.search(Silent(6), "seq:solver=on", iterations=500).best_move == "2"
    with pytest.raises(ValueError, match="the game is over"):
        banyan.search(Silent(0), "seq", iterations=10)


def test_more_moves_than_it_says_are_refused():
    class Wide(Subtraction):
        max_moves = 2

    with pytest.raises(ValueError, match="gives 3 moves where it is not over: give 1 to 2"):
        banyan.search(Wide(), "seq", iterations=10)


class Many:
    """Whoever names the greatest number below `size` wins; the second player may not name it too."""

    max_moves = 2000

    def __init__(self, size=2000, named=()):
        self.size, self.named = size, named

    def to_move(self):
        return len(self.named)

    def legal_moves(self):
        return list(range(self.size))

    def play(self, move):
        return type(self)(4, self.named + (move,))

    def over(self):
        return len(self.named) == 2

    def result(self, player):
        first, second = self.named
        won = first > second
        return float(won if player == 0 else not won)


@pytest.mark.parametrize("engine", ["seq", "tree:threads=2", "seq:select=puct", "root:threads=2"])
def test_a_position_may_have_thousands_of_moves(engine):
    found = banyan.search(Many(), engine, iterations=6000)
    assert len(found.root["children"]) == 2000
    assert int(found.best_move) >= 3
    assert found.value > 0.5


def test_a_game_of_many_moves_says_so():
    class Silent(Many):
        max_moves = 1024

    with pytest.raises(ValueError, match="give 1 to 1024, or say in max_moves how many"):
        banyan.search(Silent(), "seq", iterations=100)

    class Vast(Many):
        max_moves = 5000

    with pytest.raises(ValueError, match="max_moves is 5000: give 1 to 4096"):
        banyan.search(Vast(), "seq", iterations=100)
