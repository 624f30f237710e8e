"""Problems that are solved step by step, as models that think solve them: their answers are known.

A problem is a tree of steps, of which a state has so many that a model might write next. One of
them, and any other with some chance, leads on to the answer; all others are mistakes, from which
no step leads back. After the last step a verifier says whether the answer is right. Meanwhile
there is only a scorer, which sees through noise whether a mistake was made. It gives one
state the same score again.

A state is a game of Banyan's whose only player moves every time. It needs nothing of Banyan's, and
any other library can search it. Searches that are not Banyan's are here too, to compare with: best
of n, and the textbook's tree search, one call at a time or in batches.
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

    def sample(self, drawn):
        """A state after a step that a model writes."""
        return self.play(drawn.randrange(self.problem.branching))

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

    def worth(self):
        """What is known once it is written: the verifier's word of an answer, else its score."""
        return self.result(0) if self.over() else self.score()

    def finished(self):
        return self.over()


class Drafts:
    """Another kind of problem: each state is a whole answer, and what may follow refines it.

    spread      of the qualities of first answers, about 0.3
    gain        of a refinement, in the mean, which has a spread of its own
    enough      quality at which a verifier takes the answer
    """

    def __init__(self, spread, gain, gain_spread, enough, noise=0.05):
        self.spread, self.gain, self.gain_spread = spread, gain, gain_spread
        self.enough, self.noise = enough, noise
        self.solved = False
        self.start = Draft(self, None, 0.0)

    @classmethod
    def wide(cls):
        """First answers vary, and to refine one makes it worse."""
        return cls(spread=0.2, gain=-0.15, gain_spread=0.05, enough=0.8)

    @classmethod
    def deep(cls):
        """First answers are alike, and to refine one makes it somewhat better."""
        return cls(spread=0.05, gain=0.05, gain_spread=0.05, enough=0.8)


class Draft:
    __slots__ = ("problem", "quality", "seen")

    def __init__(self, problem, quality, noise):
        self.problem, self.quality = problem, quality
        self.seen = None if quality is None else min(1.0, max(0.0, quality + noise))

    def sample(self, drawn):
        """A first answer, or a refined one."""
        problem = self.problem
        if self.quality is None:
            quality = drawn.gauss(0.3, problem.spread)
        else:
            quality = self.quality + drawn.gauss(problem.gain, problem.gain_spread)
        return Draft(problem, quality, drawn.gauss(0, problem.noise))

    def over(self):
        return False

    def finished(self):
        """Whether it is an answer."""
        return True

    def worth(self):
        self.problem.solved |= self.quality >= self.problem.enough
        return self.seen


# ---- other searches ------------------------------------------------------------------------------
#
# ask(n) gives at most n states. A call writes a step after each, and scores it: tell(state, next).


class BestOfN:
    """Answers written from first to last, each by itself."""

    def __init__(self, problem):
        self.start, self.unfinished = problem.start, []

    def ask(self, n):
        states, self.unfinished = self.unfinished[:n], self.unfinished[n:]
        return states + [self.start] * (n - len(states))

    def tell(self, state, child):
        child.worth()
        if not child.finished():
            self.unfinished.append(child)


class _Node:
    def __init__(self, state, parent):
        self.state, self.parent = state, parent
        self.children, self.samples = {}, 0
        self.visits, self.total, self.losses = 0, 0.0, 0


class PlainSearch:
    """PUCT with progressive widening, as in textbooks; each call under way counts as a loss.

    One call at a time if ask(1) is followed by tell(). Otherwise in batches.
    """

    def __init__(self, problem, c, power=0.5):
        self.c, self.power = c, power
        self.nodes = {problem.start: _Node(problem.start, None)}

    def ask(self, n):
        states = []
        for _ in range(n):
            node = next(iter(self.nodes.values()))
            while True:
                node.losses += 1
                below = sum(child.visits + child.losses for child in node.children.values())
                open_ones = [each for each in node.children.values() if not each.state.over()]
                if not open_ones or node.samples < math.ceil(below**self.power):
                    break
                node = max(open_ones, key=lambda child: self.promise(child, below, len(open_ones)))
            node.samples += 1
            states.append(node.state)
        return states

    def promise(self, child, below, siblings):
        visits = child.visits + child.losses
        return child.total / visits + self.c / siblings * math.sqrt(below) / (1 + visits)

    def tell(self, state, child):
        parent = self.nodes[state]
        if child not in self.nodes:
            self.nodes[child] = parent.children[child] = _Node(child, parent)
        node, value = self.nodes[child], child.worth()
        node.losses += 1
        while node is not None:
            node.visits, node.total = node.visits + 1, node.total + value
            node.losses -= 1
            node = node.parent
