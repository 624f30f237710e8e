"""Games in Python whose players see only a part of the position."""

import dataclasses
import random

import banyan
import pytest


class Kuhn:
    """Kuhn poker: an ante of a chip, a card for each, and one bet."""

    stakes, unit = (-2, 2), "chips"

    def __init__(self, cards=(), moves=""):
        self.cards, self.moves = cards, moves

    def to_move(self):
        return -1 if len(self.cards) < 2 else len(self.moves) % 2

    def others(self, cards):
        return [card for card in (1, 2, 3) if card not in cards]

    def chance(self):
        left = self.others(self.cards)
        return [(card, 1 / len(left)) for card in left]

    def legal_moves(self):
        return ["pass", "bet"]

    def play(self, move):
        if len(self.cards) < 2:
            return type(self)(self.cards + (move,))
        return type(self)(self.cards, self.moves + move[0])

    def over(self):
        return self.moves in ("pp", "bp", "bb", "pbp", "pbb")

    def score(self, player):
        if self.moves in ("bp", "pbp"):
            first = 1 if self.moves == "bp" else -1
        else:
            stake = 2 if "bb" in self.moves else 1
            first = stake if self.cards[0] > self.cards[1] else -stake
        return first if player == 0 else -first

    def observe(self, move, player):
        return move if len(self.cards) in (player, 2) else "a card"

    def information(self, player):
        return self.cards[player : player + 1], len(self.cards), self.moves

    def determinize(self, player, seed):
        cards, other = list(self.cards), 1 - player
        if other < len(cards):
            cards[other] = random.Random(seed).choice(self.others(cards[player : player + 1]))
        return type(self)(tuple(cards), self.moves)


def part(without, **methods):
    left_out = (without, "__dict__", "__weakref__")
    kept = {name: each for name, each in vars(Kuhn).items() if name not in left_out}
    return type("Part", (), {**kept, **methods})


HONEST = ["pimc:worlds=10", "so_ismcts", "mo_ismcts", "mo_ismcts:apart=on", "so_ismcts:playouts=4"]


def visits(found):
    return {child["move"]: child["visits"] for child in found.root["children"]}


@pytest.mark.parametrize("engine", HONEST + ["so_ismcts:threads=2", "so_ismcts:trees=2", "cheat"])
def test_the_best_card_calls_and_the_worst_folds(engine):
    best = banyan.search(Kuhn((1, 3), "b"), engine, iterations=600)
    assert best.best_move == "bet"
    assert best.value > 1.5 and best.iterations >= 600
    worst = banyan.search(Kuhn((3, 1), "b"), engine, iterations=600)
    assert worst.best_move == "pass"
    assert worst.value == pytest.approx(-1, abs=0.3)


@pytest.mark.parametrize("engine", HONEST)
def test_a_search_finds_the_same_whatever_is_hidden(engine):
    one, other = (banyan.search(Kuhn((card, 2), "p"), engine, iterations=500) for card in (1, 3))
    assert visits(one) == visits(other)
    assert sum(visits(one).values()) >= 500


def test_a_cheat_finds_something_else():
    one, other = (banyan.search(Kuhn((card, 2), "b"), "cheat", iterations=500) for card in (1, 3))
    assert (one.best_move, other.best_move) == ("bet", "pass")


def test_a_match_counts_what_the_game_counts():
    found = banyan.match(Kuhn(), "mo_ismcts:iterations=200", "random", pairs=60, records=True)
    assert found.games == 120
    assert found.score > 0.1  # chips; 0.22 on average
    assert {record["moves"][0] for record in found.records} == {"1", "2", "3"}


def test_results_stand_for_scores():
    game = part("score", result=lambda self, player: float(Kuhn.score(self, player) > 0))
    found = banyan.search(game((1, 3), "b"), "so_ismcts", iterations=300)
    assert found.best_move == "bet" and found.value > 0.9


def test_a_game_finishes_by_itself_if_it_can():
    ends = []

    class Quick(Kuhn):
        def finish(self, seed):
            state = self
            while not state.over():
                state = state.play("pass")
            ends.append(seed)
            return state

    found = banyan.search(Quick((1, 3), ""), "so_ismcts", iterations=100)
    assert ends and len(set(ends)) == len(ends)
    assert found.iterations == 100

    class Endless(Kuhn):
        def finish(self, seed):
            return self

    with pytest.raises(ValueError, match=r"finish\(\) gives a state that is not over"):
        banyan.search(Endless((1, 3), ""), "so_ismcts", iterations=100)


def wrong(**methods):
    return type("Wrong", (Kuhn,), methods)


@pytest.mark.parametrize(
    "game, message",
    [
        (wrong(stakes=(2, 2)), "has score() and no stakes"),
        (wrong(stakes=(-1, 1)), "give a whole number within its stakes, -1 to 1"),
        (wrong(score=lambda self, player: 0.5), "gives 0.5: give a whole number"),
        (wrong(score=lambda self, player: float("nan")), "gives nan: give a whole number"),
        (wrong(score=lambda self, player: "all"), "score() gives no such number as it should"),
        (wrong(determinize=lambda self, player, seed: None), "determinize() gives None"),
        (wrong(observe=lambda self, move, player: []), "observe() gives [], which Python cannot hash"),
        (wrong(legal_moves=lambda self: [["bet"]]), "gives ['bet'], which Python cannot hash"),
        (wrong(legal_moves=lambda self: list(range(65))), "gives 65 moves where it is not over: give 1 to 64."),
        (
            wrong(
                legal_moves=lambda self: [f"{self.moves} {i}" for i in range(40)],
                play=lambda self, move: type(self)(self.cards, self.moves + "p"),
                over=lambda self: len(self.moves) > 4,
            ),
            "more than 64 different moves",
        ),
        (wrong(reward=lambda self, player: 0, largest_return=1), "has no reward()"),
    ],
)
def test_what_is_wrong_with_a_game_is_said(game, message):
    with pytest.raises(ValueError) as raised:
        for seed in range(1, 20):
            banyan.search(game((1, 2), "b"), "so_ismcts", iterations=100, seed=seed)
    assert message in str(raised.value)


def test_a_game_that_draws_worlds_says_what_is_seen():
    with pytest.raises(ValueError, match=r"has observe\(\) and information\(\) too, which 'Part'"):
        banyan.search(part("observe")((1, 2), "b"), "so_ismcts", iterations=10)


def test_other_engines_are_refused():
    with pytest.raises(ValueError, match="give pimc, so_ismcts, mo_ismcts, cheat or random"):
        banyan.search(Kuhn((1, 2)), "seq", iterations=10)


class Compared(Kuhn):
    def __eq__(self, other):
        return (self.cards, self.moves) == (other.cards, other.moves)

    def __str__(self):
        return f"{self.cards} {self.moves}"


def test_a_check_finds_nothing_wrong_with_a_game_that_keeps_its_promises():
    found = banyan.check_game(Compared())
    assert (found.defects, found.hidden, found.games) == ([], True, 100)
    assert 4 < found.mean_length < 5


@pytest.mark.parametrize(
    "methods, sentence",
    [
        (
            {"determinize": lambda self, player, seed: self},
            "determinize depends on what the observer has not seen",
        ),
        (
            {"information": lambda self, player: (self.cards, self.moves)},
            "determinize changes what the observer knows: information",
        ),
        ({"observe": lambda self, move, player: None}, "a player does not see the move that he makes"),
        ({"score": lambda self, player: 3}, ""),
    ],
)
def test_a_check_finds_what_is_wrong(methods, sentence):
    game = type("Wrong", (Compared,), methods)()
    if not sentence:
        with pytest.raises(ValueError, match="within its stakes"):
            banyan.check_game(game)
        return
    assert any(defect.startswith(sentence) for defect in banyan.check_game(game).defects)


def test_a_check_needs_states_that_can_be_compared():
    with pytest.raises(ValueError, match="give their class __eq__"):
        banyan.check_game(Kuhn())

    @dataclasses.dataclass(frozen=True)
    class Pile:
        stones: int = 10
        player: int = 0

        def to_move(self):
            return self.player

        def legal_moves(self):
            return list(range(1, min(3, self.stones) + 1))

        def play(self, move):
            return Pile(self.stones - move, 1 - self.player)

        def over(self):
            return self.stones == 0

        def result(self, player):
            return float(player != self.player)

    found = banyan.check_game(Pile(), games=20)
    assert found.defects == [] and found.longest <= 10
