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


def test_an_engine_that_needs_more_of_a_game_says_so():
    for engine in ["tree:threads=2", "seq:solver=on", "batched"]:
        with pytest.raises(ValueError, match="(give random, seq or root|key)"):
            banyan.search(Subtraction(), engine, iterations=10)


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


def test_a_game_that_never_ends_is_refused():
    class Endless(Subtraction):
        def play(self, move):
            return Endless(self.pile, 1 - self.player)

    with pytest.raises(ValueError, match="at most 1024 moves"):
        banyan.search(Endless(), "seq", iterations=1)
