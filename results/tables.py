"""Prints the tables of a folder's README.md, from its data: python3 results/tables.py FOLDER [ARGUMENTS].

`--figure` draws the figure of `plain`, `ranks` or `sixteen-cores`. It needs Python alone (a figure: matplotlib).
"""

import csv
import json
import pathlib
import re
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))

from banyan.report import stats  # noqa: E402


def lines(path):
    """The objects of a file, one per line."""
    return [json.loads(line) for line in (HERE / path).open()]


def rows(path):
    return list(csv.DictReader((HERE / path).open(newline="")))


def show(header, rule, body):
    """A table; `rule` has a character for each column: l, r, or - for none."""
    rules = {"l": ":---", "r": "---:", "-": "---"}
    spaced = " " if "l" in rule else ""
    print(f"| {' | '.join(header)} |")
    print(f"|{'|'.join(spaced + rules[c] + spaced for c in rule)}|")
    for cells in body:
        print(f"| {' | '.join(map(str, cells))} |")


def label(match):
    """Game, budget and the rest of the label of a match."""
    parts = match["label"].split(", ", 2)
    return parts + [""] * (3 - len(parts))


def elo_of(match, digits=0, unknown="-"):
    if match.get("elo") is None:
        return unknown
    return f"{match['elo']:+.{digits}f} ± {match['elo_error95']:.{digits}f}"


def rate_ratio(match):
    rates = match.get("iterations_per_second") or {}
    return f"{rates['a'] / rates['b']:.2f}" if rates.get("a") and rates.get("b") else "-"


def mean_text(ratios, least=2):
    """The geometric mean with its interval, by Student's t on logarithms; of few only the mean."""
    if not ratios or len(ratios) < 2 == least:
        return "-"
    mean = stats.rate_estimate(ratios)
    if len(ratios) < least:
        return f"{mean.value:.2f}"
    return f"{mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"


def ratios(values, over, under):
    """Of each turn that has both."""
    turns = sorted(set(values.get(over, {})) & set(values.get(under, {})))
    return [values[over][turn] / values[under][turn] for turn in turns]


# ---- matches -------------------------------------------------------------------------------------


def equal_iterations():
    def speed(match):  # long searches were played on a busy machine, and equal time visits decided games
        return "-" if re.search("ms|^[0-9]00000", label(match)[1]) else rate_ratio(match)

    show(("game", "a move", "A, against `seq`", "pairs", "Elo of A (95 %)", "iterations/s, A over `seq`"), "------", (
        (*label(m)[:2], f"`{label(m)[2]}`", m["games"] // 2, elo_of(m, 1), speed(m))
        for m in lines("equal-iterations/matches.jsonl")
    ))  # fmt: skip


def memory():
    show(("game", "iterations per move", "engine", "pairs", "Elo over itself with `full=stop`"), "-r-rr", (
        (*label(m)[:2], f"`{m['a']}`", m["deals"], elo_of(m)) for m in lines("memory/matches.jsonl")
    ))  # fmt: skip


def matches(folder):
    def ahead(match):
        if match.get("elo") is not None:
            return elo_of(match)
        return f"{match['score']:+.2f} ± {match['score_error95']:.2f} {match['unit']}"

    def each(match):
        budget = label(match)[1]
        return budget if budget.endswith("s") else f"{budget} iterations"

    show(("game", "each move", "engine", "against", "pairs", "iterations/s, times", "Elo, or score"), "-r--rrr", (
        (label(m)[0], each(m), f"`{m['a']}`", f"`{m['b']}`", m["deals"], rate_ratio(m), ahead(m))
        for m in lines(f"{folder}/matches.jsonl")
    ))  # fmt: skip


def tuning():
    for part in ("choose", "judge", "tuned"):
        print(f"{part}:")
        show(("game", "iterations a move", "engine", "against", "pairs", "Elo (95 %)"), "-r--rr", (
            (label(m)[0], int(label(m)[1]), f"`{m['a']}`", f"`{m['b']}`", m["deals"], elo_of(m))
            for m in lines("tuning/matches.jsonl") if m["part"] == part
        ))  # fmt: skip
        print()
    print("time:")
    games, found = [], {}
    for m in (m for m in lines("tuning/matches.jsonl") if m["part"] == "time"):
        games += [m["game"]] if m["game"] not in games else []
        name, c, rest = m["a"].partition("c=")
        rest = rest.partition(",")[2]
        engine = f"`{(name + rest).rstrip(':,')}`" + ("" if c else ", c = 1.414")
        found.setdefault(engine, {})[m["game"]] = elo_of(m)
    show(("engine", *games), "-" + "r" * len(games), (
        (engine, *(by.get(game, "-") for game in games)) for engine, by in found.items()
    ))  # fmt: skip
    print()
    bonus = {}
    for match in lines("tuning/polynomial/matches.jsonl"):
        bonus.setdefault(match["game"], []).append(elo_of(match))
    show(("game", "`c=0.1`", "`c=0.2`", "`c=0.35`"), "-rrr", ((game, *found) for game, found in bonus.items()))
    print()


def hidden(*names):
    for i, path in enumerate(names or sorted(path.name for path in (HERE / "hidden").glob("*.jsonl"))):
        print(f"{chr(10) if i else ''}## {path}\n")
        show(("game", "A", "B", "budget", "games", "A ahead by (95 %)", "iterations/s, A over B"), "-------", (
            (m["game"], f"`{m['a']}`", f"`{m['b']}`", m["budget"], m["games"],
             f"{m['score']:+.3f} ± {m['score_error95']:.3f}", rate_ratio(m))
            for m in lines(pathlib.Path("hidden", path))
        ))  # fmt: skip


def policies():
    show(("game, policy, budget", "won, drawn, lost against plain UCT", "Elo (95 %)", "iterations/s, of plain UCT"),
         "----", (
        (m["match"], f"{m['wins']}, {m['draws']}, {m['losses']}", elo_of(m), rate_ratio(m))
        for m in lines("policies/more.jsonl")
    ))  # fmt: skip


def networks():
    value, timed, games = {}, {}, []
    for m in lines("networks/matches.jsonl"):
        game, evaluations, engine = label(m)
        games += [game] if game not in games else []
        value[game, evaluations, engine, m["rival"]] = elo_of(m, unknown="beyond 800")
        if m["rival"].startswith("seq:iterations="):
            timed[game] = elo_of(m, unknown="beyond 800")

    def of(game, n, engine, rival):
        return value.get((game, str(n), engine, rival), "-")

    base = "batched:eval=net,batch="
    one = base + "1"
    show(("game", "against `seq`", "in the time of `seq`", "against `batched:batch=1` by playouts",
          "half the evaluations, against all"), "-rrrr", (
        (g, of(g, 200, one, "seq"), timed.get(g, ""), of(g, 200, one, "batched:batch=1"),
         of(g, 400, one + ",iterations=200", one)) for g in games
    ))  # fmt: skip
    print()
    batches = [(g, b, [of(g, 400, f"{base}{b},vl={rule}", one) for rule in ("mean", 1, 3, 0)])
               for g in games for b in (4, 16, 64, 256)]  # fmt: skip
    show(("game", "batch", "`vl=mean`", "`vl=1`", "`vl=3`", "`vl=0`"), "-rrrrr",
         ((g, b, *found) for g, b, found in batches if set(found) != {"-"}))  # fmt: skip
    print()
    equal_time = [(g, [of(g, 1379, base + key, base + "64") for key in
                       ("1,iterations=25", "4,iterations=99", "16,iterations=385", "256,iterations=3902")])
                  for g in games]  # fmt: skip
    show(("game", "batch 1", "4", "16", "64", "256"), "-rrrrr",
         ((g, *found[:3], 0, found[3]) for g, found in equal_time if found[0] != "-"))  # fmt: skip
    print()
    wide = one + ",c=6"
    show(("game", "`c=0.4`", "`c=0.75`", "`c=3`", "`c=6`", "batch 64 at `c=6`, `vl=mean`", "`vl=1`"), "-rrrrrr", (
        (g, *(of(g, 400, f"{one},c={c}", one) for c in ("0.4", "0.75", "3", "6")),
         of(g, 400, base + "64,vl=mean,c=6", wide), of(g, 400, base + "64,vl=1,c=6", wide))
        for g in games if of(g, 400, wide, one) != "-"
    ))  # fmt: skip
    print()
    gumbel, narrow, body = ",gumbel=16", one + ",c=0.75", []
    for g in games:
        for n in (4, 16, 64, 400):
            if of(g, n, one + gumbel, one) != "-":
                body.append((g, n, of(g, n, one + gumbel, one), of(g, n, one + gumbel + ",gumbel_scale=0", one),
                             of(g, n, f"{one},iterations={n // 2}", one)))  # fmt: skip
            found = of(g, n, narrow + gumbel + ",gumbel_scale=0", narrow)
            if found != "-":
                body.append((g, f"{n}, both with `c=0.75`", "", found, ""))
            found = of(g, n, f"{base}16{gumbel}", base + "16")
            if found != "-":
                body.append((g, f"{n}, in batches of 16", found, "", ""))
    show(("game", "evaluations", "Gumbel search against PUCT", "without its random variables",
          "half the evaluations, against all"), "-rrrr", body)  # fmt: skip
    print()
    tuned = [(g, c, f"{one},c={c}", f"{base}64,c={c}", seq) for g, c, seq in (
        ("connect_four", "1.5", 2400), ("hex:size=7", "1.5", 4800), ("othello", "0.75", 420), ("hex:size=11", "6", 7000)
    )]  # fmt: skip
    show(("game", "`c`", "against `c=1.5`, judged anew", "against `seq:c=auto`", "in the time of it",
          "half the evaluations, against all"), "-rrrrr", (
        (g, c, of(g, 400, best, one + ",c=1.5"), of(g, 200, best, "seq:c=auto"),
         of(g, 200, best, f"seq:c=auto,iterations={seq}"), of(g, 400, best + ",iterations=200", best))
        for g, c, best, _, seq in tuned
    ))  # fmt: skip
    print()
    show(("game", "`c`", "batch", "`vl=mean`, at the best constant", "`vl=1`, at it"), "-rrrr", (
        (g, c, b, *(of(g, 400, f"{base}{b},c={c},vl={rule}", best) for rule in ("mean", 1)))
        for g, c, best, _, _ in tuned for b in (4, 16, 64, 256)
    ))  # fmt: skip
    print()
    show(("game", "`c`", "batch 1", "4", "16", "64", "256"), "-rrrrrr", (
        (g, c, *(0 if b == 64 else of(g, 1379, f"{base}{b},c={c},iterations={n}", whole)
                 for b, n in ((1, 25), (4, 99), (16, 385), (64, 1379), (256, 3902))))
        for g, c, _, whole, _ in tuned
    ))  # fmt: skip
    print()
    rule = one + ",select=regularized"
    show(("game", "evaluations", "the regularised policy against PUCT", "with `c=0.4`", "`c=0.75`", "`c=3`",
          "half the evaluations, against all"), "-rrrrrr", (
        (g, n, of(g, n, rule, one), *(of(g, n, f"{rule},c={c}", one) for c in ("0.4", "0.75", "3")),
         of(g, n, f"{one},iterations={n // 2}", one))
        for g in games for n in (4, 16, 64, 400) if of(g, n, rule, one) != "-"
    ))  # fmt: skip
    print()
    keys = ("batch=1", "batch=4", "batch=16", "batch=256", "batch=64,threads=2,streams=2", "batch=64,inflight=128",
            "batch=64,cache=1M", "batch=64,iterations=650")  # fmt: skip
    body = []
    for g, c in (("connect_four", "1.5"), ("hex:size=7", "1.5"), ("othello", "0.75")):
        for device, clock in (("2us+550ns", "2ms"), ("800us+2us", "20ms"), ("3ms+20us", "90ms")):
            on = f"batched:eval=net,c={c},simulated=on,descent=1us,device={device},clock={clock}"
            body.append((g, device, *(of(g, 1, f"{on},{key}", on + ",batch=64") for key in keys)))
    show(("game", "call + leaf", "batch 1", "4", "16", "256", "64, two streams", "64, 128 in flight", "64, a cache",
          "half of the evaluations"), "-rrrrrrrrr", body)  # fmt: skip


# ---- speeds in turns -----------------------------------------------------------------------------


def of_turns(path, value, key=("game", "engine")):
    found = {}
    for row in rows(path):
        found.setdefault(tuple(row[name] for name in key), {})[row["turn"]] = value(row)
    return found


def playout_rates(file="turns.csv"):
    rates = of_turns(pathlib.Path("plain", file), lambda row: float(row["playouts"]) / float(row["processor_seconds"]))
    for game in ("connect_four", "hex:size=11", "othello", "go:size=9"):
        plain = rates[game, "plain"]
        yield game, plain, [ratios(rates, (game, e), (game, "plain")) for e in ("seq", "seq:batch=512")]


def plain(file="turns.csv"):
    show(("game", "`plain`, playouts per processor second", "`seq`, times `plain` (95 %)",
          "`seq:batch=512`, times `plain` (95 %)"), "lrrr", (
        (game, f"{stats.geometric_mean(list(rates.values())) / 1000:.0f} k", *map(mean_text, times))
        for game, rates, times in playout_rates(file)
    ))  # fmt: skip


def proofs():
    show(("game", "time per move", "with proofs", "without", "won, drawn, lost", "Elo"), "-r--rr", (
        (*label(m)[:2], f"`{m['a']}`", f"`{m['b']}`", f"{m['wins']}, {m['draws']}, {m['losses']}", elo_of(m))
        for m in lines("proofs/matches.jsonl")
    ))  # fmt: skip
    print()
    cost, games = {}, []
    for file in ("prices", "batches"):  # with turns of their own
        for row in rows(f"proofs/{file}.csv"):
            games += [row["game"]] if row["game"] not in games else []
            of_engine = cost.setdefault((row["game"], row["engine"]), {})
            of_engine[file, row["turn"]] = float(row["processor_seconds"]) / float(row["iterations"])
    keys = "solver=on reuse=on expand=4 children=all fpu=1.1 select=puct select=tuned tt=uct1 rave=100".split()
    show(("game", *(f"`{key}`" for key in keys), "`batch=512,solver=on`"), "l" + "r" * 10, (
        (g, *(mean_text(ratios(cost, (g, f"seq:{key}"), (g, "seq")), 30) for key in keys),
         mean_text(ratios(cost, (g, "seq:batch=512,solver=on"), (g, "seq:batch=512")), 30))
        for g in games
    ))  # fmt: skip


def since(before, after, file="since.csv", games="", engines=""):
    """How many times the iterations of one commit another makes, and the price of a key by both."""
    clock = lambda row: "seconds" if "threads=2" in row["engine"] else "processor_seconds"  # noqa: E731
    rates = of_turns(pathlib.Path("limits", file), lambda row: float(row["iterations"]) / float(row[clock(row)]),
                     ("commit", "game", "engine"))  # fmt: skip
    more = bool(engines)
    games = games.split() or ("connect_four hex:size=7 hex:size=11 breakthrough othello ultimate_tic_tac_toe "
                              "tic_tac_toe go:size=9").split()  # fmt: skip
    engines = engines.split() or ("seq seq:batch=512 tree:threads=1 tree:threads=2 root:threads=2 seq:solver=on "
                                  "seq:reuse=on seq:fpu=1.1 seq:select=puct seq:rave=100").split()  # fmt: skip
    show(("engine", *games), "l" + "r" * len(games), (
        (f"`{e}`", *(mean_text(ratios(rates, (after, g, e), (before, g, e))) for g in games)) for e in engines
    ))  # fmt: skip
    if more:
        return

    def cost(commit, game, engine):
        found = ratios(rates, (commit, game, "seq"), (commit, game, engine))
        return f"{stats.geometric_mean(found):.2f}" if found else "-"

    print()
    for e in engines[5:]:
        print(f"| `{e[4:]}` | {' | '.join(f'{cost(before, g, e)}, {cost(after, g, e)}' for g in games)} |")


def limits(*words):
    tables = {("ahead",): ahead, ("many",): many}
    tables[words]() if words in tables else since(*words)


def many():
    """How many times the iterations searches of Go make whose playouts are bit-sliced."""
    rates = of_turns(pathlib.Path("limits", "many.csv"), lambda row: int(row["iterations"]) / float(row["processor_seconds"]),
                     ("game", "iterations", "engine", "commit"))  # fmt: skip
    before, after = "78869a87", "682fce16"
    engines = ("seq:batch=512", "tree:threads=1,batch=512", "seq")
    show(("game", "iterations", *(f"`{e}`" for e in engines)), "lr" + "r" * len(engines), (
        (game, n, *(mean_text(ratios(rates, (game, n, e, after), (game, n, e, before))) for e in engines))
        for game, n in sorted({key[:2] for key in rates}, key=lambda cell: (cell[0], int(cell[1])))
    ))  # fmt: skip


def ahead():
    """How many times the iterations searches make whose playouts are drawn ahead."""
    rates = of_turns(pathlib.Path("limits", "ahead.csv"), lambda row: int(row["iterations"]) / float(row["processor_seconds"]),
                     ("game", "iterations", "engine"))  # fmt: skip
    engines = [("seq", "seq:ahead=on"), ("seq:solver=on", "seq:solver=on,ahead=on")]
    show(("game", "iterations", *(f"`{on}` over `{off}`" for off, on in engines)), "lrrr", (
        (game, n, *(mean_text(ratios(rates, (game, n, on), (game, n, off))) for off, on in engines))
        for game in ("othello", "breakthrough") for n in ("1000", "10000", "100000", "1000000")
    ))  # fmt: skip


# ---- simulated and measured scaling --------------------------------------------------------------


def run_time_game():
    by_table("run-time-game/turns.csv")
    print()
    by_table("run-time-game/moved.csv")
    print()
    by_table("run-time-game/hidden.csv")


def by_table(file):
    """What a search by the game's table takes over one compiled for the game: medians of turns."""
    found = {}
    for row in rows(file):
        times = float(row["table"]) / float(row["native"])
        memory = int(row["table_bytes"]) / int(row["native_bytes"])
        found.setdefault((row["game"], row["engine"]), []).append((times, memory))
    body = []
    for (game, engine), turns in found.items():
        times = [turn[0] for turn in turns]
        spread = f"{min(times):.2f} to {max(times):.2f}"
        cells = [game, f"`{engine}`", f"{statistics.median(times):.2f}", spread]
        body.append([*cells, f"{statistics.median(turn[1] for turn in turns):.2f}"])
    show(["game", "engine", "time", "all turns", "memory"], "llrrr", body)


def leases():
    body = []
    for row in rows("leases/leases.csv"):
        game, *numbers = list(row.values())[:10]
        n, workers, time, one, met, tries, idle, writes, depth = map(float, numbers)
        times = one / time
        body.append((game, int(n), int(workers), f"{times:.1f}", f"{100 * (1 - times / workers):.1f} %",
                     f"{100 * tries / (met + tries):.1f} %", f"{idle / n:.3f}", f"{writes / n:.2f}", f"{depth:.1f}"))  # fmt: skip
    show(("game", "iterations", "workers", "times one", "idle", "tries that met another lease",
          "idle rounds per iteration", "shared writes per iteration", "depth"), "-rrrrrrrr", body)  # fmt: skip


def transfers():
    loops = {}
    for row in rows("transfers/lines.csv"):
        loops.setdefault(row["name"].replace("/real_time", ""), []).append(row)
    show(("loop", "ns per access, lowest tenth", "median"), "lrr", (
        (f"`{name}`", *(f"{statistics.median(float(r[c]) * 1e9 for r in found):.0f}" for c in ("low", "median")))
        for name, found in loops.items()
    ))  # fmt: skip
    print()
    scaling = [list(row.values()) for row in rows("transfers/scaling.csv")]
    predicted, time = {}, {}
    for game, scheme, n, transfer, workers, _, together, alone, *_ in scaling:
        if (transfer, workers) == ("50", "2"):
            predicted.setdefault((game, scheme, n), []).append(2 * float(together) / float(alone))
    for row in rows("transfers/trees.csv"):
        if row["s/iteration"]:
            name = row["name"]
            key = ("hex:size=11" if "Hex" in name else "connect_four", "leased" if "Leased" in name else "tree",
                   re.search(r"iterations:(\d+)", name)[1])  # fmt: skip
            kind = "one" if "threads:1" in name else "own" if "trees:2" in name else "shared"
            time.setdefault((*key, kind), []).append(float(row["s/iteration"]) * 1e9)

    def spread(values):
        return f"{statistics.median(values):.0f} ({min(values):.0f} to {max(values):.0f})"

    body = []
    for key in ((g, s, n) for g in ("connect_four", "hex:size=11") for s in ("leased", "tree")
                for n in ("20000", "200000")):  # fmt: skip
        one, own, shared = (time[(*key, kind)] for kind in ("one", "own", "shared"))
        body.append((key[0], "packed" if key[1] == "tree" else "leased", key[2], spread(one), spread(own), spread(shared),
                     f"{statistics.median(shared) / statistics.median(own):.2f}",
                     f"{statistics.median(predicted[key]):.2f}"))  # fmt: skip
    show(("game", "tree", "iterations", "one thread, ns", "two, a tree each", "two, one tree", "measured factor",
          "simulated"), "llrrrrrr", body)  # fmt: skip
    print()
    found, order = {}, []
    for game, scheme, n, transfer, workers, _, whole, work, *_ in scaling:
        order += [(game, scheme, n)] if (game, scheme, n) not in order else []
        of_key = found.setdefault((game, scheme, n, int(transfer), int(workers)), [])
        of_key.append((100 * float(work) / float(whole) / int(workers), 1000 * float(n) / float(whole)))
    workers = (1, 2, 4, 8, 16, 32, 64)
    for what, place, digits in (("utilisation, % of", 0, 0), ("M iterations/s of", 1, 1)):
        show((what, "tree", "iterations", "ns per transfer", *map(str, workers)), "llrr" + "r" * 7, (
            (g, "packed" if s == "tree" else "leased", n, t,
             *(f"{statistics.median(x[place] for x in found[g, s, n, t, w]):.{digits}f}" for w in workers))
            for g, s, n in order for t in (0, 50, 100)
        ))  # fmt: skip
        print()


def strength_of_sixteen_cores():
    """The pairs of all runs together, by game and engine."""
    pairs = {}
    for match in lines("sixteen-cores/matches.jsonl"):
        counts = pairs.get((match["game"], match["a"]), [0] * 5)
        pairs[match["game"], match["a"]] = [a + b for a, b in zip(counts, match["pentanomial"])]
    return pairs


def sixteen_cores():
    def rates(folder):
        found = {}
        for row in rows(f"sixteen-cores/{folder}/results.csv"):
            if row["metric"] == "iterations_per_second" and not row["repetition"]:
                engine = row["engine"].replace(",iterations=4000000", "")
                found[row["game"], engine] = f"{float(row['value']) / 1e6:.3g}"
        return found

    def text(elo):
        return f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"

    show(("game", "engine", "pairs", "Elo over `seq` (95 %)"), "--rr", (
        (game, f"`{engine}`", sum(counts), text(stats.elo(counts)))
        for (game, engine), counts in sorted(strength_of_sixteen_cores().items(), key=lambda item: item[0][0])
    ))  # fmt: skip
    print()
    scale = {}
    for match in lines("sixteen-cores/scale/matches.jsonl"):
        game, iterations, engine = label(match)
        tuned = match["rival"] != "seq"
        found = re.sub(r"iterations=(\d+)", lambda of: f"x{int(of[1]) / int(iterations):g}", engine)
        column = "batch" if "batch" in found else found
        scale.setdefault((game, iterations), {})[column, tuned] = elo_of(match)
    show(("game", "iterations in 5 ms", "2 times as many", "4", "16", "`c=auto`", "`seq:batch=512`", "both `c=auto`"),
         "-rrrrrrr", (
        (game, iterations, *(of.get((f"seq:x{n}", False), "-") for n in (2, 4, 16)), of.get(("seq:c=auto", False), "-"),
         of.get(("batch", False), "-"), of.get(("batch", True), "-"))
        for (game, iterations), of in scale.items()
    ))  # fmt: skip
    print()
    body = {}
    for folder in ("speed", "equal"):
        for (game, engine), rate in rates(folder).items():
            threads = int((re.search(r"threads=(\d+)", engine) or "01")[1])
            name = re.sub(":$", "", re.sub(r":?threads=\d+,?", ":", engine))
            key = game, f"`{name}`{', 4 million' if folder == 'equal' else ''}"
            body.setdefault(key, {})[threads] = rate
    show(("M iterations/s", "engine", "1", "2", "4", "8", "16"), "--rrrrr",
         ((*key, *(of.get(n, "") for n in (1, 2, 4, 8, 16))) for key, of in body.items()))  # fmt: skip
    print()
    settings = rates("settings")
    show(("M iterations/s, 16 threads", "connect_four", "hex:size=11"), "-rr", (
        (f"`{engine}`", rate, settings["hex:size=11", engine])
        for (game, engine), rate in settings.items() if game == "connect_four"
    ))  # fmt: skip


def simulated():
    """The tables of docs/simulated-workers.md that set simulation beside what is known."""
    lost = {}
    for row in rows("studies/scaling_limits/results.csv"):
        if row["metric"] == "lost":  # in half wins, a digit for each position
            lost[row["game"], row["engine"], row["budget"]] = [int(digit) / 2 for digit in row["text"]]

    def beyond(game, engine, budget="16.0 k playouts"):
        whole = lost[game, "seq", "16.0 k playouts"]
        more = [a - b for a, b in zip(lost[game, engine, budget], whole, strict=True)]
        mean = stats.mean_estimate(more) if any(more) else stats.mean_loss(more)
        return f"{100 * mean.value:.1f} ± {100 * mean.error:.1f}"

    rules = ("vl=mean", "vl=1", "vl=3", "vl=0", "scheme=root")
    show(("game", "`seq`, a quarter", "`seq`, a sixteenth", *(f"`{rule}`" for rule in rules)), "lrrrrrrr", (
        (f"`{game}`", *(beyond(game, "seq", budget) for budget in ("4.00 k playouts", "1.00 k playouts")),
         *(beyond(game, f"virtual:workers=1024,eval=exponential,{rule}") for rule in rules))
        for game in dict.fromkeys(game for game, _, _ in lost)
    ))  # fmt: skip
    print()

    rates = {}
    for folder in ("speed", "equal"):
        for row in rows(f"sixteen-cores/{folder}/results.csv"):
            if row["metric"] == "iterations_per_second" and not row["repetition"]:
                rates[folder, row["game"], row["engine"].replace("iterations=4000000", "").rstrip(",:")] = float(row["value"])

    def used(folder, game, engine, threads):
        alone = rates[folder, game, f"{engine}:threads=1"]
        return f"{rates[folder, game, f'{engine}:threads={threads}'] / threads / alone:.0%}".replace("%", " %")

    told = {}
    for row in rows("transfers/scaling.csv"):
        if row["scheme"] == "leased" and row["iterations"] == "2000000" and row["transfer_ns"] == "50":
            of = told.setdefault((row["game"], int(row["workers"])), [])
            of.append(int(row["virtual_alone_ns"]) / int(row["workers"]) / int(row["virtual_ns"]))
    numbers = (2, 4, 8, 16)
    show(("game", "workers of a leased tree", *map(str, numbers)), "llrrrr", (
        row for game in ("connect_four", "hex:size=11") for row in (
            (game, "simulated, 50 ns", *(f"{statistics.mean(told[game, n]):.0%}".replace("%", " %") for n in numbers)),
            (game, "threads, 4 million iterations", *(used("equal", game, "tree", n) for n in numbers)),
            (game, "threads of `root`, which share nothing", *(used("speed", game, "root", n) for n in numbers)))
    ))  # fmt: skip


def speed():
    """The speeds of five runs, and of the standard run on that machine four hours earlier."""
    from banyan.report import read, results, runs

    earlier = results.speeds(read.read_run(HERE / "epyc-2-cpus"))
    body, outside = [], [0, 0]
    for five in runs.read_runs(HERE / "speed").speeds:
        mean, other = stats.rate_estimate(five.rates), results.find(earlier, five.game, five.engine)
        if other is None:
            continue
        rate = stats.geometric_mean(other.rates)
        # A new run scatters itself, so its interval is the wider by the root of n + 1.
        wider = (mean.high / mean.value) ** (len(five.rates) + 1) ** 0.5
        ends = ((mean.low, mean.high), (mean.value / wider, mean.value * wider))
        outside = [n + (not low <= rate <= high) for n, (low, high) in zip(outside, ends)]
        body.append((five.game, f"`{five.engine}`", f"{mean.value / 1e6:.3g}",
                     *(f"{low / 1e6:.3g} to {high / 1e6:.3g}" for low, high in ends), f"{rate / 1e6:.3g}"))  # fmt: skip
    body.append((f"outside, of {len(body)}", "", "", *outside, ""))
    show(("game", "M iterations/s of", "mean", "the mean (95 %)", "a new run (95 %)", "four hours earlier"), "llrrrr", body)


def slow_leaves():
    """Problems solved by who has so many calls in flight: constants, calls, latencies."""
    share = lambda row, column: f"{100 * int(row[column]) / int(row['problems']):.1f} %"  # noqa: E731

    def gain(row, calls):
        found = stats.paired_shares(*(int(row[f"only_{side}_{calls}"]) for side in ("here", "control")),
                                    int(row["problems"])).scaled(100)  # fmt: skip
        return f"{share(row, f'solved_in_{calls}_calls')} ({found.low:+.1f} to {found.high:+.1f})"

    def median(row):
        return "-" if row["median_time"] == "inf" else f"{float(row['median_time']):.0f}"

    noises = [rows(f"slow-leaves/tuning-{noise}.csv") for noise in ("0.25", "0.5")]
    show(("rule, one call at a time", "solved in 512 calls", "with twice the noise"), "-rr", (
        (f"`{a['rule']}`", share(a, "solved_in_512_calls"), share(b, "solved_in_512_calls")) for a, b in zip(*noises)
    ))  # fmt: skip
    print()
    calls = rows("slow-leaves/calls.csv")
    by = {(row["rule"].split("vl=")[1], int(row["concurrency"]), row["rounds"]): row for row in calls}
    for most in (256, 512):
        show(("calls in flight", f"solved in {most} calls, `vl=1`", "rounds", "`vl=mean`", "rounds"), "rrrrr", (
            (n, *(gain(by[key], most) if key in by else "-"
                  for vl in ("1", "mean") for key in [(vl, n, "off"), (vl, n, "on")]))
            for n in sorted({n for _, n, _ in by})
        ))  # fmt: skip
        print()
    times = [row for row in [*calls, *rows("slow-leaves/latency.csv")] if "vl=1" in row["rule"]]
    found = {(row["latency"], int(row["concurrency"]), row["rounds"]): row for row in times}
    show(("latency", "calls in flight", "median time", "rounds", "solved by time 32", "rounds"), "-rrrrr", (
        (latency, n, median(row), median(other), share(row, "solved_in_time_32"),
         share(other, "solved_in_time_32"))
        for (latency, n, rounds), row in found.items() if rounds == "off" and n in (8, 16, 32)
        for other in [found[latency, n, "on"]]
    ))  # fmt: skip
    print()
    families = {"steps": "10 steps, 5 next", "depth": "30 steps, 5 next", "branching": "10 steps, 30 next"}
    read = lambda suffix: [rows(f"slow-leaves/sampled-{name}{suffix}.csv") for name in families]  # noqa: E731
    searches = ("textbook", "`puct`", "`adaptive`", "`adaptive:prior=beta`", "best of n")
    show(("one call at a time", *families.values()), "-rrr", (
        (name, *(gain(row, 512) for row in cells)) for name, *cells in zip(searches, *read(""))
    ))  # fmt: skip
    print()
    show(("calls in flight", "", *families.values(), "median time, 10 steps"), "r-rrrr", (
        (row["concurrency"], "rounds" if row["rounds"] == "on" else "any order",
         *(gain(each, 512) for each in (row, *others)), median(row))
        for row, *others in zip(*read("-calls")) if row["concurrency"] != "1"
    ))  # fmt: skip
    print()
    drafts = [{(row["rule"], row["concurrency"]): row for row in rows(f"slow-leaves/sampled-{name}.csv")}
              for name in ("wide", "deep")]  # fmt: skip
    show(("calls in flight", "search", "first answers vary", "refining helps"), "r-rr", (
        (n, name, *(gain(kind[rule, n], 256) for kind in drafts))
        for n in ("1", "8")
        for rule, name in zip(dict.fromkeys(rule for rule, _ in drafts[0]), searches[1:])
    ))  # fmt: skip
    print()
    slow_leaves_of_games()
    print()
    shared_server()


def slow_leaves_of_games():
    """What calls in flight cost in games, at equal calls and in equal time."""
    played, games = {}, []
    for m in lines("slow-leaves/matches.jsonl"):
        game, _, engine = label(m)
        games += [game] if game not in games else []
        played[game, engine.removeprefix("batched:simulated=on,eval=net,").removeprefix("iterations=1000,").removeprefix("device=")] = elo_of(m, unknown="beyond 800")
    of = lambda game, engine: played.get((game, engine), "-")  # noqa: E731

    any_order, rounds = "exponential:mean=1s,batch=1,streams={},vl={}", "exponential:mean=1s,batch={},streams=1,vl={}"
    show(("game", "calls in flight", "`vl=mean`", "rounds", "`vl=1`", "rounds"), "-rrrrr", (
        (game, n, *(of(game, how.format(n, vl)) for vl in ("mean", 1) for how in (any_order, rounds)))
        for game in games for n in (16, 64, 256)
    ))  # fmt: skip
    print()
    one = "batched:eval=net,batch=1,iterations={}"
    show(("game", "16 in flight, `vl=0`", "half of the calls, one at a time", "an eighth"), "-rrr", (
        (game, of(game, any_order.format(16, 0)), *(of(game, one.format(calls)) for calls in (128, 32))) for game in games
    ))  # fmt: skip
    print()
    shapes = {"constant": "constant:mean=1s", "exponential": "exponential:mean=1s",
              "lognormal": "lognormal:mean=1s,sigma=1", "Pareto": "pareto:mean=1s,shape=1.5"}  # fmt: skip
    server = "'{},concurrent=32',batch={},streams={}{},clock={}s"
    show(("rounds of 32, by latency", *shapes), "-rrrr", (
        (game, *(of(game, server.format(shape, 32, 1, "", 10)) for shape in shapes.values())) for game in games
    ))  # fmt: skip
    print()
    show(("lognormal", "1 call in flight", "8", "32, `vl=1`", "32, half the time"), "-rrrr", (
        (game, *(of(game, server.format(shapes["lognormal"], 1, *how)) for how in
                 ((1, "", 10), (8, "", 10), (32, ",vl=1", 10), (32, "", 5)))) for game in games
    ))  # fmt: skip


def shared_server():
    """How searches that share a server should share it."""

    def quantile(row, name):
        return f"{float(row[name]):.0f} ({float(row[f'{name}_lower95']):.0f} to {float(row[f'{name}_upper95']):.0f})"

    def solved(row):
        gain = stats.paired_shares(int(row["only_here"]), int(row["only_control"]), int(row["problems"])).scaled(100)
        return f"{100 * int(row['solved']) / int(row['problems']):.1f} % ({gain.low:+.1f} to {gain.high:+.1f})"

    show(("problems per unit of time", "searches at a time", "calls in flight of each", "solved", "median time", "p99", "busy"),
         "rrrrrrr", (
        (row["rate"], row["searches"], row["in_flight"], solved(row), quantile(row, "median"), quantile(row, "p99"),
         f"{100 * float(row['busy']):.0f} %") for row in rows("slow-leaves/shared.csv")
    ))  # fmt: skip


# ---- figures -------------------------------------------------------------------------------------


def bars(path, groups, series, ylabel, log=False):
    """Series are (name, colour, estimates), an estimate for each group."""
    from banyan.report import drawing
    from matplotlib import figure, style

    with style.context(["default", drawing.STYLE]):
        canvas = figure.Figure(figsize=(7.6, 3.4), layout="tight")
        axis = canvas.subplots()
        width = 0.8 / len(series)
        for place, (name, colour, found) in enumerate(series):
            x = [group + width * (place - (len(series) - 1) / 2) for group in range(len(groups))]
            error = [[e.value - e.low for e in found], [e.high - e.value for e in found]]
            axis.bar(x, [e.value for e in found], width, yerr=error, label=name, color=colour, capsize=2)
        axis.axhline(1 if log else 0, color=drawing.INK, lw=1)
        if log:
            drawing.logarithmic(axis.yaxis, [0.5, 16], 2)
        axis.set_xticks(range(len(groups)), groups)
        axis.set_ylabel(ylabel)
        axis.grid(axis="y")
        axis.legend(ncols=2)
        canvas.savefig(HERE / path, metadata={"Date": None})


def plain_figure():
    found = [list(map(stats.rate_estimate, times)) for _, _, times in playout_rates()]
    bars("plain/plain.svg", ("Connect Four", "Hex 11x11", "Othello", "Go 9x9"),
         [("seq, exact UCT", "#0072B2", [f[0] for f in found]), ("seq:batch=512", "#D55E00", [f[1] for f in found])],
         "times plain UCT", log=True)  # fmt: skip


def sixteen_cores_figure():
    pairs = strength_of_sixteen_cores()
    names = (
        ("leaf", "#E69F00", "leaf:threads=16"),
        ("one tree, atomics everywhere", "#D55E00", "tree:threads=16,lock=packed"),
        ("16 trees, merged", "#009E73", "root:threads=16"),
        ("one tree, leased subtrees", "#0072B2", "tree:threads=16,batch=512"),
    )
    games = ("connect_four", "hex:size=11", "othello")
    bars("sixteen-cores/strength.svg", ("Connect Four", "Hex 11x11", "Othello"),
         [(name, ink, [stats.elo(pairs[game, engine]) for game in games]) for name, ink, engine in names],
         "Elo over seq, 5 ms per move")  # fmt: skip


def ranks_figure(path="ranks/ranks.csv"):
    """Iterations of so many ranks over what as many sleepers could make, which lose no time."""
    from banyan.report import drawing
    from matplotlib import figure, style

    sleeps = {"100us": 1e-4, "1ms": 1e-3, "10ms": 1e-2}
    curves = {}
    for row in rows(path):
        ranks = int(row["ranks"])
        share = float(row["iterations_per_second"]) * sleeps[row["playout"]] / ranks
        curves.setdefault(f"{row['scheme']} {row['playout']}", []).append((ranks, share))
    with style.context(["default", drawing.STYLE]):
        canvas = figure.Figure(figsize=(7.6, 4.2), layout="tight")
        axis = canvas.subplots()
        for name, points in curves.items():
            axis.plot(*zip(*points), marker="o", label=name)
        axis.set_xscale("log", base=2)
        axis.set_xticks([1, 2, 4, 8], ["1", "2", "4", "8"])
        axis.set_ylim(0, 1.1)
        axis.set_xlabel("ranks")
        axis.set_ylabel("iterations/s over those of sleepers")
        axis.legend(ncols=2)
        canvas.savefig(HERE / path.replace(".csv", ".svg"), metadata={"Date": None})


TABLES = {
    "equal-iterations": equal_iterations, "hidden": hidden, "leases": leases, "limits": limits, "memory": memory,
    "networks": networks, "plain": plain, "playout_policies": lambda: matches("playout_policies"),
    "policies": policies, "proofs": proofs, "run-time-game": run_time_game, "simulated": simulated, "sixteen-cores": sixteen_cores, "slow-leaves": slow_leaves, "speed": speed,
    "transfers": transfers,
    "tuning": tuning, "widening": lambda: matches("widening"),
}  # fmt: skip
FIGURES = {"plain": plain_figure, "ranks": ranks_figure, "sixteen-cores": sixteen_cores_figure}


def main(arguments):
    of = FIGURES if "--figure" in arguments else TABLES
    words = [word for word in arguments if word != "--figure"]
    if not words or words[0] not in of:
        sys.exit(f"{__doc__}\nFOLDER: {', '.join(of)}")
    of[words[0]](*words[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
