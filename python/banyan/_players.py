"""Searches of one's own as players of matches."""

import functools
import inspect
import time

from banyan._banyan import Position
from banyan._interfaces import Adapted


def names_taken(search):
    """The names of the arguments that the function takes by name; None if it takes any."""
    try:
        parameters = inspect.signature(search).parameters.values()
    except (TypeError, ValueError):  # of functions in C
        return None
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return None
    by_name = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return {each.name for each in parameters if each.kind in by_name}


def name_of(search):
    """What the search is called, with the arguments that it was given before."""
    if isinstance(search, functools.partial):
        given = [str(each) for each in search.args]
        given += [f"{name}={value}" for name, value in search.keywords.items()]
        return f"{name_of(search.func)}({', '.join(given)})"
    return getattr(search, "__name__", type(search).__name__)


class Player:
    """Asks a function search(state, *, iterations, seed) for moves.

    It is given of iterations, playouts, time (in seconds) and seed what it takes by name.

    budget   the names of what a move's budget is given by
    own      a budget in place of that
    seconds  what its moves took
    """

    def __init__(self, search, budget, own=None):
        self._search, self._takes, self._own = search, names_taken(search), own
        self.seconds = []
        missing = [name for name in budget if not self._takes_name(name)]
        if missing:
            raise ValueError(
                f"{self} takes no argument {missing[0]}: give it one, or another budget."
            )

    def __str__(self):
        return name_of(self._search)

    def _takes_name(self, name):
        return self._takes is None or name in self._takes

    def choose(self, state, budget, seed):
        """The move that the function returns."""
        asked = {**(self._own or budget), "seed": seed}
        given = {name: value for name, value in asked.items() if self._takes_name(name)}
        begin = time.perf_counter()
        move = self._search(state, **given)
        self.seconds.append(time.perf_counter() - begin)
        return move

    def __call__(self, state, budget, seed):
        """The place of its move among the legal moves of the state."""
        try:
            move = self.choose(shown(state), budget, seed)
        except Exception as error:
            what = f"{type(error).__name__}: {error}".rstrip(": ")
            raise RuntimeError(f"{self} fails {where(state)}: {what}") from error
        moves = legal_moves(state)
        if move in moves:
            return moves.index(move)
        names = ", ".join(map(str, moves))
        raise ValueError(f"{self} plays {move!r} {where(state)}: give one of {names}.")


def shown(state):
    """What a search is given of a state."""
    return state.copied() if isinstance(state, Adapted) else state


def legal_moves(state):
    return state.legal_moves if isinstance(state, Position) else list(state.legal_moves())


def where(state):
    if not isinstance(state, Position):
        return "in a position of player " + str(state.to_move())
    moves = " ".join(state.moves)
    return f"after {moves}" if moves else "at the start"


def player(given, budget):
    """An engine's spec as it is, and a function as a Player."""
    return given if isinstance(given, (str, Player)) else Player(given, budget)
