"""UCT for a pile of matches that writes a log for `banyan doctor`, by its page (../doctor.md) alone.

    python3 uct.py 1000 > search.log && ./run doctor search.log

With a second argument, results come nearer to a draw at each step up: a mistake that the doctor
names.
"""

import math
import random
import sys

numbers = random.Random(5)


class State:
    """Players take one to three matches; who takes the last one wins. A move makes a new state."""

    last = 0

    def __init__(self, pile, player):
        State.last += 1
        self.pile, self.player, self.id = pile, player, State.last

    def moves(self):
        moves = [take for take in (1, 2, 3) if take <= self.pile]
        print("moves", self.id, *moves)
        return moves

    def after(self, take):
        state = State(self.pile - take, 1 - self.player)
        print("play", self.id, take, state.id)
        if state.pile == 0:
            print("over", state.id)
        return state

    def results(self):
        results = [float(self.player != player) for player in (0, 1)]
        print("result", self.id, *results)
        return results


class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent, self.children = state, parent, []
        self.visits, self.value = 0, 0.0
        self.untried = state.moves() if state.pile > 0 else []

    def best_child(self):
        log = math.log(self.visits)

        def score(child):
            return child.value / child.visits + 1.2 * math.sqrt(log / child.visits)

        return max(self.children, key=score)


def search(iterations, fading):
    print("game matches players 2 iterations", iterations)
    root = State(21, 0)
    print("new", root.id)
    top = Node(root)
    for _ in range(iterations):
        node = top
        while not node.untried and node.children:
            node = node.best_child()
        if node.untried:
            take = node.untried.pop(numbers.randrange(len(node.untried)))
            node.children.append(Node(node.state.after(take), node))
            node = node.children[-1]
        end = node.state
        while end.pile > 0:
            end = end.after(numbers.choice(end.moves()))
        results, kept = end.results(), 1.0
        while node is not None:
            mover = 1 - node.state.player
            node.visits += 1
            node.value += 0.5 + kept * (results[mover] - 0.5)
            kept *= fading
            node = node.parent


search(int(sys.argv[1]), 0.8 if len(sys.argv) > 2 else 1.0)
