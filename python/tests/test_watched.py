"""Games that write what a search does with them, for `banyan doctor`."""

import copy
import io
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading

import banyan
import pytest

PROGRAM = pathlib.Path(banyan.__file__).parents[2] / "banyan"


class Pile:
    """Players take one to three; who takes the last one wins. play() changes the state."""

    def __init__(self, pile=15):
        self.pile, self.player = pile, 0

    def to_move(self):
        return self.player

    def legal_moves(self):
        return list(range(1, min(3, self.pile) + 1))

    def play(self, move):
        self.pile, self.player = self.pile - move, 1 - self.player

    def over(self):
        return self.pile == 0

    def result(self, player):
        return float(player != self.player)


class Fixed(Pile):
    """The same, but play() returns the next state."""

    def play(self, move):
        after = copy.copy(self)
        Pile.play(after, move)
        return after


class Node:
    def __init__(self, move, mover):
        self.move, self.mover, self.visits, self.value = move, mover, 0, 0.0
        self.children, self.untried = [], None


def uct(root, iterations, sign=1):
    """A UCT that has its values the wrong way round if sign is -1."""
    numbers = random.Random(1)
    top = Node(None, 1 - root.to_move())
    for _ in range(iterations):
        state, node, path = copy.copy(root), top, [top]
        while not state.over():
            if node.untried is None:
                node.untried = list(state.legal_moves())
            if node.untried:
                move = node.untried.pop(numbers.randrange(len(node.untried)))
                child = Node(move, state.to_move())
                node.children.append(child)
            else:
                log = math.log(node.visits)
                child = max(
                    node.children, key=lambda c: c.value / c.visits + math.sqrt(log / c.visits)
                )
            state.play(child.move)
            path.append(child)
            node = child
            if not child.visits:
                break
        while not state.over():
            state.play(numbers.choice(state.legal_moves()))
        for node in path:
            node.visits += 1
            node.value += 0.5 + sign * (state.result(node.mover) - 0.5)


def doctor(log, tmp_path):
    file = tmp_path / "search.log"
    file.write_text(log)
    return subprocess.run([PROGRAM, "doctor", file], capture_output=True, text=True)


needs_program = pytest.mark.skipif(not os.access(PROGRAM, os.X_OK), reason="without the program")


@needs_program
def test_a_right_search_in_python_is_told_so(tmp_path):
    log = io.StringIO()
    uct(banyan.Watched(Pile(), log, game="pile", iterations=500), 500)
    told = doctor(log.getvalue(), tmp_path)
    assert told.returncode == 0 and "Nothing wrong was found" in told.stdout


@needs_program
def test_values_of_the_wrong_player_are_found(tmp_path):
    log = io.StringIO()
    uct(banyan.Watched(Pile(), log), 500, sign=-1)
    told = doctor(log.getvalue(), tmp_path)
    assert told.returncode == 1 and "[values-of-other-player]" in told.stdout


def test_states_that_never_change_are_watched_too():
    log = io.StringIO()
    state = banyan.Watched(Fixed(3), log)
    after = state.play(1)
    assert (state.legal_moves(), after.legal_moves()) == ([1, 2, 3], [1, 2])
    end = after.play(2)
    assert end.over() and end.result(1) == 1
    assert log.getvalue().splitlines() == [
        "game game players 2",
        "new 1",
        "turn 1 0",
        "play 1 1 2",
        "moves 1 1 2 3",
        "moves 2 1 2",
        "play 2 2 3",
        "over 3",
        "over 3",
        "result 3 0.0 1.0",
    ]


class Spiel:
    """The pile again, with the methods of OpenSpiel's states."""

    def __init__(self, pile=Pile()):
        self.pile = pile

    def current_player(self):
        return self.pile.player

    def is_chance_node(self):
        return False

    def is_terminal(self):
        return self.pile.over()

    def legal_actions(self):
        return self.pile.legal_moves()

    def apply_action(self, move):
        self.pile.play(move)

    def clone(self):
        return copy.deepcopy(self)

    def returns(self):
        return [2 * self.pile.result(player) - 1 for player in (0, 1)]


def test_states_of_openspiel_are_watched():
    log = io.StringIO()
    root = banyan.Watched(Spiel(Pile(3)), log, interface=banyan.OPEN_SPIEL)
    state = root.clone()
    assert state.legal_actions() == [1, 2, 3] and state.current_player() == 0
    state.apply_action(3)
    assert state.is_terminal() and state.returns() == [1.0, -1.0]
    assert log.getvalue().splitlines() == [
        "game game players 2",
        "new 1",
        "turn 1 0",
        "copy 1 2",
        "moves 2 1 2 3",
        "play 2 3 2",
        "over 2",
        "over 2",
        "result 2 1.0 -1.0",
    ]


class Actions:
    """With methods that are called otherwise, and moves that make new states."""

    def __init__(self, pile):
        self.pile = pile

    def actions(self):
        return self.pile.legal_moves()

    def take_action(self, move):
        return Actions(self.pile.play(move))

    def is_final(self):
        return self.pile.over()

    def reward(self):
        return self.pile.result(0)


def test_other_interfaces_are_a_few_lines():
    log = io.StringIO()
    interface = {
        "calls": {
            "actions": "moves",
            "take_action": "play",
            "is_final": "over",
            "reward": "result",
        },
        "player": lambda state: state.pile.player,
        "results": lambda state, players: [state.reward(), 1 - state.reward()],
    }
    state = banyan.Watched(Actions(Fixed(2)), log, interface=interface)
    assert state.actions() == [1, 2]
    end = state.take_action(2)
    assert end.is_final() and end.reward() == 1
    assert log.getvalue().splitlines()[-3:] == ["over 2", "over 2", "result 2 1.0 0.0"]


class Moves:
    """A pile with getPossibleMoves and makeMove, whose moves are a generator."""

    def __init__(self, pile):
        self.pile, self.currentPlayer = pile, 1

    def getPossibleMoves(self):
        return (take for take in (1, 2, 3) if take <= self.pile)

    def makeMove(self, move):
        self.pile, self.currentPlayer = self.pile - move, -self.currentPlayer
        return 0.0  # a reward, and no state

    def isOver(self):
        return self.pile == 0

    def getReward(self):
        return -self.currentPlayer


def test_the_interface_of_the_page_is_watched():
    page = (pathlib.Path(__file__).parents[2] / "docs" / "doctor.md").read_text()
    names = {}
    exec(page[page.index("MINE = {") : page.index("my_search(banyan.Watched(state, file, interface=MINE))")], names)
    log = io.StringIO()
    state = banyan.Watched(Moves(3), log, interface=names["MINE"])
    assert list(state.getPossibleMoves()) == [1, 2, 3]
    assert state.makeMove(3) == 0.0 and state.isOver() and state.getReward() == 1
    assert log.getvalue().splitlines()[2:] == [
        "turn 1 0",
        "moves 1 1 2 3",
        "play 1 3 1",
        "over 1",
        "over 1",
        "result 1 1 -1",
    ]


class Chained(Pile):
    """play() changes the state and returns it; the end is known by its winner."""

    def play(self, move):
        super().play(move)
        return self

    def winner(self):
        return 1 - self.player if self.pile == 0 else None


def test_a_state_that_returns_itself_and_has_a_winner_is_watched():
    log = io.StringIO()
    interface = {
        "calls": {"legal_moves": "moves", "play": "play", "winner": "winner"},
        "player": lambda state: state.player,
        "results": lambda state, players: [float(state.winner() == each) for each in (0, 1)],
    }
    root = banyan.Watched(Chained(3), log, interface=interface)
    state = copy.copy(root)
    assert state.winner() is None and state.play(1).play(2) is state and state.winner() == 1
    assert root.legal_moves() == [1, 2, 3]
    assert log.getvalue().splitlines()[3:] == [
        "copy 1 2",
        "play 2 1 2",
        "play 2 2 2",
        "over 2",
        "over 2",
        "result 2 0.0 1.0",
        "moves 1 1 2 3",
    ]


def test_positions_of_games_in_cpp_are_watched():
    log = io.StringIO()
    position = banyan.Watched(banyan.Position("tic_tac_toe", "a1 a2 b1 b2"), log)
    assert not position.over and "c1" in position.legal_moves
    end = position.play("c1")
    assert end.over and end.result(0) == 1
    lines = log.getvalue().splitlines()
    assert lines[1:3] == ["new 1", "turn 1 0"] and lines[3].startswith("moves 1 ")
    assert lines[4:] == ["play 1 c1 2", "over 2", "over 2", "result 2 1.0 0.0"]


DOCS = pathlib.Path(__file__).parents[2] / "docs" / "doctor"


def doctor_of(command, tmp_path):
    log = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return doctor(log, tmp_path)


@needs_program
def test_a_search_in_python_from_the_page_alone_is_right_and_its_mistake_is_named(tmp_path):
    command = [sys.executable, DOCS / "uct.py", "1000"]
    told = doctor_of(command, tmp_path)
    assert told.returncode == 0 and "UCB1 with c = 1.2 " in told.stdout
    told = doctor_of([*command, "fades"], tmp_path)
    assert told.returncode == 1 and "[results-fade]" in told.stdout


@needs_program
@pytest.mark.skipif(shutil.which("cc") is None, reason="without a compiler")
def test_a_search_in_c_from_the_page_alone_is_right_and_its_mistake_is_found(tmp_path):
    built = tmp_path / "uct"
    subprocess.run(["cc", "-O1", "-o", built, DOCS / "uct.c", "-lm"], check=True)
    told = doctor_of([built, "1000"], tmp_path)
    assert told.returncode == 0 and "UCB1 with c = 1.414 " in told.stdout
    log = subprocess.run([built, "1000", "wrong"], check=True, capture_output=True, text=True).stdout
    told = doctor(log, tmp_path)
    assert told.returncode == 0 and "but no rule that is known explains the choices" in told.stdout
    found = banyan.doctor(tmp_path / "search.log", rule="ucb1")
    assert [each["name"] for each in found.findings] == ["no-rule-found"]


def test_threads_and_priors_are_told_apart():
    log = io.StringIO()
    state = banyan.Watched(Fixed(3), log)
    state.legal_moves()
    state.tell_priors([0.5, 0.25, 0.25])
    thread = threading.Thread(target=lambda: state.play(3))
    thread.start()
    thread.join()
    state.tell_values([0.75, 0.25])
    assert log.getvalue().splitlines()[3:] == [
        "moves 1 1 2 3",
        "priors 1 0.5 0.25 0.25",
        "thread 0",
        "thread 1",
        "play 1 3 2",
        "over 2",
        "thread 0",
        "result 1 0.75 0.25",
    ]
