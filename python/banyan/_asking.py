"""Searches whose leaves are evaluated elsewhere: a tree that asks and is told, in any order."""

import asyncio
import json
import queue
import threading

import banyan._banyan as _banyan
from banyan._common import Result, position_of
from banyan._sampled import SampledLeaf, SampledTree


class Tree:
    """A tree whose leaves you evaluate: ask for some, tell their values as they come.

    game     a spec, a Position, or your own game (see search())
    rule     how moves are chosen, and how leaves under way are counted: "puct:c=1.5,vl=mean",
             "ucb1:c=1.4,vl=1", "regularized", "ments"; the keys are those of `batched`
    journal  a file to which each call is written at once; Tree.load() goes on from there

    With one leaf at a time it is sequential search. Any thread may call at any time.
    """

    def __init__(self, game, rule="puct", *, moves="", seed=1, journal=None):
        self._name = game if isinstance(game, str) else None
        if self._name is None and not isinstance(game, _banyan.Position):
            self._name = type(game).__name__
        about = {"game": game if isinstance(game, str) else None, "moves": moves}
        self._begin(
            _banyan.AskedTree(position_of(game, moves), rule, seed),
            about | {"rule": rule, "seed": seed},
            journal,
        )

    @classmethod
    def sampled(cls, state, rule="puct", *, seed=1, journal=None):
        """A tree of states whose moves are no list: children are what a model samples.

        state  what the first samples are for: text, or anything that can be hashed
        rule   "puct:c=0.1,widen=1,widen_power=0.5,vl=1,backup=mean", which widens as visits grow,
               or "adaptive:prior=gaussian", which is AB-MCTS-A; these are the keys' defaults

        Each Leaf is a state of which one more child is wanted; its `samples` are those that came
        already. tell() gives the child and its value. A journal keeps text, numbers and tuples.
        """
        tree = cls.__new__(cls)
        tree._name = None
        tree._begin(
            SampledTree(state, rule, seed),
            {"game": None, "moves": "", "rule": rule, "seed": seed, "sampled": state},
            journal,
        )
        return tree

    def _begin(self, tree, about, journal):
        self._tree = tree
        self._lock = threading.Lock()  # of the journal: its lines stand as the calls were made
        self._journal = None
        if journal is not None:
            line = _line(about)
            self._journal = open(journal, "x")
            self._write(line)

    @classmethod
    def load(cls, journal, game=None):
        """The tree that wrote this journal, as it was when its program ended.

        What was told is known; what was asked for and not told is in `waiting`. A game that is no
        spec must be given again.
        """
        with open(journal, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        whole, torn = lines[:-1], lines[-1]  # a line that was cut short was never answered
        try:
            head, *calls = map(json.loads, whole)
            about = {key: head[key] for key in ("game", "rule", "seed", "moves")}
            calls = [(_CALLS[_CALLS.index(name)], words, gave) for name, *words, gave in calls]
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"{journal} is no journal of a Tree.") from None
        if "sampled" in head:
            tree = cls.sampled(head["sampled"], about["rule"], seed=about["seed"])
        elif game is None and about["game"] is None:
            raise ValueError(f"{journal} is of a game that is no spec: give it as game=.")
        else:
            tree = cls(**(about if game is None else about | {"game": game}))
        for name, words, gave in calls:
            try:
                same = _brief(getattr(tree._tree, name)(*words)) == gave
            except (TypeError, ValueError):
                same = False
            if not same:
                raise ValueError(f"{journal} is of another version of Banyan: its tree differs.")
        if torn:
            with open(journal, "r+") as file:
                file.truncate(sum(len(line.encode()) + 1 for line in whole))
        tree._journal = open(journal, "a")
        return tree

    def ask(self, n=1):
        """At most n leaves to evaluate: fewer where a game ends or a leaf is under way already.

        A Leaf has id, moves (from the root), depth, state, legal_moves and wants_priors; of a
        sampled tree samples instead of the last two. None are given unless `status` is "ready".
        """
        return self._call("ask", n)

    def tell(self, leaf, value, priors=None, moves=None, over=False):
        """What a leaf, or the leaf of an id, is worth. False if advance() has left it behind.

        value   a number for the player to move, 0 for a loss to 1 for a win or in the game's
                unit, or one for each player: what is still to come
        priors  a weight for each of its legal_moves; without, all are alike

        Of a sampled tree:

        moves   the samples that came, most often one; none if no other can come
        value   what the sample is worth, 0 to 1, or one for each of several
        priors  a weight for each sample
        over    whether nothing can follow the sample, or each of several

        A sample that came before is the same child, which then has another visit.
        """
        if isinstance(self._tree, SampledTree):
            return self._call("tell", leaf, value, priors, moves, over)
        if moves is not None or over is not False:
            raise ValueError("moves= and over= are for a tree of samples: see Tree.sampled().")
        return self._call("tell", leaf, value, priors)

    def fail(self, leaf):
        """Its value will not come: it may be asked for again."""
        return self._call("fail", leaf)

    def advance(self, moves):
        """Goes on after these moves, with what is known of the position and is under way there.

        Of a sampled tree they are a list of its states.
        """
        self._call("advance", moves)

    def best(self, k=1, *, over=False):
        """The k leaves of highest value that were found, best first; with `over` ends alone.

        Each is a dictionary: its state, moves from the root, value to the root's player, visits
        and whether it is over. A sampled tree counts each state by its own value.
        """
        found = self._tree.best(self.visits if over else k)
        return [each for each in found if each["over"] or not over][:k]

    def result(self):
        """What is known so far: a Result like that of search()."""
        named = {"game": self._name} if self._name else {}
        return Result(named | self._tree.result())

    @property
    def status(self):
        """What ask() can give: "ready"; "waiting" for a leaf under way; "proven" or "over"."""
        return self._tree.status()

    @property
    def visits(self):
        """Of the root."""
        return self._tree.visits()

    @property
    def waiting(self):
        """The leaves that were asked for and neither told nor failed."""
        return self._tree.waiting()

    @property
    def state(self):
        """The root's Position; of a game in Python its own state."""
        return self._tree.state()

    def close(self):
        """Closes the journal."""
        if self._journal is not None:
            self._journal.close()

    def _call(self, name, *arguments):
        if self._journal is None:
            return getattr(self._tree, name)(*arguments)
        words = _line([name, *map(_plain, arguments)])[:-1]
        with self._lock:
            given = getattr(self._tree, name)(*arguments)
            self._write(f"{words}, {json.dumps(_brief(given))}]")
            return given

    def _write(self, line):
        self._journal.write(line + "\n")
        self._journal.flush()


_CALLS = ("ask", "tell", "fail", "advance")


def _line(words):
    try:
        return json.dumps(words)
    except TypeError:
        raise ValueError(
            "a journal keeps samples that are text, numbers or tuples of these."
        ) from None


def _plain(value):
    """An argument as JSON has it."""
    if isinstance(value, (_banyan.Leaf, SampledLeaf)):
        return value.id
    return value.tolist() if hasattr(value, "tolist") else value


def _brief(given):
    """What a call gave, as a journal has it: of leaves their ids and places."""
    return [[leaf.id, leaf.place] for leaf in given] if isinstance(given, list) else given


class _Search:
    """What is left of a search, for whoever evaluates its leaves."""

    def __init__(self, tree, iterations, concurrency, retries):
        self.tree, self.concurrency, self.retries = tree, concurrency, retries
        self.end = tree.visits + iterations
        self.left = tree.waiting  # of a search that was cut short
        self.under_way = {}  # leaves by what evaluates them
        self.failures = {}  # in a row, by the moves of their leaves
        self.error = None

    def ask(self):
        """Leaves to evaluate now: as many as there is room for, and none beyond the end."""
        while self.error is None:
            visits, under_way = self.tree.visits, len(self.under_way)
            room = min(self.concurrency, self.end - visits) - under_way
            if room <= 0:
                return []
            if self.left:
                leaves, self.left = self.left[:room], self.left[room:]
                return leaves
            leaves = self.tree.ask(room)
            if leaves or self.tree.visits == visits:
                return leaves
        return []

    def settle(self, evaluation):
        """Tells what has come of an evaluation; one that fails too often ends the search."""
        leaf = self.under_way.pop(evaluation)
        try:
            told = evaluation.result()
            if isinstance(told, dict):
                self.tree.tell(leaf, **told)
            else:
                self.tree.tell(leaf, *(told if isinstance(told, tuple) else (told,)))
        except Exception as error:
            self.tree.fail(leaf)
            moves = tuple(leaf.moves)
            self.failures[moves] = self.failures.get(moves, 0) + 1
            if self.failures[moves] > self.retries:
                self.error = error
        else:
            if self.failures:
                self.failures.pop(tuple(leaf.moves), None)

    def stop(self):
        """Leaves what is under way; the tree keeps what was told."""
        for evaluation, leaf in self.under_way.items():
            evaluation.cancel()
            self.tree.fail(leaf)

    def result(self):
        if self.error is not None:
            raise self.error
        return self.tree.result()


async def search_async(
    game,
    evaluate,
    *,
    iterations,
    rule="puct",
    concurrency=32,
    timeout=None,
    retries=3,
    seed=1,
    tree=None,
):
    """Searches by a coroutine that evaluates a Leaf, many of which are under way at once.

    evaluate     `await evaluate(leaf)` gives what Tree.tell() takes after the leaf: a value, a
                 tuple of a value and priors, or a dictionary with value, moves, over
    iterations   leaves to visit; those where a game ends need no call
    concurrency  calls under way, at most
    timeout      seconds after which a call has failed
    retries      how often in a row a leaf may fail; then the search raises what it raised
    tree         a Tree to go on with, in place of game, rule and seed

    Returns a Result. If it is cancelled, your `tree` keeps what was told.
    """
    search = _Search(tree or Tree(game, rule, seed=seed), iterations, concurrency, retries)
    finished = asyncio.Queue()
    try:
        while True:
            for leaf in search.ask():
                task = asyncio.ensure_future(asyncio.wait_for(evaluate(leaf), timeout))
                search.under_way[task] = leaf
                task.add_done_callback(finished.put_nowait)
            if not search.under_way:
                return search.result()
            search.settle(await finished.get())
    finally:
        search.stop()


def search_with(
    executor,
    game,
    evaluate,
    *,
    iterations,
    rule="puct",
    concurrency=32,
    retries=3,
    seed=1,
    tree=None,
):
    """The same by an executor, like a pool of concurrent.futures or a client of Dask.

    Its submit(evaluate, leaf) gives a future with add_done_callback() and result(). Ctrl-C ends
    the search; your `tree` keeps what was told.
    """
    search = _Search(tree or Tree(game, rule, seed=seed), iterations, concurrency, retries)
    finished = queue.SimpleQueue()
    try:
        while True:
            for leaf in search.ask():
                future = executor.submit(evaluate, leaf)
                search.under_way[future] = leaf
                future.add_done_callback(finished.put)
            if not search.under_way:
                return search.result()
            search.settle(finished.get())
    finally:
        search.stop()
