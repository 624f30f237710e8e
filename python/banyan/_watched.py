"""A game that writes what a search does with it: the log that `banyan doctor` reads."""

import copy


class Watched:
    """Plays as the state does, and writes each call to a file (docs/doctor.md).

    state       has to_move(), legal_moves(), play(move), over() and result(player); play
                returns the next state, or changes the state itself and returns None
    file        is open for writing text; a new one per log
    iterations  how many the search will be asked for, if known
    """

    def __init__(self, state, file, *, game="game", iterations=None):
        asked = "" if iterations is None else f" iterations {iterations}"
        file.write(f"game {game} players 2{asked}\n")
        self._state, self._log, self._id = state, _Log(file), 1
        self._log.write("new", 1)
        if not state.over():
            self._log.write("turn", 1, state.to_move())

    def _with(self, state, number):
        other = object.__new__(type(self))
        other._state, other._log, other._id = state, self._log, number
        return other

    def __copy__(self):
        return self.__deepcopy__({})

    def __deepcopy__(self, memo):
        number = self._log.next()
        self._log.write("copy", self._id, number)
        return self._with(copy.deepcopy(self._state), number)

    def to_move(self):
        return self._state.to_move()

    def legal_moves(self):
        moves = self._state.legal_moves()
        self._log.write("moves", self._id, *map(_word, moves))
        return moves

    def play(self, move):
        mover = None if self._state.over() else self._state.to_move()
        state = self._state.play(move)
        number = self._id if state is None else self._log.next()
        self._log.write("play", self._id, _word(move), number)
        played = self if state is None else self._with(state, number)
        if played._state.over():
            self._log.write("over", number)
        elif played._state.to_move() == mover:
            self._log.write("turn", number, mover)
        return None if state is None else played

    def over(self):
        over = self._state.over()
        if over:
            self._log.write("over", self._id)
        return over

    def result(self, player):
        self._log.write("result", self._id, self._state.result(0), self._state.result(1))
        return self._state.result(player)


class _Log:
    def __init__(self, file):
        self._file, self._last = file, 1

    def next(self):
        self._last += 1
        return self._last

    def write(self, *words):
        self._file.write(" ".join(map(str, words)) + "\n")


def _word(move):
    """A move as one word."""
    return "".join(str(move).split())
