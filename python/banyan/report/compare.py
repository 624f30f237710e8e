"""python -m banyan.report.compare A B: what changed from run A to run B, with confidence."""

import argparse
import json
import math
import sys

from . import results, text
from .read import ReportError
from .runs import check_comparable, read_runs
from .stats import difference, geometric_mean, holm, normal_p_value, rate_estimate, ratio_estimate, ratio_p_value
from .table import Table, numbers, terminal_columns, words

_WORDS = {True: ("faster", "stronger"), False: ("slower", "weaker"), None: ("cannot tell",) * 2}


def _speed_changes(kind, a, b):
    found, paired = [], 0
    for before in a:
        after = results.find(b, before.game, before.engine)
        if after is None:
            continue
        paired += 1
        if all(before.rates) and all(after.rates) and before.rates and after.rates:
            ratio = ratio_estimate(after.rates, before.rates)
            found.append({
                "experiment": kind, "game": before.game, "engine": before.engine,
                "before": rate_estimate(before.rates).value, "after": rate_estimate(after.rates).value,
                "ratio": ratio.value, "ratio_low95": ratio.low, "ratio_high95": ratio.high,
                "p": ratio_p_value(after.rates, before.rates),
            })  # fmt: skip
    return found, len(a) + len(b) - 2 * paired


def _strength_changes(a, b):
    found, paired = [], 0
    for before in a:
        key = before.game, before.a, before.b, before.budget
        after = next((m for m in b if (m.game, m.a, m.b, m.budget) == key), None)
        if after is None:
            continue
        paired += 1
        change = difference(after.elo, before.elo)
        found.append({
            "game": before.game, "a": before.a, "b": before.b, "budget": before.budget,
            "elo_before": before.elo, "elo_after": after.elo, "elo_difference": change.value,
            "elo_difference_low95": change.low, "elo_difference_high95": change.high,
            "p": normal_p_value(change),
        })  # fmt: skip
    return found, len(a) + len(b) - 2 * paired


def compare(a, b, tolerance=0.02):
    """The changes, as `--json` has them. A row differs if its test stands after Holm's correction
    for all rows, at 5 %; a speed by at least the tolerance too."""
    speeds, strengths, unpaired = [], [], 0
    for found, of_a, of_b in (("throughput", a.speeds, b.speeds), ("ablation", a.steps, b.steps)):
        rows, single = _speed_changes(found, of_a, of_b)
        speeds, unpaired = speeds + rows, unpaired + single
    for of_a, of_b in ((a.matches, b.matches), (a.decisions, b.decisions)):
        rows, single = _strength_changes(of_a, of_b)
        strengths, unpaired = strengths + rows, unpaired + single
    if not speeds and not strengths:
        raise ReportError(
            f"{a.run.folder} and {b.run.folder} have no engine on the same game in common: give runs "
            "that measured the same."
        )
    for row, p in zip(speeds + strengths, holm([row.pop("p") for row in speeds + strengths])):
        row["p_adjusted"] = p
        gain = row["ratio"] - 1 if "ratio" in row else row["elo_difference"]
        differs = p <= 0.05 and not ("ratio" in row and abs(gain) < tolerance)
        row["verdict"] = _WORDS[gain > 0 if differs else None]["ratio" not in row]
    return {"speed": speeds, "strength": strengths, "unpaired": unpaired}


def _interval(row):
    if not math.isfinite(row["ratio_high95"]):
        return "unknown"
    return f"{row['ratio_low95']:.3f} to {row['ratio_high95']:.3f}"


def tables_of(found):
    """A title and a table for each game and kind."""
    for kind, title in (("throughput", "iterations/s"), ("ablation", "iterations/s of the ablation's steps")):
        rows = [row for row in found["speed"] if row["experiment"] == kind]
        for game in results.distinct(row["game"] for row in rows):
            table = Table([words("engine"), numbers("A it/s"), numbers("B it/s"), numbers("B / A"),
                           numbers("95 %"), words("B is")])  # fmt: skip
            for row in rows:
                if row["game"] == game:
                    table.add(row["engine"], text.rate(row["before"]), text.rate(row["after"]),
                              f"{row['ratio']:.3f}", _interval(row), row["verdict"])  # fmt: skip
            yield f"{game}: {title}", table
    for game in results.distinct(row["game"] for row in found["strength"]):
        table = Table([words("engine"), words("budget per move"), numbers("A Elo"), numbers("B Elo"),
                       numbers("B - A (95 %)"), words("B is")])  # fmt: skip
        for row in found["strength"]:
            if row["game"] == game:
                change = difference(row["elo_after"], row["elo_before"])
                table.add(row["a"], row["budget"], text.elo(row["elo_before"]), text.elo(row["elo_after"]),
                          text.elo(change) if change.bounded else "unknown", row["verdict"])  # fmt: skip
        yield f"{game}: strength", table


def notes_of(found, of_runs, tolerance):
    rows = found["speed"] + found["strength"]
    if len(found["speed"]) > 1:
        mean = geometric_mean([row["ratio"] for row in found["speed"]])
        yield f"All speeds together: B is {mean:.3f} times A (geometric mean)."
    if found["unpaired"]:
        yield f"{found['unpaired']} rows that only one of the runs has are left out."
    better = sum(row["verdict"] in ("faster", "stronger") for row in rows)
    worse = sum(row["verdict"] in ("slower", "weaker") for row in rows)
    if better + worse:
        rest = len(rows) - better - worse
        yield f"Of {len(rows)} rows B is better in {better}, worse in {worse}; {rest} cannot tell."
    else:
        yield f"Nothing was shown to have changed, in {len(rows)} rows."
    yield (
        "Ratios are of geometric means; an interval is its row's alone (Welch's t on logarithms). "
        f"Verdicts hold for all {len(rows)} rows together: by Holm's correction, two runs that differ "
        "in nothing raise any false alarm at most once in 20 times. Speeds within "
        f"{100 * tolerance:g} % are not called."
    )
    if of_runs:
        yield "This covers the scatter from run to run, if these runs were made at different times."
    else:
        yield (
            "This covers the scatter within the runs alone. Whole runs scatter by more: give folders "
            "of several runs each, of different seeds."
        )


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m banyan.report.compare", description=__doc__)
    parser.add_argument("a", metavar="A", help="folder of the earlier run, or of several runs")
    parser.add_argument("b", metavar="B", help="folder of the later run, or of several runs")
    parser.add_argument("--across", default="", help="compare runs of different machines, builds or settings")
    parser.add_argument("--tolerance", type=float, default=2, help="smallest difference in percent that counts")
    parser.add_argument("--fail-on-regression", action="store_true", help="exit with 1 if anything is worse")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(arguments)
    across = set(filter(None, options.across.split(",")))
    if across - {"machines", "builds", "settings"}:
        parser.error(f"--across {options.across}: give machines, builds or settings.")
    if not 0 <= options.tolerance <= 100:
        parser.error(f"--tolerance {options.tolerance:g} is out of range: give 0 to 100 (percent).")
    try:
        a, b = read_runs(options.a), read_runs(options.b)
        check_comparable(a.run, b.run, across)
        found = compare(a, b, options.tolerance / 100)
    except (ReportError, OSError) as error:
        print(f"banyan.report: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        print(text.printable(f"A {options.a}"), text.printable(f"B {options.b}"), "", sep="\n")
        for title, table in tables_of(found):
            print(text.printable(title), table.console(terminal_columns()), sep="\n\n")
        for note in notes_of(found, a.count > 1 and b.count > 1, options.tolerance / 100):
            print(text.wrapped(note))
    worse = any(row["verdict"] in ("slower", "weaker") for row in found["speed"] + found["strength"])
    return 1 if options.fail_on_regression and worse else 0


if __name__ == "__main__":
    sys.exit(main())
