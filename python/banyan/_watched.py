"""A game that writes what a search does with it: the log that `banyan doctor` reads."""

import copy
import threading
from collections.abc import Iterator

from banyan._banyan import Position
from banyan._interfaces import BANYAN, POSITION, is_over, is_state


class Watched:
    """Plays as the state does, and writes each call to a file (docs/doctor.md).

    state       has to_move(), legal_moves(), play(move), over() and result(player); play
                returns the next state, or changes the state itself. Or a Position
    file        is open for writing text; a new one per log
    iterations  how many the search will be asked for, if known
    players     how many there are
    interface   what the methods are, if others: a dictionary with `calls`, which says of each
                method's name whether it gives "moves", "chances" or a "copy", whether it is
                "over", asks for a "result" or makes a "play", or gives the "winner", who is
                None until the end; `player(state)`, None for chance; `results(state, players)`
    """

    def __init__(self, state, file, *, game="game", iterations=None, players=2, interface=None):
        asked = "" if iterations is None else f" iterations {iterations}"
        file.write(f"game {game} players {players}{asked}\n")
        interface = interface or (POSITION if isinstance(state, Position) else BANYAN)
        self._state, self._log, self._id = state, _Log(file, players, interface), 1
        self._log.write(("new", 1), *self._log.turn(1, state))

    def _with(self, state, number):
        other = object.__new__(type(self))
        other._state, other._log, other._id = state, self._log, number
        return other

    def __copy__(self):
        return self.__deepcopy__({})

    def __deepcopy__(self, memo):
        return self._copy(copy.deepcopy(self._state))

    def _copy(self, state):
        number = self._log.next()
        self._log.write(("copy", self._id, number))
        return self._with(state, number)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        inner = getattr(self._state, name)
        role = self._log.interface["calls"].get(name)
        if role is None:
            return inner
        if callable(inner):
            return lambda *args: self._call(role, inner, args)
        return self._call(role, lambda: inner, ())

    def _call(self, role, inner, args):
        log = self._log
        if role == "play":
            return self._play(inner, args)
        value = inner(*args)
        if isinstance(value, Iterator):
            value = list(value)  # which can be read twice
        if role == "copy":
            return self._copy(value)
        if role == "moves":
            log.write(("moves", self._id, *map(_word, value)))
        elif role == "chances":
            log.write(("moves", self._id, *(_word(move) for move, _ in value)),
                      ("priors", self._id, *(chance for _, chance in value)))
        elif role == "over" and value:
            log.write(("over", self._id))
        elif role == "result":
            log.write(("result", self._id, *log.results(self._state)))
        elif role == "winner" and value is not None:
            log.write(("over", self._id), ("result", self._id, *log.results(self._state)))
        return value

    def _play(self, inner, args):
        log = self._log
        expected = log.next_player(self._state)
        given = inner(*args)
        if given is self._state or not is_state(log.interface, given):  # it changed
            log.write(
                ("play", self._id, _word(args[0]), self._id),
                *log.turn(self._id, self._state, expected),
            )
            return self if given is self._state else given
        number = log.next()
        log.write(("play", self._id, _word(args[0]), number), *log.turn(number, given, expected))
        return self._with(given, number)

    def tell_priors(self, priors):
        """For searches with priors: those of the legal moves, in their order."""
        self._log.write(("priors", self._id, *priors))

    def tell_values(self, values):
        """For searches that evaluate positions: what this one is worth to each player."""
        self._log.write(("result", self._id, *values))


class _Log:
    def __init__(self, file, players, interface):
        self.interface = interface
        self._file, self._players, self._last = file, players, 1
        self._lock = threading.Lock()
        self._thread, self._threads = None, {}

    def next(self):
        with self._lock:
            self._last += 1
            return self._last

    def results(self, state):
        return self.interface["results"](state, self._players)

    def next_player(self, state):
        """Who moves after the player to move, if players take turns."""
        player = None if is_over(self.interface, state) else self.interface["player"](state)
        return None if player is None else (player + 1) % self._players

    def turn(self, number, state, expected=None):
        """That the game is over, or whose turn it is if that is not clear."""
        if is_over(self.interface, state):
            return [("over", number)]
        player = self.interface["player"](state)
        if player is not None and player == expected:
            return []
        return [("turn", number, "chance" if player is None else player)]

    def write(self, *lines):
        thread = threading.get_ident()
        with self._lock:
            if thread != self._thread:
                known = len(self._threads)
                number = self._threads.setdefault(thread, known)
                if known == 1:  # what came before was the first one's
                    self._file.write("thread 0\n")
                if known > 0:
                    self._file.write(f"thread {number}\n")
                self._thread = thread
            for words in lines:
                self._file.write(" ".join(map(str, words)) + "\n")


def _word(move):
    """A move as one word."""
    return "".join(str(move).split())
