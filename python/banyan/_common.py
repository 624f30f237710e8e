"""What searches of all kinds take and give."""

import numpy

from banyan._banyan import Position, python_position


class Result(dict):
    """The output of the program with --json: its fields are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self):
        plain = [f"{name}={value!r}" for name, value in self.items() if _is_plain(value)]
        return f"Result({', '.join(plain)}, ...)"

    @property
    def children(self):
        """The moves of the root: an array with the fields move, visits and value."""
        rows = self["root"]["children"]
        texts = [str(row["move"]) for row in rows]
        longest = max(map(len, texts))
        array = numpy.empty(
            len(rows), [("move", f"U{longest}"), ("visits", "u8"), ("value", "f8")]
        )
        array["move"] = texts
        array["visits"] = [row["visits"] for row in rows]
        array["value"] = [numpy.nan if row["value"] is None else row["value"] for row in rows]
        return array


def _is_plain(value):
    return not isinstance(value, (dict, list))


def position_of(game, moves):
    """Of a spec, a Position, or the state of a game in Python."""
    if isinstance(game, str):
        return Position(game, moves)
    position = game if isinstance(game, Position) else python_position(game)
    return position.play(moves) if moves else position
