"""How states of others are called: what each of their methods does, and such states as games."""

import copy

BANYAN = {
    "calls": {
        "legal_moves": "moves",
        "chance": "chances",
        "play": "play",
        "over": "over",
        "result": "result",
    },
    "player": lambda state: None if state.to_move() < 0 else state.to_move(),
    "results": lambda state, players: [state.result(player) for player in range(players)],
}
"""The methods of Banyan's games in Python."""

POSITION = BANYAN | {"player": lambda state: None if state.to_move < 0 else state.to_move}
"""Those of a Position, which has properties too."""

OPEN_SPIEL = {
    "calls": {
        "legal_actions": "moves",
        "apply_action": "play",
        "child": "play",
        "clone": "copy",
        "is_terminal": "over",
        "returns": "result",
        "player_return": "result",
        "chance_outcomes": "chances",
    },
    "player": lambda state: None if state.is_chance_node() else state.current_player(),
    "results": lambda state, players: state.returns(),
}
"""Those of OpenSpiel's states."""


def has(interface, role):
    return role in interface["calls"].values()


def ask(interface, state, role, *args):
    """Calls the state's first method of that role, or reads its property."""
    name = next(
        name for name, each in interface["calls"].items() if each == role and hasattr(state, name)
    )
    given = getattr(state, name)
    return given(*args) if callable(given) else given


def is_over(interface, state):
    if has(interface, "over"):
        return bool(ask(interface, state, "over"))
    return ask(interface, state, "winner") is not None


def is_state(interface, given):
    """Whether a play gave the next state: what else it gives is no state."""
    plays = (name for name, role in interface["calls"].items() if role == "play")
    return any(hasattr(given, name) for name in plays)


class Adapted:
    """A state of a game with other methods, or whose play() changes it, as a game of Banyan.

    The game is for two players, without chance. A search of yours is given the state itself, as
    a copy.

    state       the first one
    interface   its methods, as for Watched; those of Banyan's games unless it says
    """

    def __init__(self, state, interface=BANYAN):
        self.state, self._interface = state, interface

    def copied(self):
        """A copy of the state itself."""
        if has(self._interface, "copy"):
            return ask(self._interface, self.state, "copy")
        return copy.deepcopy(self.state)

    @property
    def interface(self):
        return self._interface

    def to_move(self):
        return self._interface["player"](self.state)

    def legal_moves(self):
        return list(ask(self._interface, self.state, "moves"))

    def play(self, move):
        after = self.copied()
        given = ask(self._interface, after, "play", move)
        return Adapted(given if is_state(self._interface, given) else after, self._interface)

    def over(self):
        return is_over(self._interface, self.state)

    def result(self, player):
        results = self._interface["results"](self.state, 2)
        own, other = results[player], results[1 - player]
        return 1.0 if own > other else 0.0 if own < other else 0.5

    def __str__(self):
        return str(self.state)
