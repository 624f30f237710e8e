"""Problems that are solved step by step, as models that think solve them: their answers are known.

A problem is a tree of steps, of which a state has so many that a model might write next. One of
them, and any other with some chance, leads on to the answer; all others are mistakes, from which
no step leads back. After the last step a verifier says whether the answer is right. Meanwhile
there is only a scorer, which sees through noise whether a mistake was made. It gives one
state the same score again.

A state is a game of Banyan's whose only player moves every time. It needs nothing of Banyan's, and
any other library can search it.
"""

import math

_MASK = 2**64 - 1


def _mixed(number):
    """One of 2^64 numbers, by another (splitmix64: Steele, Lea, Flood 2014)."""
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


def _unit(number):
    return (_mixed(number) >> 11) / 2**53


class Problem:
    """What all states of a problem share.

    branching   steps that a state has
    depth       steps to an answer
    chance      that a step beyond the first right one is right too
    signal      how much less than 1/2 the score of a state with a mistake is in the mean, and how
                much more that of a state without one
    noise       standard deviation of a score
    """

    def __init__(self, seed, branching=5, depth=10, chance=0.4, signal=0.15, noise=0.25):
        self.branching, self.depth, self.chance = branching, depth, chance
        self.signal, self.noise = signal, noise
        self.steps = list(range(branching))
        self.solved = False  # once the verifier has said so
        self.start = State(self, _mixed(seed), 0, True)


class State:
    """A state of a problem, which never changes."""

    __slots__ = ("problem", "key", "steps_made", "right", "next")

    def __init__(self, problem, key, steps_made, right):
        self.problem, self.key, self.steps_made, self.right = problem, key, steps_made, right
        self.next = {}  # a search comes by again and again

    def to_move(self):
        return 0

    def legal_moves(self):
        return self.problem.steps

    def play(self, step):
        if step not in self.next:
            key = _mixed(self.key + step + 1)
            right = self.right and (
                step == self.key % self.problem.branching or _unit(key + 1) < self.problem.chance
            )
            self.next[step] = State(self.problem, key, self.steps_made + 1, right)
        return self.next[step]

    def over(self):
        return self.steps_made == self.problem.depth

    def result(self, player):
        """What the verifier says."""
        self.problem.solved |= self.right
        return float(self.right) if player == 0 else 1 - float(self.right)

    def score(self):
        """What the scorer says, from 0 to 1."""
        problem = self.problem
        radius = math.sqrt(-2 * math.log(1 - _unit(self.key + 2)))
        drawn = radius * math.cos(2 * math.pi * _unit(self.key + 3))
        mean = 0.5 + (problem.signal if self.right else -problem.signal)
        return min(1.0, max(0.0, mean + problem.noise * drawn))
