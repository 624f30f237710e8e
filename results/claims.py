"""Prints the table of docs/claims.md: python3 results/claims.py.

A figure is looked up on its page, in the cell of a table that tests hold to its data; that of ranks is
computed, since its page has it in a sentence. Its commit is the data's own where they tell it; elsewhere the README beside the data names it.
"""

import csv
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from banyan.report import stats  # noqa: E402

EPYC, PLAIN, SIXTEEN, EQUAL = "results/epyc-2-cpus", "results/plain", "results/sixteen-cores", "results/equal-iterations"
TUNING, NETWORKS, RANKS, TRANSFERS = "results/tuning", "results/networks", "results/ranks", "results/transfers"
PLAYOUTS, LEAVES = "results/studies/playout_cost", "results/slow-leaves"


def cells_of(line):
    return [cell.strip().strip("*!") for cell in line.strip().strip("|").split("|")]


def tables_of(page):
    """The tables of a page of Markdown: the heading above, and a dict for each row."""
    heading, head = "", None
    for line in (ROOT / page).read_text().splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|"):
            head = None
        elif head is None:
            head = cells_of(line)
        elif set(line) - set("|:- "):
            yield heading, dict(zip(head, cells_of(line), strict=True))


def cell(page, column, heading="", **row):
    """The one cell of that column in a row with these cells, under a heading that begins so."""
    found = [of[column] for above, of in tables_of(page)
             if above.startswith(heading) and column in of and all(of.get(name) == value for name, value in row.items())]  # fmt: skip
    if len(found) != 1:
        raise SystemExit(f"{page}: {len(found)} cells of {column} in a row of {row}: one is meant.")
    return found[0]


def commit_of(data, named):
    """The commit of the data, which must be the one that is named."""
    path = ROOT / data
    run = path.parent / "run.json"
    if path.name == "results.csv" and run.exists():
        told = {json.loads(run.read_text())["provenance"]["commit"]}
    else:
        with path.open(newline="") as file:
            told = {row["commit"] for row in csv.DictReader(file) if row.get("commit")} if path.suffix == ".csv" else set()
    told = told or set(re.findall(r"\b[0-9a-f]{7,8}\b", (path.parent / "README.md").read_text()))
    if not any(commit.startswith(named) or named.startswith(commit) for commit in told):
        raise SystemExit(f"{data} is of {', '.join(sorted(told))}, and the claim names {named}.")
    return named


def claims():
    """What is claimed, its figure, its page, data, script and commit."""
    names = {"connect_four": "Connect Four", "hex:size=11": "Hex 11x11", "othello": "Othello", "go:size=9": "Go 9x9"}

    page = f"{PLAIN}/README.md"
    of = (page, f"{PLAIN}/turns.csv", f"{PLAIN}/run.sh", "bb957bc0")
    for game, name in names.items():
        yield (f"`seq` over `plain`, playouts per processor second, {name}",
               cell(page, "`seq`, times `plain` (95 %)", "The sequential core", game=game), *of)  # fmt: skip
    yield "`seq:batch=512` over `plain`, Hex 11x11", cell(page, "`seq:batch=512`, times `plain` (95 %)", "The sequential core", game="hex:size=11"), *of

    page = f"{EPYC}/summary.md"
    of = (page, f"{EPYC}/results.csv", "./run bench", "3776560")
    for game in ("connect_four", "hex:size=11"):
        yield (f"two threads of `tree` over one, {names[game]}",
               cell(page, "x 1 thread (95 %)", f"{game}: speed from the first position", engine="tree:threads=2"), *of)  # fmt: skip
    fresh = "Strength of the chosen engines in fresh games"
    for game, engine, what in (("connect_four", "tree:threads=2", "Elo of `tree:threads=2` over `seq` at 5 ms"),
                               ("hex:size=11", "tree:threads=2,batch=512", "Elo of `tree:threads=2,batch=512` over `seq` at 5 ms"),
                               ("hex:size=11", "seq:time=2500us", "its control: `seq` with half its time")):  # fmt: skip
        yield f"{what}, {names[game]}", cell(page, "Elo of A (95 %)", fresh, game=game, A=engine), *of

    page = "docs/choosing-a-strategy.md"
    yield ("two threads of `tree:lock=packed` over one, Connect Four",
           next(of["x 1 thread (95 %)"] for _, of in tables_of(page) if of.get("engine") == "tree:threads=2,lock=packed"),
           page, "results/speed/1/results.csv", "results/speed/run.sh", "24b90117")  # fmt: skip

    page = f"{TUNING}/README.md"
    of = (page, f"{TUNING}/matches.jsonl", f"{TUNING}/run.sh")
    for game, engine in (("connect_four", "`tree:threads=2`"), ("hex:size=11", "`tree:threads=2,batch=512`"),
                         ("othello", "`tree:threads=2`"), ("othello", "`seq:time=10ms`"),
                         ("connect_four", "`tree:threads=2`, c = 1.414"), ("hex:size=11", "`tree:threads=2`, c = 1.414"),
                         ("othello", "`tree:threads=2`, c = 1.414"),
                         ("go:size=9", "`tree:threads=2,batch=512`"), ("go:size=9", "`root:threads=2`"),
                         ("go:size=9", "`tree:threads=2`, c = 1.414")):  # fmt: skip
        yield (f"Elo of {engine} over `seq` at 5 ms, with tuned constants, {names[game]}",
               cell(page, game, "Two cores, at equal time", engine=engine), *of,
               "9f089c4f" if game == "go:size=9" else "c602a8b4")  # fmt: skip

    page = f"{SIXTEEN}/README.md"
    of = (page, f"{SIXTEEN}/matches.jsonl", f"{SIXTEEN}/run.sh", "e6517726")
    for game, engine in (("connect_four", "tree:threads=16,batch=512"), ("hex:size=11", "tree:threads=16,batch=512"),
                         ("othello", "tree:threads=16,batch=512"), ("hex:size=11", "leaf:threads=16")):  # fmt: skip
        yield (f"Elo of `{engine}` over `seq` at 5 ms, {names[game]}",
               cell(page, "Elo over `seq` (95 %)", game=game, engine=f"`{engine}`"), *of)  # fmt: skip

    page = f"{PLAYOUTS}/summary.md"
    yield ("two threads of `tree:lock=free` over the best sequential engine, playouts of 10 µs",
           cell(page, "cost=10000", "playout_cost: speed-up", engine="tree:threads=2,lock=free"),
           page, f"{PLAYOUTS}/results.csv", "results/studies/run.sh", "0e87d24")  # fmt: skip

    page = f"{EQUAL}/README.md"
    of = (page, f"{EQUAL}/matches.jsonl", f"{EQUAL}/run.sh")
    for game, budget, engine, commit in (
        ("hex:size=11", "5000 iterations", "seq:batch=512", "0b1caf9"),
        ("hex:size=11", "5000 iterations", "seq:iterations=2500", "0b1caf9"),
        ("connect_four", "400000 iterations", "tree:threads=2", "610d4ed3"),
        ("connect_four", "400000 iterations", "seq:iterations=200000", "610d4ed3"),
        ("connect_four", "400000 iterations", "tree:threads=2,batch=512", "610d4ed3"),
        ("hex:size=11", "400000 iterations", "tree:threads=2", "3776560"),
        ("hex:size=11", "400000 iterations", "seq:iterations=200000", "3776560"),
    ):
        row = {"a move": budget, "A, against `seq`": f"`{engine}`"}
        yield (f"Elo of `{engine}` over `seq` at {budget}, {names[game]}",
               cell(page, "Elo of A (95 %)", game=game, **row), *of, commit)  # fmt: skip

    page = f"{NETWORKS}/README.md"
    of = (page, f"{NETWORKS}/matches.jsonl", f"{NETWORKS}/run.sh", "e002d35")
    for rule in ("vl=1", "vl=mean"):
        yield (f"Elo of batches of 64 leaves with `{rule}` over single leaves at 400 evaluations, Connect Four",
               cell(page, f"`{rule}`", game="connect_four", batch="64"), *of)  # fmt: skip

    for game, name in (("connect_four", "Connect Four"), ("hex:size=7", "Hex 7x7"), ("othello", "Othello")):
        row = {"game": game, "call + leaf": "800us+2us"}
        yield f"Elo of batches of 16 leaves over batches of 64 at equal virtual time, {name}", cell(page, "16", **row), *of

    rates = {}
    with (ROOT / RANKS / "efficiency.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            rates[row["turn"], row["scheme"], row["ranks"]] = float(row["iterations_per_second"])
    used = stats.mean_estimate([rates[turn, scheme, "8"] / (8 * rate) for (turn, scheme, ranks), rate in rates.items()
                                if (scheme, ranks) == ("df", "1")])  # fmt: skip
    yield ("eight ranks over one, by `scheme=df`, playouts of 1 ms, of eight", f"{used.value:.2f} ± {used.error:.2f}",
           f"{RANKS}/README.md", f"{RANKS}/efficiency.csv", f"{RANKS}/efficiency.sh", "f131201")  # fmt: skip

    page = f"{TRANSFERS}/README.md"
    of = (page, f"{TRANSFERS}/scaling.csv", f"{TRANSFERS}/run.sh", "7456ba9")
    for game in ("hex:size=11", "connect_four"):
        row = {"utilisation, % of": game, "tree": "leased", "iterations": "2000000", "ns per transfer": "50"}
        yield (f"utilisation of 64 simulated workers, leased tree of 2 million iterations, {names[game]}, %",
               cell(page, "64", **row), *of)  # fmt: skip
    page = "docs/simulated-workers.md"
    for game in ("hex:size=11", "connect_four"):
        row = {"game": game, "workers of a leased tree": "threads, 4 million iterations"}
        yield (f"utilisation of sixteen threads, leased tree of 4 million iterations, {names[game]}",
               cell(page, "16", **row), page, f"{SIXTEEN}/equal/results.csv", f"{SIXTEEN}/run.sh", "e6517726")  # fmt: skip
    row = {"game": "`hex:size=5`"}
    of = (page, "results/studies/scaling_limits/results.csv", "results/studies/run.sh", "3475070")
    yield "value lost by 1024 simulated workers of one tree, `vl=mean`, 16 000 playouts, Hex 5x5, %", cell(page, "`vl=mean`", **row), *of
    yield "its control: `seq` with a sixteenth of the playouts, %", cell(page, "`seq`, a sixteenth", **row), *of

    page = f"{LEAVES}/README.md"
    row = {"calls in flight": "8"}
    yield ("problems solved with 8 calls in flight of 512, over one at a time, percentage points",
           cell("docs/slow-leaves.md", "solved with `vl=1`", **row), page, f"{LEAVES}/calls.csv", f"{LEAVES}/run.sh", "8fb5b96a")  # fmt: skip


def main():
    print("| claim | figure | page | data | made by | commit |\n| :--- | ---: | :--- | :--- | :--- | :--- |")
    for claim, figure, page, data, made_by, commit in claims():
        print(f"| {claim} | {figure} | {page} | {data} | {made_by} | {commit_of(data, commit)} |")


if __name__ == "__main__":
    main()
