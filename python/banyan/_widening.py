"""Progressive widening over samples: the rule by which a tree asks for another child."""

import math


def number(low, high):
    """A reader of numbers from low to high."""

    def read(key, text):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise ValueError(f"{key}={text}: give a number from {low:g} to {high:g}.")
        return value

    return read


def word(*words):
    """A reader of one of these words."""

    def read(key, text):
        if text not in words:
            raise ValueError(f"{key}={text}: give {' or '.join(words)}.")
        return text

    return read


def _loss(key, text):
    return None if text in ("mean", "wu") else number(0, 1000)(key, text)


class ProgressiveWidening:
    """A node with n values below it has ceil(C n^a) samples (Coulom 2007; Couetoux et al. 2011).

    Among its children PUCT chooses: q + c P sqrt(N) / (1 + n) (Rosin 2011; Silver et al. 2017), of
    which each has a value from the start. Requests under way count as visits, each with so many
    losses (vl=1), or without one (vl=mean, as in WU-UCT: Liu et al. 2020).
    """

    KEYS = {
        "c": number(0, 1000),
        "widen": number(0, 1000),
        "widen_power": number(0, 1),
        "vl": _loss,
        "backup": word("mean", "max"),
    }

    def __init__(self, drawn, c=0.1, widen=1.0, widen_power=0.5, vl=1.0, backup="mean"):
        self.c, self.widen, self.power, self.loss = c, widen, widen_power, vl
        self.highest = backup == "max"

    def choose(self, node, children):
        below = node.visits - node.told + self._shown(node.under_way - node.drawing)
        if node.samples + node.drawing < self.widen * below**self.power and not node.exhausted:
            return None
        seen = [child.visits + self._shown(child.under_way) for child in children]
        weight = sum(child.prior for child in children)
        bonus = self.c * math.sqrt(sum(seen)) / weight
        best, best_score = None, -math.inf
        for child, visits in zip(children, seen):
            score = self._value(child) + bonus * child.prior / (1 + visits)
            if score > best_score:
                best, best_score = child, score
        return best

    def note(self, child, value):
        """A value of a child was told."""
        while self.highest and child is not None:
            own = child.told_sum / child.told if child.told else 0.0
            child.highest = max(own, *(below.highest for below in child.children.values()), 0.0)
            child = child.parent

    def _shown(self, under_way):
        return under_way * (1.0 if self.loss is None else self.loss)

    def _value(self, child):
        value = child.highest if self.highest else child.sum / child.visits
        if self.loss is None:
            return value
        return value * child.visits / (child.visits + self._shown(child.under_way))
