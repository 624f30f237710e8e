"""The figures of a run."""

import math
import re

from . import results, studies, tables
from .drawing import (
    CHOICES,
    GREY,
    INK,
    MARKS,
    Figure,
    colour,
    draw_curves,
    draw_ranges,
    errors,
    file_name,
    linear,
    logarithmic,
    panel,
    plain,
    rows_height,
    styled,
    styles,
)
from .sections import is_on_truth, scaling_parts, searches_text
from .stats import Estimate, mean_loss, rate_estimate, ratio_estimate

_INTERVAL = "Geometric means with 95 % intervals."
_WELCH = "Ratios of iterations/s with 95 % intervals (Welch, on logarithms)."


def games_to_draw(run, games):
    """Without the trivial ones, of which speeds say nothing; all if there are no others."""
    speeds = results.speeds(run)
    return [g for g in games if not results.is_trivial(speeds, g)] or list(games)


# ---- speeds --------------------------------------------------------------------------------------


def _of_game(speeds, game):
    return [s for s in speeds if s.game == game and rate_estimate(s.rates).value > 0]


def throughput(run):
    speeds = results.speeds(run)
    for game in games_to_draw(run, results.games_of(speeds)):
        rows = _of_game(speeds, game)
        if not rows:
            continue
        figure = Figure(
            "throughput", file_name("throughput", game), f"{game}: iterations per second",
            f"First position, {searches_text(run)}. {_INTERVAL}", rows_height(len(rows)),
        )  # fmt: skip
        rates = [rate_estimate(s.rates) for s in rows]
        names = [s.engine for s in rows]
        draw_ranges(figure.axis, names, rates, [colour(name) for name in names])
        low, high = min(r.value for r in rates), max(r.value for r in rates)
        logarithmic(figure.axis.xaxis, (low, high))
        figure.axis.set_xlim(low / 1.5, high * 1.5)
        figure.axis.set_xlabel("iterations per second (log scale)")
        yield figure


def speedup(run):
    speeds = results.speeds(run)
    for game in games_to_draw(run, results.games_of(speeds)):
        seq = results.find(speeds, game, "seq")
        by_engine = {}
        for s in speeds:
            if s.game == game:
                by_engine.setdefault(results.without_threads(s.engine), {})[s.threads] = s
        by_engine = {e: by for e, by in sorted(by_engine.items()) if len(by) > 1}
        if seq is None or not by_engine:
            continue
        figure = Figure(
            "speedup", file_name("speedup", game), f"{game}: speed-up by threads",
            f"{_WELCH} {searches_text(run)}.", 3.1, columns=2,
        )  # fmt: skip
        most = max(n for by in by_engine.values() for n in by)
        for axis, base, label in zip(figure.axes[0], (seq, None), ("over seq", "over 1 thread")):
            curves = {}
            for engine, by in by_engine.items():
                over = base or by.get(1)
                curves[engine] = [] if over is None else [
                    (n, ratio_estimate(s.rates, over.rates).closed()) for n, s in sorted(by.items())
                ]  # fmt: skip
            axis.plot([1, most], [1, most], color=GREY, linestyle="--", lw=1, label="ideal")
            panel(axis, curves, "threads", label, apart=0.02, y_base=2, style=styles(by_engine))
        figure.legend()
        yield figure


def _step_name(engine):
    step = tables.ABLATION_STEPS.get(engine, "")
    if not step:
        return engine
    if engine == results.PLAIN or engine.startswith("naive:"):
        return f"{engine.split(':')[0]}, {step}"
    return f"+ {step}"


def ablation(run):
    steps = results.speeds(run, "ablation")
    for game in games_to_draw(run, results.games_of(steps)):
        rows = _of_game(steps, game)
        naive = results.find(rows, game, "naive")
        if naive is None or len(rows) < 2:
            continue
        figure = Figure(
            "ablation", file_name("ablation", game), f"{game}: what each optimisation brings",
            "One thread. Each step on the line includes those above it. Ratios with 95 % intervals.",
            rows_height(len(rows)),
        )  # fmt: skip
        ratios = [ratio_estimate(s.rates, naive.rates).closed() for s in rows]
        line = [(r.value, i) for i, (r, s) in enumerate(zip(ratios, rows)) if s.engine != results.PLAIN]
        figure.axis.plot(*zip(*line), color=GREY, lw=1, zorder=1)
        shown = [f"{r.value:.{2 if r.value < 9.995 else 1}f}" for r in ratios]
        draw_ranges(figure.axis, [_step_name(s.engine) for s in rows], ratios, [INK] * len(rows), shown)
        low, high = min(r.value for r in ratios), max(r.value for r in ratios)
        logarithmic(figure.axis.xaxis, (low, high))
        figure.axis.set_xlim(low / 1.5, high * 2.5)
        figure.axis.set_xlabel("times naive (log scale)")
        yield figure


_PHASE_COLOURS = (("#0072B2", "#ffffff"), ("#E69F00", "#000000"), ("#56B4E9", "#000000"), ("#444444", "#ffffff"))


def phases(run):
    shares = results.phases(run)
    if not shares:
        return
    figure = Figure(
        "phases", "phases", "Where the time of an iteration goes",
        f"seq, one thread, {searches_text(run)}; ± half the 95 % interval.", 0.9 + 0.42 * len(shares),
    )  # fmt: skip
    axis = figure.axis
    for place, of_game in enumerate(shares.values()):
        left = 0.0
        for phase, share, (fill, ink) in zip(results.PHASES, of_game, _PHASE_COLOURS):
            width = 100 * share.value
            label = tables.phase_name(phase) if place == 0 else None
            axis.barh(place, width, left=left, color=fill, edgecolor="white", height=0.72, label=label)
            # A narrow part has no room for its interval or its number: those stand in the table.
            if share.error < 0.25 and width >= 6:
                shown = f"{width:.0f} ± {100 * share.error:.1f}" if width >= 16 else f"{width:.0f}"
                axis.text(left + width / 2, place, shown, color=ink, ha="center", va="center", fontsize=8.5)
            left += width
    axis.set_yticks(range(len(shares)), [plain(game) for game in shares])
    axis.set_ylim(len(shares) - 0.5, -0.5)
    axis.set_xlim(0, 100)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.set_xlabel("share of the time, %")
    figure.legend()
    yield figure


# ---- solved positions ----------------------------------------------------------------------------


def _failures(run, sets, game):
    curves = {}
    for made in sets:
        if made.game == game and made.iterations > 0:
            for row in made.rows:
                curves.setdefault(row.engine, []).append((made.iterations, row.failure_rate.scaled(100)))
    if not curves:
        return None
    figure = Figure(
        "truth", file_name("truth", game), f"{game}: failures against iterations",
        "Moves that lose value, on the same positions; 95 % intervals (Wilson 1927).", 3.0,
    )  # fmt: skip
    panel(figure.axis, curves, "iterations per move", "failures, %", apart=0.06, base=10, margin=2)
    figure.axis.set_ylim(bottom=0)
    figure.legend()
    return figure


def _without_common_beginning(names):
    """Names without the whole keys with which all of them begin, and these keys."""
    if len(names) < 2:
        return {name: name for name in names}, ""
    common = names[0]
    for name in names[1:]:
        while not name.startswith(common):
            common = common[:-1]
    end = max(common.rfind(":"), common.rfind(",")) + 1
    return {name: name[end:] for name in names}, names[0][:end]


def _by_workers(study, made):
    """What simulated workers cost: the mean value lost against their number."""
    curves, one = {}, None
    for row in made.rows:
        place = studies.place_of(made.game, row.engine, study["column"])
        if place.column is None:
            one = row
        elif re.fullmatch(r"\d+", place.column):
            curves.setdefault(place.engine, []).append((int(place.column), row.regret))
    if not curves:
        return None
    shown, common = _without_common_beginning(list(curves))
    but = f" but {one.engine}" if one else ""
    caption = f"Mean over {made.positions} solved positions, with 95 % intervals."
    figure = Figure(
        "truth", file_name("workers", made.game, made.budget),
        f"{made.game}: value lost, {made.budget} per move",
        caption + (f" All{but}: {common}..." if common else ""), 3.2,
    )  # fmt: skip
    axis = figure.axis
    if one:
        axis.axhline(one.regret.value, color="#000000", linestyle="--", lw=1, label=plain(one.engine))
    style = {shown[name]: made_style for name, made_style in styles(curves).items()}
    curves = {shown[name]: points for name, points in curves.items()}
    panel(axis, curves, "simulated workers", "mean value lost", style=style)
    axis.set_ylim(bottom=0)
    figure.legend()
    return figure


_WORDS = {"vl": "virtual loss", "c": "exploration constant", "eval": "evaluation time"}


def _in_words(line):
    """ "8 workers, 32 iterations, evaluation time constant" of "workers=8,iterations=32,eval=constant"."""
    parts = []
    for part in line.split(","):
        key, equals, value = part.partition("=")
        word = _WORDS.get(key, key)
        parts.append(part if not equals else f"{value} {word}" if word.endswith("s") else f"{word} {value}")
    return ", ".join(parts)


def _rules(study, made):
    """Which choice loses least where: a row for each line of the study's table."""
    from matplotlib.colors import LinearSegmentedColormap

    cells = [c for c in made.cells if c.place.column is not None]
    if not cells:
        return None
    lines = results.distinct(c.line for c in cells)
    columns = results.distinct(c.place.column for c in cells)
    figure = Figure(
        "truth", file_name(study["name"], made.game), f"{made.game}: value lost, % of a win",
        "Bold: not shown to be worse than the best of its row, which half of the positions chose and the "
        "other half judges (Holm). Colour: beyond that best; 10 or more.", 1.0 + 0.22 * len(lines),
    )  # fmt: skip
    axis = figure.axis
    best = {line: min(c.lost.value for c in cells if c.line == line) for line in lines}
    grid = [[math.nan] * len(columns) for _ in lines]
    for c in cells:
        x, y = columns.index(c.place.column), lines.index(c.line)
        grid[y][x] = min(10, 100 * (c.lost.value - best[c.line]))
        axis.text(
            x, y, f"{100 * c.lost.value:.1f}", ha="center", va="center", fontsize=8.5,
            color=INK if c.worse else "#000000", fontweight="normal" if c.worse else "bold",
        )  # fmt: skip
    blues = LinearSegmentedColormap.from_list("lost", ["#ffffff", "#56B4E9"])
    image = axis.imshow(grid, aspect="auto", cmap=blues, vmin=0, vmax=10)
    figure.canvas.colorbar(image, ax=axis, shrink=0.9)
    axis.set_xticks(range(len(columns)), [plain(c) for c in columns])
    axis.set_yticks(range(len(lines)), [plain(_in_words(line)) for line in lines], fontsize=8)
    axis.tick_params(length=0)
    axis.set_xlabel(plain(_WORDS.get(study["column"], study["column"])))
    return figure


def _lengths(study, made_tables):
    """What each choice loses beyond the best, against the iterations of a worker, all games together."""
    beyond, choices, counts = {}, [], {}
    for made in made_tables:
        for c in made.cells:
            if c.place.column is None:
                continue
            engine, workers = results.take(c.place.engine, "workers")
            engine, iterations = results.take(engine, "iterations")
            if not (workers or "").isdigit() or not (iterations or "").isdigit():
                return None
            length = int(workers), int(iterations) / int(workers)
            beyond.setdefault(length, {}).setdefault(c.place.column, []).extend(c.beyond)
            choices.append(c.place.column)
    for workers, _ in beyond:
        counts[workers] = counts.get(workers, 0) + 1
    if not any(n > 2 for n in counts.values()):
        return None
    choices = results.distinct(choices)
    rows = math.ceil(len(counts) / 2)
    figure = Figure(
        "truth", file_name(study["name"]), study["help"],
        f"All {len(made_tables)} games together, with 95 % intervals. Half of the positions chose the "
        "best, the other half judges.", 2.4 * rows + 0.4, columns=2, rows=rows,
    )  # fmt: skip
    flat = [axis for line in figure.axes for axis in line]
    for axis, workers in zip(flat, sorted(counts)):
        curves, style = {}, {}
        for place, choice in enumerate(choices):
            name = f"{study['column']}={choice}"
            style[name] = {"color": CHOICES[place % 6], "marker": MARKS[place % 6], "linestyle": "-"}
            curves[name] = [
                (length, mean_loss(lost[choice]).scaled(100))
                for (w, length), lost in sorted(beyond.items())
                if w == workers and lost.get(choice)
            ]
        panel(axis, curves, "iterations per worker", "% of a win beyond the best", style=style, most=6)
        axis.set_title(f"{workers} workers")
    for axis in flat[len(counts) :]:
        axis.set_axis_off()
    figure.legend()
    return figure


def truth(run):
    sets = results.solved_sets(run)
    if not is_on_truth(run):
        made = [_failures(run, sets, g) for g in games_to_draw(run, results.games_of(sets))]
    elif studies.by_workers(run.study):
        made = [_by_workers(run.study, s) for s in sets]
    else:
        all_tables = studies.solved_tables(run.study, sets)
        made = [_lengths(run.study, all_tables)] + [_rules(run.study, t) for t in all_tables]
    yield from filter(None, made)


# ---- strength ------------------------------------------------------------------------------------


def _budget_name(budget):
    if "playouts" in budget or "iterations" in budget:
        kind = "equal playouts" if "playouts" in budget else "equal iterations"
        return f"{kind} ({budget} per move)"
    return f"budgets ({budget})" if budget.endswith("own") else f"equal time ({budget} per move)"


def elo_figure(kind, name, title, rows, budgets, games, opponent, all_at_once=False):
    """Elo with intervals: `rows` are (name, budget, estimate, engine)."""
    names = results.distinct(row[0] for row in rows)
    ends = [abs(x) for row in rows for x in row[2] if math.isfinite(x)]
    edge = min(max(1.15 * max(ends, default=0), 100), 1200)
    at_once = ", which hold all at once" if all_at_once else ""
    figure = Figure(
        kind, name, title, f"95 % intervals from pairs of games{at_once}; at most {games} games per match.",
        1.0 + 0.3 * len(names),
    )  # fmt: skip
    axis = figure.axis
    axis.axvline(0, color=INK, lw=1)
    labelled = set()
    for row_name, budget, estimate, engine in rows:
        place = budgets.index(budget)
        y = names.index(row_name) + 0.22 * (place - (len(budgets) - 1) / 2)
        low, high = max(estimate.low, -edge), min(estimate.high, edge)
        ink = colour(engine)
        axis.plot([low, high], [y, y], color=ink, lw=1.5)
        for end, beyond, mark in ((low, estimate.low < -edge, "<"), (high, estimate.high > edge, ">")):
            if beyond:
                axis.plot([end], [y], color=ink, marker=mark, markersize=6, clip_on=False)
        if math.isfinite(estimate.value) and abs(estimate.value) <= edge:
            axis.plot([estimate.value], [y], color=ink, marker="ov^D"[place % 4])
        if len(budgets) > 1 and budget not in labelled:
            labelled.add(budget)
            axis.plot([], [], color=INK, marker="ov^D"[place % 4], linestyle="none",
                      label=plain(_budget_name(budget)))  # fmt: skip
    axis.set_yticks(range(len(names)), [plain(n) for n in names])
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.set_xlim(-edge, edge)
    linear(axis.xaxis)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="x")
    at = "" if len(budgets) > 1 else f" at {_budget_name(budgets[0])}"
    axis.set_xlabel(plain(f"Elo over {opponent}{at}"))
    figure.legend()
    return figure


def elo_of_matches(kind, name, title, matches):
    several = len(results.games_of(matches)) > 1
    rows = []
    for m in matches:
        engine = f"{m.b} with half the budget" if m.kind == "control" else m.a
        rows.append((f"{m.game}: {engine}" if several else engine, m.budget, m.elo, m.a))
    budgets = results.distinct(m.budget for m in matches)
    opponents = ", ".join(results.distinct(m.b for m in matches))
    return elo_figure(kind, name, title, rows, budgets, max(m.games for m in matches), opponents)


def _of_each_game(kind, matches):
    for game in results.games_of(matches):
        of_game = [m for m in matches if m.game == game and m.games > 0]
        controls = results.distinct(m.b for m in of_game)
        for control in controls:
            against = [m for m in of_game if m.b == control]
            name = file_name(kind, game, control) if len(controls) > 1 else file_name(kind, game)
            yield elo_of_matches(kind, name, f"{game}: Elo over {control}", against)


def strength(run):
    all_decisions = results.matches(run, "decision")
    # What was decided alone: the few games that chose an engine may well contradict it.
    decisions = [
        m
        for game in games_to_draw(run, results.games_of(all_decisions))
        for m in all_decisions
        if m.game == game and m.games > 0
    ]
    if decisions:
        title = f"Fresh games: Elo over {decisions[0].b}"
        yield elo_of_matches("strength", "strength", title, decisions)
    else:
        yield from _of_each_game("strength", results.matches(run, "strength"))


def games(run):
    """Of a match, of a pool, of an advice."""
    for experiment in ("match", "pool", "advise"):
        matches = results.matches(run, experiment)
        matches = [m for m in matches if m.kind == "rating"] or [
            m for m in matches if m.kind in ("", "candidate")
        ]
        for game in results.games_of(matches):
            of_game = [m for m in matches if m.game == game]
            name = file_name(experiment, game)
            opponents = results.distinct(m.b for m in of_game)
            if len(opponents) == 1:
                yield elo_of_matches("games", name, f"{game}: Elo over {opponents[0]}", of_game)
            else:
                rows = [(f"{m.a} over {m.b}", m.budget, m.elo, m.a) for m in of_game]
                yield elo_figure(
                    "games", name, f"{game}: Elo of each match", rows,
                    results.distinct(m.budget for m in of_game), max(m.games for m in of_game),
                    "the second engine",
                )  # fmt: skip


def _number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return math.nan


def sweep(run):
    """Elo of A over B by the first key that has positive numbers; a curve for all other values."""
    matches = results.matches(run, "sweep")
    if not matches:
        return
    keys = results.distinct(key for m in matches for key in results.swept(m))
    by = [k for k in keys if all(_number(results.swept(m).get(k)) > 0 for m in matches)]
    a, b = (str(run.settings.get(side, side.upper())) for side in ("a", "b"))
    title = f"{matches[0].game}: Elo of {a} over {b}"
    if not by:
        rows = [(m.kind, m.budget, m.elo, m.a) for m in matches]
        budgets = results.distinct(m.budget for m in matches)
        yield elo_figure(
            "games", "sweep", title, rows, budgets, max(m.games for m in matches), "the second engine"
        )
        return
    curves = {}
    for m in matches:
        values = results.swept(m)
        x = _number(values.pop(by[0]))
        name = ", ".join(f"{key}={value}" for key, value in values.items()) or "A over B"
        curves.setdefault(name, []).append((x, m.elo.closed()))
    caption = f"95 % intervals from pairs of games; at most {max(m.games for m in matches)} games per match."
    figure = Figure("games", "sweep", title, caption, 3.2)
    figure.axis.axhline(0, color=INK, lw=1)
    panel(figure.axis, {name: sorted(points, key=lambda p: p[0]) for name, points in curves.items()},
          by[0], f"Elo at {_budget_name(matches[0].budget)}", style=styles(curves))  # fmt: skip
    linear(figure.axis.yaxis)
    if len(curves) > 1:
        figure.legend()
    yield figure


def policies(run):
    yield from _of_each_game("policies", results.matches(run, "policies", "gains"))


# ---- scaling -------------------------------------------------------------------------------------


def scaling(run):
    (matches, _), _ = scaling_parts(run)
    for game in results.games_of(matches):
        one = tables.one_worker(matches, game)
        known = [m for m in tables.curve(matches, game, one) if m.elo.bounded]
        if not known:
            continue
        base = sorted([(1.0, Estimate(0, 0, 0))] + [(m.factor, m.elo) for m in known])
        curves = {one: base}
        found = tables.strength_speedups(run, game, "time")
        for m in matches:
            if (m.game, m.kind) != (game, "time"):
                continue
            own = [(1.0, m.elo)] + [(o.factor, o.elo) for o in tables.curve(matches, game, m.engine)]
            own = sorted((x, e) for x, e in own if e.bounded)
            speedup = found.get(m.a)
            if len(own) > 1:
                curves[m.engine] = own
            elif speedup is not None and 0 < speedup.value < math.inf:
                curves[m.engine] = [(speedup.value, m.elo)]
        figure = Figure(
            "scaling", file_name("scaling", game), f"{game}: Elo against time",
            "95 % intervals. A single point stands at the engine's strength speed-up.", 3.2,
        )  # fmt: skip
        panel(figure.axis, curves, "time, in base times", f"Elo over {one} at the base time", apart=0)
        logarithmic(figure.axis.xaxis, {x for x, _ in base}, 2)
        linear(figure.axis.yaxis)
        figure.legend()
        yield figure


_PANELS = (
    ("speed x", "virtual_speedup", 1, True),
    ("strength x", None, 1, True),
    ("busy, %", "utilisation", 100, False),
    ("in flight", "in_flight", 1, True),
    ("error, %", "other_choices", 100, False),
)


def simulated(run):
    _, (_, rows) = scaling_parts(run)
    for game in results.games_of(rows):
        of_game = [r for r in rows if r.game == game]
        strengths = tables.strength_speedups(run, game, "virtual iterations")
        strategies = results.distinct(results.take(r.engine, "workers")[0] for r in of_game)
        panels = []
        for label, metric, scale, log in _PANELS:
            curves = {strategy: [] for strategy in strategies}
            for r in of_game:
                e = strengths.get(r.engine) if metric is None else r.estimate(metric).closed()
                if e is None or not math.isfinite(e.value) or (log and e.value <= 0):
                    continue
                if metric is None and not (e.low > 0 and math.isfinite(e.high)):
                    continue
                e = Estimate(e.value, e.low if e.low > 0 else e.value, e.high).scaled(scale)
                curves[results.take(r.engine, "workers")[0]].append((r.workers, e))
            if any(curves.values()):
                panels.append((label, curves, log))
        if not panels:
            continue
        lines = math.ceil(len(panels) / 2)
        figure = Figure(
            "simulated", file_name("simulated", game), f"{game}: simulated workers, in virtual time",
            "95 % intervals over searches. A strength is drawn where both ends of its interval are known.",
            2.3 * lines + 0.4, columns=2, rows=lines,
        )  # fmt: skip
        flat = [axis for line in figure.axes for axis in line]
        for axis, (label, curves, log) in zip(flat, panels):
            panel(axis, curves, "simulated workers", label, apart=0, y_base=2 if log else None,
                  style=styles(strategies), most=6)  # fmt: skip
        for axis in flat[len(panels) :]:
            axis.set_axis_off()
        figure.legend()
        yield figure


# ---- papers and studies --------------------------------------------------------------------------


def _published(cell):
    """A number; an end that ours is to be above; one that it is to be below."""
    if not math.isnan(cell.number) or cell.allowed is None:
        return {"published": cell.number}
    low, high = cell.allowed
    return {"published: above": low, "published: below": high}


_PUBLISHED_MARKS = {"published": None, "published: above": "^", "published: below": "v"}


def paper(run):
    number = 0
    for quantity in results.distinct(c.quantity for c in results.cells(run)):
        cells = [
            c
            for c in results.cells(run)
            if c.quantity == quantity and c.workers
            and not (math.isnan(c.ours.low) and math.isnan(c.ours.high) and math.isnan(c.number))
        ]  # fmt: skip
        methods = results.distinct(c.what for c in cells)
        if len(methods) == len(cells):
            continue
        number += 1
        name = run.paper
        figure = Figure(
            "paper", file_name(name, str(number)), f"{name}: {quantity}",
            "Filled: ours, with 95 % intervals. Hollow: published.", 3.2,
        )  # fmt: skip
        axis = figure.axis
        style = styles(methods)
        for place, method in enumerate(methods):
            apart = 1 + 0.04 * (place - len(methods) / 2)
            of_method = [c for c in cells if c.what == method]
            known = [(c.workers * apart, c.ours) for c in of_method if math.isfinite(c.ours.value)]
            x, y, error = errors(known)
            axis.errorbar(x, y, yerr=error, capsize=2, label=plain(method), **{**style[method], "linestyle": "none"})
            marks = {}
            for c in of_method:
                for title, value in _published(c).items():
                    if math.isfinite(value):
                        marks.setdefault(title, []).append((c.workers * apart, value))
            for title, points in marks.items():
                axis.plot(
                    *zip(*points), color=style[method]["color"], markerfacecolor="none",
                    marker=_PUBLISHED_MARKS[title] or style[method]["marker"],
                    linestyle="--" if title == "published" else "none",
                    label=plain(f"{method}, {title}"),
                )  # fmt: skip
        most, least = max(c.workers for c in cells), min(c.workers for c in cells)
        logarithmic(axis.xaxis, {c.workers for c in cells}, 2)
        axis.set_xlim(0.8 * least, 1.25 * most)
        axis.set_xlabel("threads or simulated workers")
        axis.grid(axis="y")
        figure.legend()
        yield figure


def study(run):
    if not run.study:
        return
    cells = list(studies.study_speeds(run.study, results.speeds(run)))
    for game in results.distinct(place.game for place, _, _ in cells):
        of_game = [c for c in cells if c[0].game == game]
        columns = results.distinct(place.column for place, _, _ in of_game)
        curves, titles = {}, {}
        for place, line, up in of_game:
            curves.setdefault(place.engine, []).append((columns.index(place.column), up.closed()))
            titles[place.engine] = line or place.engine
        figure = Figure(
            "study", file_name(run.study["name"], game), f"{game}: speed-up over the fastest seq", _WELCH, 3.2
        )
        axis = figure.axis
        axis.axhline(1, color=INK, linestyle="--", lw=1)
        style = {titles[e]: s for e, s in styles(curves).items()}
        draw_curves(axis, {titles[e]: points for e, points in curves.items()},
                    step=0.3 / len(curves), style=style)  # fmt: skip
        axis.set_xticks(range(len(columns)), [plain(c) for c in columns])
        axis.set_xlim(-0.5, len(columns) - 0.5)
        values = [e.value for points in curves.values() for _, e in points if e.value > 0]
        if values:
            logarithmic(axis.yaxis, values, 2)
        axis.set(xlabel=plain(run.study["column"]), ylabel="over the fastest sequential engine")
        axis.grid(axis="y")
        figure.legend()
        yield figure


KINDS = (games, sweep, paper, study, strength, throughput, speedup, ablation, phases, truth, scaling, simulated, policies)


@styled
def figures_of(run):
    for kind in KINDS:
        if not (run.study and kind in (throughput, speedup)):  # a study's own says it at once
            yield from kind(run)
