"""How many calls to have in flight, where each takes seconds: problems solved, in simulated time.

    ./run python docs/python/slow_leaves.py --concurrency 1 8 32 --problems 400

Each problem (reasoning.py) is searched until the verifier finds a right answer, or its calls are
used up. A call takes 1 in the mean, by the clock of the simulation. With `--rounds on` calls are
made together and all are waited for, as searches with synchronous batches do.

A rule is one of banyan.Tree, whose calls score a state. After "sampled/" it is one of
banyan.Tree.sampled, whose calls write a step and score it. So do "best-of-n" and "plain/0.05,0.5",
which is the textbook's tree search with c and the power of widening.
"""

import argparse
import concurrent.futures
import csv
import functools
import heapq
import itertools
import math
import random
import statistics

import banyan
from banyan.report import stats
from reasoning import BestOfN, Drafts, PlainSearch, Problem

LATENCIES = {  # all with mean 1
    "constant": lambda drawn: 1.0,
    "exponential": lambda drawn: drawn.expovariate(1),
    "lognormal": lambda drawn: drawn.lognormvariate(-0.5, 1),
    "heavy": lambda drawn: drawn.paretovariate(1.5) / 3,  # whose variance is infinite
}
PROBLEMS = {
    "steps": lambda number, options: Problem(
        number, options.branching, options.depth, options.chance, options.signal, options.noise
    ),
    "wide": lambda number, options: Drafts.wide(),
    "deep": lambda number, options: Drafts.deep(),
}


class Listed:
    """Searches the steps of a state by their numbers."""

    def __init__(self, problem, rule, seed):
        self.problem, self.tree = problem, banyan.Tree(problem.start, rule, seed=seed)

    def ask(self, most):
        """At most so many leaves; none once the problem is solved."""
        while most > 0 and not self.problem.solved:
            visits = self.tree.visits
            leaves = self.tree.ask(most)
            if leaves or self.tree.visits == visits:
                return leaves
        return []

    def tell(self, leaf):
        self.tree.tell(leaf, leaf.state.score())


class Sampled:
    """Searches the steps that a model writes."""

    def __init__(self, problem, rule, seed):
        self.tree = banyan.Tree.sampled(problem.start, rule, seed=seed)
        self.drawn = random.Random(seed)

    def ask(self, most):
        return self.tree.ask(most)

    def tell(self, leaf):
        child = leaf.state.sample(self.drawn)
        self.tree.tell(leaf, child.worth(), moves=[child], over=child.over())


class Other:
    """A search that is not Banyan's."""

    def __init__(self, search, seed):
        self.search, self.ask = search, search.ask
        self.drawn = random.Random(seed)

    def tell(self, state):
        self.search.tell(state, state.sample(self.drawn))


def searcher(problem, rule, seed):
    kind, _, rest = rule.partition("/")
    if kind == "sampled":
        return Sampled(problem, rest, seed)
    if kind in ("best-of-n", "plain"):
        constants = [float(each) for each in filter(None, rest.split(","))]
        return Other((BestOfN if kind == "best-of-n" else PlainSearch)(problem, *constants), seed)
    return Listed(problem, rule, seed)


def solve(number, options, rule, latency, concurrency, rounds):
    """Searches one problem: the calls and the time until it was solved, or infinity."""
    problem = PROBLEMS[options.problem](number, options)
    search = searcher(problem, rule, number)
    drawn = random.Random(number)
    now, made, under_way = 0.0, 0, []
    while not problem.solved:
        if not (rounds and under_way):
            room = min(concurrency - len(under_way), options.calls - made)
            for leaf in search.ask(room):
                heapq.heappush(under_way, (now + LATENCIES[latency](drawn), made, leaf))
                made += 1
        if problem.solved or not under_way:
            break
        if rounds:
            back, under_way = under_way, []
        else:
            back = [heapq.heappop(under_way)]
        now = max(time for time, _, _ in back)
        for _, _, leaf in back:
            search.tell(leaf)
    return (made, now) if problem.solved else (math.inf, math.inf)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rule", nargs="+", default=["puct:c=1,solver=on"])
    parser.add_argument("--concurrency", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--latency", nargs="+", choices=LATENCIES, default=["exponential"])
    parser.add_argument("--rounds", nargs="+", choices=["off", "on"], default=["off", "on"])
    parser.add_argument("--calls", type=int, default=512, help="for each problem, at most")
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first problem")
    parser.add_argument("--problem", choices=PROBLEMS, default="steps", help="reasoning.py has them")
    parser.add_argument("--branching", type=int, default=5)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--chance", type=float, default=0.4)
    parser.add_argument("--signal", type=float, default=0.15)
    parser.add_argument("--noise", type=float, default=0.25)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--csv", help="file for a row per setting")
    options = parser.parse_args()

    numbers = range(options.first, options.first + options.problems)
    settings = [
        (rule, latency, concurrency, rounds == "on")
        for rule, latency, concurrency, rounds in itertools.product(
            options.rule, options.latency, options.concurrency, options.rounds
        )
        if concurrency > 1 or rounds == options.rounds[0]
    ]
    rows, control = [], None
    with concurrent.futures.ProcessPoolExecutor(options.processes) as pool:
        for setting in settings:
            search = functools.partial(
                solve,
                options=options,
                **dict(zip(["rule", "latency", "concurrency", "rounds"], setting)),
            )
            found = list(pool.map(search, numbers, chunksize=10))
            control = control or found
            rows.append(row_of(options, setting, found, control))
            print(line_of(rows[-1]), flush=True)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            out = csv.DictWriter(file, rows[0], lineterminator="\n")
            out.writeheader()
            out.writerows(rows)


def row_of(options, setting, found, control):
    """What came of a setting, beside the first one of this run, problem by problem."""
    rule, latency, concurrency, rounds = setting
    row = {
        "problem": options.problem,
        "branching": options.branching,
        "depth": options.depth,
        "chance": options.chance,
        "signal": options.signal,
        "noise": options.noise,
        "rule": rule,
        "latency": latency,
        "concurrency": concurrency,
        "rounds": "on" if rounds else "off",
        "problems": len(found),
    }
    for calls in (64, 128, 256, 512, 1024):
        if calls > options.calls:
            continue
        here = [made <= calls for made, _ in found]
        there = [made <= calls for made, _ in control]
        row[f"solved_in_{calls}_calls"] = sum(here)
        row[f"only_here_{calls}"] = sum(a and not b for a, b in zip(here, there))
        row[f"only_control_{calls}"] = sum(b and not a for a, b in zip(here, there))
    for time in (4, 8, 16, 32, 64):
        row[f"solved_in_time_{time}"] = sum(now <= time for _, now in found)
    row["median_calls"] = statistics.median(made for made, _ in found)
    row["median_time"] = round(statistics.median(now for _, now in found), 3)
    return row


def line_of(row):
    calls = max(int(name.split("_")[-1]) for name in row if name.startswith("only_here"))
    solved = row[f"solved_in_{calls}_calls"] / row["problems"]
    gain = stats.paired_shares(
        row[f"only_here_{calls}"], row[f"only_control_{calls}"], row["problems"]
    ).scaled(100)
    return (
        f"{row['rule']:<38} {row['latency']:<12}{row['concurrency']:>4} "
        f"{'rounds' if row['rounds'] == 'on' else 'any order':<10}solved {100 * solved:5.1f} %, "
        f"{gain.value:+6.1f} ({gain.low:+.1f} to {gain.high:+.1f}) to the first; "
        f"median {row['median_calls']:g} calls, time {row['median_time']:g}"
    )


if __name__ == "__main__":
    main()
