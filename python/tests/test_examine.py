"""Searches of one's own as players, and how strong they are."""

import functools
import math
import random
import threading

import banyan
import pytest
from test_python_game import Subtraction


PLAIN = "random:plies=2,filter=none"


class Pile(Subtraction):
    def __init__(self, pile=21, player=0):
        super().__init__(pile, player)

    def __str__(self):
        return f"a pile of {self.pile}"


class Node:
    def __init__(self, mover):
        self.mover, self.visits, self.value, self.children, self.untried = mover, 0, 0.0, {}, None


class Descent:
    """One iteration in its steps, so that threads can take them at the same time."""

    def __init__(self, tree, root, numbers, shown):
        self.state, self.numbers, self.shown, self.path = root, numbers, shown, [tree]

    def choose(self):
        node = self.path[0]
        while not self.state.over():
            if node.untried is None:
                node.untried = list(self.state.legal_moves())
            fresh = bool(node.untried)
            if fresh:
                move = self.numbers.choice(node.untried)
                node.untried.remove(move)
                node.children[move] = Node(self.state.to_move())
            else:
                log = math.log(max(1, node.visits))
                move = max(node.children, key=lambda each: score(node.children[each], log))
            node = node.children[move]
            self.state = self.state.play(move)
            self.path.append(node)
            if fresh:
                break
        for node in self.path if self.shown else ():
            node.visits += 1

    def back_up(self):
        while not self.state.over():
            self.state = self.state.play(self.numbers.choice(self.state.legal_moves()))
        results = [self.state.result(0), self.state.result(1)]
        for node in self.path:
            node.visits += not self.shown
            node.value += results[node.mover]


def score(child, log):
    visits = max(1, child.visits)
    return child.value / visits + math.sqrt(log / visits)


def grown(root, iterations, numbers):
    tree = Node(1 - root.to_move())
    for _ in range(iterations):
        descent = Descent(tree, root, numbers, False)
        descent.choose()
        descent.back_up()
    return tree


def uct(state, *, iterations, seed):
    tree = grown(state, iterations, random.Random(seed))
    return max(tree.children, key=lambda move: tree.children[move].visits)


def root_parallel(state, *, iterations, threads, seed, merge):
    """A tree per thread, whose visits are added by "moves", or by "places" in its root."""
    trees = [
        grown(state, iterations // threads, random.Random(97 * seed + thread))
        for thread in range(threads)
    ]
    moves, votes = list(trees[0].children), {}
    for tree in trees:
        for place, (move, child) in enumerate(tree.children.items()):
            voted = move if merge == "moves" else moves[place]
            votes[voted] = votes.get(voted, 0) + child.visits
    return max(votes, key=votes.get)


def shared_tree(state, *, iterations, threads, seed, shown):
    """All threads descend before any backs up, in turns; are those in flight shown?"""
    tree = Node(1 - state.to_move())
    turns = [threading.Semaphore(int(thread == 0)) for thread in range(threads)]

    def work(thread):
        numbers = random.Random(97 * seed + thread)
        for _ in range(iterations // threads):
            descent = Descent(tree, state, numbers, shown)
            for step in (descent.choose, descent.back_up):
                turns[thread].acquire()
                step()
                turns[(thread + 1) % threads].release()

    team = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for each in team:
        each.start()
    for each in team:
        each.join()
    return max(tree.children, key=lambda move: tree.children[move].visits)


def test_a_function_plays_a_match():
    found = banyan.match(Pile(), uct, "random", pairs=10, iterations=100, openings=PLAIN)
    assert found.a == "uct" and found.wins > found.losses


def test_a_function_plays_positions_of_games_in_cpp():
    seen = []

    def first(position, *, time, seed):
        seen.append((position.moves, time, seed))
        return position.legal_moves[0]

    found = banyan.match("tic_tac_toe", first, "random", pairs=2, time="20ms", records=True)
    moves = [game["opening"] + game["moves"] for game in found.records]
    assert all(any(game[: len(before)] == before for game in moves) for before, _, _ in seen)
    assert {time for _, time, _ in seen} == {0.02}
    assert len({seed for _, _, seed in seen}) == len(seen)


def test_an_illegal_move_is_named():
    def wrong(position, *, iterations):
        return "z9"

    with pytest.raises(ValueError, match="wrong plays 'z9' after .*: give one of a1, "):
        banyan.match("hex:size=3", wrong, "random", pairs=1, iterations=10)
    with pytest.raises(ValueError, match="wrong plays 'z9' in a position of player .: give one of 1, 2, 3"):
        banyan.match(Pile(), wrong, "random", pairs=1, iterations=10, openings="none")


def test_an_exception_says_where_and_keeps_its_cause():
    def fails(position, *, iterations):
        return 1 // 0

    with pytest.raises(RuntimeError, match="fails fails after .*: ZeroDivisionError") as raised:
        banyan.match("hex:size=3", fails, "random", pairs=1, iterations=10)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_a_budget_that_the_function_does_not_take_is_refused():
    with pytest.raises(ValueError, match="uct takes no argument time"):
        banyan.match(Pile(), uct, "random", pairs=1, time="10ms")
    with pytest.raises(ValueError, match="clock= is for engines"):
        banyan.match(Pile(), uct, "random", pairs=1, iterations=10, clock="1s")


def test_positions_judge_a_function():
    def worst(position, *, iterations):
        return position.legal_moves[0]

    found = banyan.quality("tic_tac_toe", ["seq", worst], iterations=500, positions=20, plies="1-4")
    assert [row["engine"] for row in found.rows] == ["seq", "worst"]
    assert found.rows[1]["failures"] > found.rows[0]["failures"]


class Mutable:
    """A pile whose methods are called otherwise, and which changes."""

    def __init__(self, pile=21):
        self.pile, self.player = pile, 0

    def getPossibleMoves(self):
        return range(1, min(3, self.pile) + 1)

    def makeMove(self, move):
        self.pile, self.player = self.pile - move, 1 - self.player
        return True

    def winner(self):
        return 1 - self.player if self.pile == 0 else None


MUTABLE = {
    "calls": {"getPossibleMoves": "moves", "makeMove": "play", "winner": "winner"},
    "player": lambda state: state.player,
    "results": lambda state, players: [float(state.winner() == player) for player in range(players)],
}


def test_a_game_with_other_methods_is_played_and_its_states_are_given_as_copies():
    def takes(state, *, iterations):
        move = state.pile % 4 or 1
        state.makeMove(move)
        return move

    start = Mutable()
    game = banyan.Adapted(start, MUTABLE)
    found = banyan.match(game, takes, "random", pairs=10, iterations=10, openings=PLAIN)
    assert found.wins > 15 and start.pile == 21


def test_a_right_search_is_not_said_to_be_weaker():
    search = functools.partial(root_parallel, merge="moves")
    found = banyan.examine(search, Pile(), iterations=200, threads=[1, 2], pairs=20, seed=3)
    measured = [*found.strength, found.scaling[0]["equal_iterations"]]
    assert all(each["elo_upper95"] > 0 for each in measured)
    assert found.control["shown"] and "seq with half the iterations loses" in str(found)
    assert found.findings == {1: [], 2: []} and "The doctor" not in str(found)


def test_trees_that_are_merged_by_place_are_shown_to_lose():
    search = functools.partial(root_parallel, merge="places")
    found = banyan.examine(search, Pile(), iterations=200, threads=[1, 4], pairs=20, against=[])
    assert found.scaling[0]["equal_iterations"]["elo_upper95"] < 0
    assert "Your 4 threads lose" in str(found)


def blind_or_not(shown):
    search = functools.partial(shared_tree, shown=shown)
    return banyan.examine(search, Pile(), iterations=160, threads=[1, 16], pairs=20, against=[])


def test_threads_that_do_not_see_each_other_lose_and_the_doctor_says_why():
    found = blind_or_not(shown=False)
    assert found.scaling[0]["equal_iterations"]["elo_upper95"] < 0
    assert [each["name"] for each in found.findings[16]] == ["descents-see-no-others"]
    assert "at equal iterations. The doctor: Descents do not see others" in str(found)


def test_the_same_threads_with_virtual_visits_do_not():
    found = blind_or_not(shown=True)
    assert found.scaling[0]["equal_iterations"]["elo_upper95"] > 0
    assert not found.findings[16]


def test_a_game_that_changes_is_examined_and_watched():
    def last(state, *, iterations):
        return state.getPossibleMoves()[-1]

    game = banyan.Adapted(Mutable(5), MUTABLE)
    found = banyan.examine(last, game, iterations=50, pairs=4, against=["plain"])
    assert "your search" in str(found)


def test_positions_are_judged_where_the_game_has_a_solver():
    def first(position, *, iterations):
        return position.legal_moves[0]

    found = banyan.examine(
        first, "tic_tac_toe", iterations=200, pairs=4, against=["seq"], positions=20, plies="1-4"
    )
    assert "solved positions" in str(found) and len(found.quality.rows) == 2


def test_a_search_without_threads_is_asked_for_one():
    with pytest.raises(ValueError, match="uct takes no argument threads: give threads=1"):
        banyan.examine(uct, Pile(), iterations=10, threads=[1, 2])
