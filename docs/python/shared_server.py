"""How to share a server among searches: how long answers take, and how many are right.

    ./run python docs/python/shared_server.py --rate 0.04 --problems 50

Problems (reasoning.py) arrive at random. Each is searched until the verifier finds a right answer,
or its calls are used up. At most so many searches go on at a time, each with so many calls in
flight; problems beyond these wait, first come, first served. So do calls beyond the server's limit.
A call takes 1 in the mean, by the clock of the simulation. Calls of a search that has ended still
take their time.
"""

import argparse
import collections
import concurrent.futures
import csv
import functools
import heapq
import itertools
import math
import random
import statistics

from banyan.report import stats
from reasoning import Problem
from slow_leaves import LATENCIES, Listed


class Server:
    """Answers so many calls at a time, in the order in which they were made."""

    def __init__(self, limit, latency, drawn):
        self.ends, self.latency, self.drawn = [0.0] * limit, latency, drawn
        self.busy = 0.0

    def end_of_call(self, now):
        takes = LATENCIES[self.latency](self.drawn)
        self.busy += takes
        end = max(now, self.ends[0]) + takes
        heapq.heapreplace(self.ends, end)
        return end


class Search:
    def __init__(self, number, arrived, options):
        self.problem = Problem(number)
        self.searched = Listed(self.problem, options.rule, number)
        self.number, self.arrived = number, arrived
        self.calls = self.in_flight = 0

    def ask(self, most, options):
        room = min(most - self.in_flight, options.calls - self.calls)
        leaves = self.searched.ask(room)
        self.calls += len(leaves)
        self.in_flight += len(leaves)
        return leaves

    def tell(self, leaf):
        self.in_flight -= 1
        if not self.problem.solved:
            self.searched.tell(leaf)

    @property
    def over(self):
        return self.problem.solved or self.in_flight == 0


def stream(number, options, rate, searches, in_flight):
    """Problems that arrive one after another: (solved, time to the answer) of each, and calls."""
    drawn = random.Random(number)
    server = Server(options.limit, options.latency, drawn)
    arrivals = random.Random(-1 - number)  # the same for all settings
    order = itertools.count()
    events, waiting, now, active = [], collections.deque(), 0.0, 0
    for i in range(options.problems):
        now += arrivals.expovariate(rate)
        events.append((now, next(order), number * options.problems + i, None))
    answers, calls = {}, 0
    while events:
        now, _, search, leaf = heapq.heappop(events)
        if leaf is None:
            waiting.append((search, now))
            search = None
        else:
            ended = search.over
            search.tell(leaf)
            search = None if ended else search
        begun = [search] if search else []
        while begun or (waiting and active < searches):
            if not begun:
                begun.append(Search(*waiting.popleft(), options))
                active += 1
            search = begun.pop()
            for leaf in search.ask(in_flight, options):
                heapq.heappush(events, (server.end_of_call(now), next(order), search, leaf))
            if search.over:
                answers[search.number] = (search.problem.solved, now - search.arrived)
                calls += search.calls
                active -= 1
    found = [answers[key] for key in sorted(answers)]
    return found, calls, server.busy / (options.limit * now)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rule", default="puct:c=0.05,solver=on,vl=1")
    parser.add_argument("--rate", type=float, nargs="+", default=[0.04, 0.1], help="problems per unit of time")
    parser.add_argument("--latency", choices=LATENCIES, default="lognormal")
    parser.add_argument("--limit", type=int, default=32, help="calls that the server answers at a time")
    parser.add_argument("--share", nargs="+", help="searches at a time x calls in flight of each",
                        default=["32x1", "16x2", "8x4", "4x8", "2x16", "1x32", "32x8"])  # fmt: skip
    parser.add_argument("--calls", type=int, default=512, help="for each problem, at most")
    parser.add_argument("--problems", type=int, default=125, help="in each stream")
    parser.add_argument("--streams", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--csv", help="file for a row per setting")
    options = parser.parse_args()

    rows = []
    with concurrent.futures.ProcessPoolExecutor(options.processes) as pool:
        for rate in options.rate:
            control = None
            for share in options.share:
                searches, in_flight = map(int, share.split("x"))
                run = functools.partial(stream, options=options, rate=rate, searches=searches, in_flight=in_flight)
                found = list(pool.map(run, range(options.streams)))
                control = control or found
                rows.append(row_of(options, rate, searches, in_flight, found, control))
                print(line_of(rows[-1]), flush=True)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            out = csv.DictWriter(file, rows[0], lineterminator="\n")
            out.writeheader()
            out.writerows(rows)


def row_of(options, rate, searches, in_flight, found, control):
    """What came of a setting, beside the first one, problem by problem."""
    here = [solved for answers, _, _ in found for solved, _ in answers]
    there = [solved for answers, _, _ in control for solved, _ in answers]
    row = {
        "limit": options.limit,
        "latency": options.latency,
        "rate": rate,
        "searches": searches,
        "in_flight": in_flight,
        "streams": len(found),
        "problems": len(here),
        "solved": sum(here),
        "only_here": sum(a and not b for a, b in zip(here, there)),
        "only_control": sum(b and not a for a, b in zip(here, there)),
        "calls": sum(calls for _, calls, _ in found),
        "busy": round(statistics.mean(busy for _, _, busy in found), 3),
    }
    for name, part in (("median", 0.5), ("p99", 0.99)):
        of_streams = stats.mean_estimate([quantile([time for _, time in answers], part) for answers, _, _ in found])
        row.update({name: round(of_streams.value, 1), f"{name}_lower95": round(of_streams.low, 1),
                    f"{name}_upper95": round(of_streams.high, 1)})  # fmt: skip
    return row


def quantile(values, part):
    return sorted(values)[math.ceil(part * len(values)) - 1]


def line_of(row):
    gain = stats.paired_shares(row["only_here"], row["only_control"], row["problems"]).scaled(100)
    return (
        f"rate {row['rate']:g}, {row['searches']:>2} searches x {row['in_flight']:>2} calls: "
        f"solved {100 * row['solved'] / row['problems']:5.1f} %, {gain.value:+6.1f} ({gain.low:+.1f} to {gain.high:+.1f}) "
        f"to the first; time {row['median']:g} in the median, p99 {row['p99']:g} "
        f"({row['p99_lower95']:g} to {row['p99_upper95']:g}); busy {100 * row['busy']:.0f} %"
    )


if __name__ == "__main__":
    main()
