"""What calling an evaluator in Python costs, per call and per leaf.

    ./run python docs/python/evaluator_cost.py

The function gives arrays that it has already, so that what is measured is all but the function.
The same search with batches of 1 to 512 leaves takes call * calls + leaf * leaves, fitted by least
squares; "leaf" includes what the search itself does for a leaf. Times are of the processor, the
least of several searches. A Tree is asked for 64 leaves at a time; with priors, for their moves too.
"""

import argparse
import time

import banyan
import numpy

MOST = 1024  # moves of any game here


def seconds(repetitions, *arguments, **options):
    """The processor time of a search, and what it counted."""
    best, found = float("inf"), None
    for _ in range(repetitions):
        start = time.process_time()
        found = banyan.search(*arguments, **options)
        best = min(best, time.process_time() - start)
    return best, found.counters


def seconds_asked(game, leaves, with_priors, at_once=64):
    """The processor time of a Tree that is asked and told so often."""
    tree = banyan.Tree(game)
    tree.tell(tree.ask()[0], 0.5)
    start = time.process_time()
    while tree.visits < leaves:
        for leaf in tree.ask(at_once):
            tree.tell(leaf, 0.5, [1.0] * len(leaf.legal_moves) if with_priors else None)
    return time.process_time() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="hex:size=7")
    parser.add_argument("--iterations", type=int, default=20_000)
    parser.add_argument("--repetitions", type=int, default=7)
    options = parser.parse_args()

    values = numpy.full(4096, 0.5)
    priors = numpy.ones((4096, MOST), numpy.float32)

    def by_features(features):
        return values[: len(features)], priors[: len(features)]

    @banyan.of_positions
    def by_positions(positions):
        return values[: len(positions)]

    forms = {"features": by_features, "features, no priors": lambda f: values[: len(f)]}
    forms["positions, no priors"] = by_positions
    for name, function in forms.items():
        took, counted = [], []
        for batch in [1, 2, 4, 8, 64, 512]:
            best, counters = seconds(
                options.repetitions,
                options.game,
                f"batched:batch={batch},collisions=4096",
                iterations=options.iterations,
                evaluator=function,
            )
            took.append(1e6 * best)
            counted.append([counters["evaluator_calls"], counters["evaluated_leaves"]])
        (call, leaf), *_ = numpy.linalg.lstsq(numpy.array(counted), numpy.array(took), rcond=None)
        print(f"{name:22} {call:6.2f} us per call, {leaf:6.2f} us per leaf with its search")
    for name in ("ask and tell", "ask and tell, no priors"):
        with_priors = name == "ask and tell"
        asked = min(
            seconds_asked(options.game, options.iterations, with_priors)
            for _ in range(options.repetitions)
        )
        print(f"{name:23} {'':19} {1e6 * asked / options.iterations:6.2f} us per leaf")


if __name__ == "__main__":
    main()
