"""A tree of states whose moves are no list: a child is whatever a model samples."""

import numbers
import random
import threading

from banyan._adaptive import AdaptiveBranching
from banyan._widening import ProgressiveWidening

_RULES = {"puct": ProgressiveWidening, "adaptive": AdaptiveBranching}


class Node:
    """A state, the children that were sampled, and what the tree knows below it."""

    __slots__ = (
        "number", "parent", "state", "prior", "over", "open", "children", "samples", "drawing",
        "exhausted", "visits", "sum", "told", "told_sum", "highest", "under_way", "memory",
    )  # fmt: skip

    def __init__(self, number, parent, state, prior=1.0):
        self.number, self.parent, self.state, self.prior = number, parent, state, prior
        self.over = False
        self.open = True  # whether anything can be asked for at or below it
        self.children = {}  # by their states, in the order in which they came
        self.samples = 0  # that came, equal ones too
        self.drawing = 0  # samples that are under way
        self.exhausted = False  # no other child exists
        self.visits, self.sum = 0, 0.0  # values that were told of it and of all below
        self.told, self.told_sum = 0, 0.0  # of itself
        self.highest = 0.0  # value of a state at or below it
        self.under_way = 0  # requests at or below it
        self.memory = None  # the rule's own

    def path(self):
        """The nodes from the one below the root to this one."""
        nodes, node = [], self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def open_children(self):
        return [child for child in self.children.values() if child.open]


class SampledLeaf:
    """A state of which one more child is wanted."""

    __slots__ = ("id", "_node", "moves")

    def __init__(self, number, node):
        self.id, self._node = number, node
        self.moves = [each.state for each in node.path()]

    @property
    def depth(self):
        """States from the root."""
        return len(self.moves)

    @property
    def state(self):
        """What was told of it; at the root the tree's own."""
        return self._node.state

    @property
    def samples(self):
        """The children that have come already."""
        return list(self._node.children)

    @property
    def place(self):
        """A number that tells states of the tree apart."""
        return self._node.number

    def __repr__(self):
        return f"<banyan.SampledLeaf {self.id} at depth {self.depth}>"


class SampledTree:
    """What banyan._banyan.AskedTree is for listed moves. Any thread may call at any time."""

    def __init__(self, state, rule, seed):
        self._rule = rule_of(rule, random.Random(seed))
        self._root = Node(0, None, frozen(state))
        self._nodes, self._requests, self._merged = 1, 0, 0
        self._waiting, self._left_behind = {}, set()
        self._lock = threading.RLock()

    def ask(self, most):
        with self._lock:
            return [self._ask_one() for _ in range(most) if self._root.open]

    def tell(self, leaf, value, priors=None, moves=None, over=False):
        with self._lock:
            number = _number_of(leaf)
            if moves is None:
                raise ValueError("no moves are told: give moves=[...], the samples that came.")
            samples = _samples(value, priors, list(map(frozen, moves)), over)
            node = self._end(number)
            if node is None:
                return False
            for sample in samples:
                self._add(node, *sample)
            if not samples:
                node.exhausted = True
                _close(node)
            return True

    def fail(self, leaf):
        with self._lock:
            return self._end(_number_of(leaf)) is not None

    def advance(self, moves):
        with self._lock:
            root = self._root
            for move in moves:
                root = root.children.get(frozen(move))
                if root is None:
                    raise ValueError(f"the tree cannot advance by {move!r}: it has no such child.")
            for number, leaf in list(self._waiting.items()):
                node = leaf._node
                if node is not root and root not in node.path():
                    self._left_behind.add(number)
                    del self._waiting[number]
            root.parent = None
            self._root = root
            self._waiting = {n: SampledLeaf(n, leaf._node) for n, leaf in self._waiting.items()}

    def waiting(self):
        with self._lock:
            return list(self._waiting.values())

    def status(self):
        with self._lock:
            if self._root.open:
                return "ready"
            return "waiting" if self._waiting else "over"

    def visits(self):
        return self._root.visits

    def state(self):
        return self._root.state

    def best(self, most):
        """The states of highest value, as they were told: each a dictionary."""
        with self._lock:
            nodes = [node for node in _below(self._root) if node.told]
            nodes.sort(key=lambda node: (-node.told_sum / node.told, node.number))
            return [
                {
                    "state": node.state,
                    "moves": [each.state for each in node.path()],
                    "value": node.told_sum / node.told,
                    "visits": node.told,
                    "over": node.over,
                }
                for node in nodes[:most]
            ]

    def result(self):
        with self._lock:
            if not self._root.children:
                raise ValueError("No sample was told yet: there is no move to choose.")
            line, node = [], self._root
            while node.children:
                node = max(node.children.values(), key=lambda child: child.visits)
                line.append(node)
            rows = [
                {"move": child.state, "visits": child.visits, "value": child.sum / child.visits}
                for child in self._root.children.values()
            ]
            return {
                "iterations": self._root.visits,
                "best_move": line[0].state,
                "value": line[0].sum / line[0].visits,
                "principal_variation": [each.state for each in line],
                "root": {"visits": self._root.visits, "children": rows},
                "tree": {
                    "nodes": self._nodes,
                    "max_depth": max(len(node.path()) for node in _below(self._root)),
                },
                "counters": {"in_flight": len(self._waiting), "merged": self._merged},
            }

    def _ask_one(self):
        node = self._root
        while (child := self._next(node)) is not None:
            node = child
        self._requests += 1
        leaf = self._waiting[self._requests] = SampledLeaf(self._requests, node)
        node.drawing += 1
        for each in [self._root, *node.path()]:
            each.under_way += 1
        return leaf

    def _next(self, node):
        """The child to go down to, or None: one more is wanted."""
        children = node.open_children()
        return self._rule.choose(node, children) if children else None

    def _end(self, number):
        """Takes a request back. Its node; None if advance() has left it behind."""
        if number in self._left_behind:
            self._left_behind.remove(number)
            return None
        if number not in self._waiting:
            known = 0 < number <= self._requests
            raise ValueError(
                f"Leaf {number} is not waited for: it was "
                + ("told already, or has failed." if known else "never asked for.")
            )
        node = self._waiting.pop(number)._node
        node.drawing -= 1
        for each in [self._root, *node.path()]:
            each.under_way -= 1
        return node

    def _add(self, node, state, value, prior, over):
        child = node.children.get(state)
        if child is None:
            child = node.children[state] = Node(self._nodes, node, state, prior)
            self._nodes += 1
        else:
            self._merged += 1
        node.samples += 1
        child.told, child.told_sum = child.told + 1, child.told_sum + value
        for each in [self._root, *child.path()]:
            each.visits, each.sum = each.visits + 1, each.sum + value
        self._rule.note(child, value)
        if over:
            child.over = True
            _close(child)


def _close(node):
    """Closes what nothing can be asked for at, from a node up."""
    while node is not None and (node.over or (node.exhausted and not node.open_children())):
        node.open = False
        node = node.parent


def _below(root):
    """A node and all below it."""
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children.values())
    return nodes


def _number_of(leaf):
    if isinstance(leaf, SampledLeaf):
        return leaf.id
    if isinstance(leaf, int) and leaf >= 0:
        return leaf
    raise ValueError(f"{leaf!r} is no leaf: give one that ask() returned, or its id.")


def _samples(value, priors, moves, over):
    """Of each sample its state, value, prior, and whether nothing can follow it."""

    def for_each(name, given):
        each = list(given) if hasattr(given, "__len__") else [given] * len(moves)
        if len(each) != len(moves):
            raise ValueError(
                f"{len(each)} {name} were told of {len(moves)} samples: give one for each."
            )
        return each

    values = for_each("values", value if moves else [])
    weights = for_each("priors", 1.0 if priors is None else priors)
    for each in values:
        if not (isinstance(each, numbers.Real) and 0 <= each <= 1):
            raise ValueError(f"the value is {each!r}: give 0 (bad) to 1 (good).")
    for weight in weights:
        if not 0 < weight < float("inf"):
            raise ValueError(f"a prior is {weight!r}: give weights above 0.")
    for move in moves:
        try:
            hash(move)
        except TypeError:
            raise ValueError(
                f"the sample {move!r} cannot be hashed, but equal ones are merged."
            ) from None
    return list(zip(moves, values, weights, for_each("ends", over)))


def frozen(state):
    """A state as it can be hashed: with tuples for lists, as they come from a journal."""
    return tuple(map(frozen, state)) if isinstance(state, (list, tuple)) else state


def rule_of(text, drawn):
    """A rule by its spec, such as "puct:c=0.2,vl=1"."""
    name, _, keys = text.partition(":")
    if name not in _RULES:
        raise ValueError(f"tree {name}: there is no such rule of samples: give {', '.join(_RULES)}.")
    known, given = _RULES[name].KEYS, {}
    for pair in filter(None, keys.split(",")):
        key, _, value = pair.partition("=")
        if key not in known:
            raise ValueError(f"tree {name}: there is no {key}=: give {', '.join(known)}.")
        given[key] = known[key](key, value)
    return _RULES[name](drawn, **given)
