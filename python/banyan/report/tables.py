"""The tables of what `banyan bench` measures."""

import math

from . import results, text
from .stats import (
    INF,
    Estimate,
    median,
    rate_estimate,
    ratio_estimate,
)
from .table import HIGHEST, LOWEST, Table, cell, noisy_out, numbers, words

_NOISY_SHARE = 0.25  # half an interval of a share that says nothing

ABLATION_STEPS = {
    "plain": "the fair baseline",
    "naive:malloc=system": "C library's malloc",
    "naive": "mimalloc",
    "ladder:step=compact": "bitboards",
    "ladder:step=arena": "node arena",
    "ladder:step=replay": "no stored states",
    "ladder:step=tables": "tables",
    "ladder:step=late": "late children",
    "ladder:step=vectors": "SIMD selection",
    "seq:pages=small": "best child cached",
    "seq": "huge pages",
    "seq:batch=512,simd=off": "level batches",
    "seq:batch=512": "SIMD playouts",
}  # bench/measure/ablation.cpp


def rate_of(rates):
    """The geometric mean of what may be 0 throughout: `random` makes no iterations."""
    estimate = rate_estimate(rates)
    return estimate if math.isfinite(estimate.value) else Estimate(0, 0, 0)


def _rate_cell(shown, rate):
    return noisy_out(shown, rate) if rate.too_noisy else cell(shown, rate)


def baseline_of(speeds, game):
    return results.PLAIN if results.find(speeds, game, results.PLAIN) else "naive"


def _times(speed, speeds, engine):
    """How many times faster it is than an engine on the same game."""
    base = results.find(speeds, speed.game, engine)
    if base is None or rate_of(base.rates).value <= 0:
        return "-"
    ratio = ratio_estimate(speed.rates, base.rates)
    if not math.isfinite(ratio.value):
        return "-"
    if ratio.bounded and ratio.too_noisy and base is not speed:
        return "too noisy"
    return f"{ratio.value:.{4 if ratio.value < 0.1 else 2}f}"


def _over_one_thread(speeds, speed):
    one = results.one_thread(speeds, speed)
    if speed.threads == 1 or one is None:
        return "-"
    return text.ratio(ratio_estimate(speed.rates, one.rates))


def speed(speeds, game):
    baseline = baseline_of(speeds, game)
    table = Table([
        words("engine"), numbers("iterations/s", HIGHEST), numbers("playouts/s", HIGHEST),
        numbers("finished"), numbers("x " + baseline), numbers("x seq"),
        numbers("x 1 thread (95 %)"), numbers("cores"), numbers("depth"), numbers("bytes/it"),
    ])  # fmt: skip
    for row in speeds:
        if row.game != game:
            continue
        rate, simulated = rate_of(row.rates), rate_of(row.playout_rates)
        shown = text.rate(rate.value)
        if len(row.rates) > 1 and rate.too_noisy:
            shown = "too noisy"
        elif len(row.rates) > 1 and rate.value > 0:
            shown += " ± " + text.relative_error(rate)
        finished = row.mean("finished_share")
        table.add(
            row.engine, _rate_cell(shown, rate), _rate_cell(text.rate(simulated.value), simulated),
            "-" if math.isnan(finished) else text.percent(finished),
            _times(row, speeds, baseline), _times(row, speeds, "seq"),
            _over_one_thread(speeds, row),
            f"{row.mean('cores'):.2f}{'!' * row.starved}", f"{row.mean('mean_depth'):.1f}",
            f"{row.mean('bytes_per_iteration'):.1f}",
        )  # fmt: skip
    return table


def ablation(steps, game):
    baseline = baseline_of(steps, game)
    table = Table([
        words("step"), words("what is new"), numbers("iterations/s", HIGHEST),
        numbers("x before (95 %)"), numbers("x " + baseline), numbers("bytes/it"),
    ])  # fmt: skip
    before = None
    for row in steps:
        if row.game != game:
            continue
        rate = rate_of(row.rates)
        gain = "-" if before is None else text.ratio(ratio_estimate(row.rates, before.rates))
        table.add(
            row.engine, ABLATION_STEPS.get(row.engine, ""),
            _rate_cell(text.rate(rate.value) + "!" * row.starved, rate), gain,
            _times(row, steps, baseline), f"{row.mean('bytes_per_iteration'):.1f}",
        )  # fmt: skip
        if row.engine != results.PLAIN:
            before = row
    return table


def phase_name(phase):
    return phase.replace("_", " ")


def phases(shares):
    table = Table([words("game")] + [numbers(phase_name(p) + " (95 %)") for p in results.PHASES])
    for game, of_game in shares.items():
        table.add(game, *(
            "too noisy" if s.error > _NOISY_SHARE else f"{100 * s.value:.1f} ± {100 * s.error:.1f} %"
            for s in of_game
        ))  # fmt: skip
    return table


def elo_cell(match):
    return "-" if match is None else cell(text.elo(match.elo), match.elo)


def strength(matches):
    table = Table([
        words("game"), words("A"), words("B"), words("budget per move"), numbers("games"),
        numbers("A wins"), numbers("draws"), numbers("loses"), numbers("Elo of A (95 %)", HIGHEST),
    ])  # fmt: skip
    before = None
    for m in sorted(matches, key=lambda m: (m.game, m.budget)):
        if before and before != (m.game, m.budget):
            table.begin_group()
        before = m.game, m.budget
        counts = (
            f"{int(m.counts[name])}" if name in m.counts else "-" for name in ("wins", "draws", "losses")
        )
        table.add(m.game, m.a, m.b, m.budget, m.games, *counts, elo_cell(m))
    return table


def ratings(matches):
    table = Table([words("engine"), numbers("games"), numbers("Elo (95 %)", HIGHEST)])
    for m in matches:
        table.add(m.a, m.games, elo_cell(m))
    return table


def sweep(matches):
    keys = results.distinct(key for m in matches for key in results.swept(m))
    table = Table([
        *(numbers(key) for key in keys), numbers("Elo (95 %)", HIGHEST), numbers("p (Holm)"), numbers("games"),
    ])  # fmt: skip
    for m in matches:
        p = m.counts.get("p_holm", math.nan)
        values = (results.swept(m).get(key, "") for key in keys)
        table.add(*values, elo_cell(m), _p_text(p), m.games)
    return table


def _effect(match):
    return ("cannot tell", "helps", "hurts")[match.effect]


def _p_text(p):
    return "< 0.001" if p < 0.001 else f"{p:.2g}"


def gains(matches, game, control):
    against = [m for m in matches if (m.game, m.b) == (game, control)]
    kinds = [k for k in ("iterations", "time") if any(m.kind == k for m in against)]
    together = any(m.p_together is not None for m in against)
    columns = [words("engine")]
    for kind in kinds:
        columns += [numbers(f"Elo, {kind}", HIGHEST)] + ([numbers("p (Holm)")] if together else []) + [words("so it")]
    table = Table(columns + ([numbers("iterations x")] if "time" in kinds else []))
    for engine in results.distinct(m.engine for m in against):
        cells = [engine]
        for kind in kinds:
            match = next((m for m in against if (m.kind, m.engine) == (kind, engine)), None)
            if match is None:
                cells += ["-"] * (3 if together else 2)
            else:
                cells += [elo_cell(match), *(["-" if match.p_together is None else _p_text(match.p_together)] if together else []), _effect(match)]
            if kind == "time":
                cells.append(f"{match.speed_ratio:.2f}" if match else "-")
        table.add(*cells)
    return table


def labelled(sets, game):
    of_game = [s for s in sets if s.game == game]
    firsts = results.distinct(s.rows[0].engine if s.rows else "" for s in of_game)
    table = Table([
        words("budget per move"), words("engine"), numbers("regret (95 %)", LOWEST),
        numbers(f"more than {', '.join(firsts)} (95 %)"),
    ])  # fmt: skip
    for s in of_game:
        table.begin_group()
        for row in s.rows + ([s.control] if s.control else []):
            engine = f"control: {row.engine}" if row is s.control else row.engine
            more = "-" if row is s.rows[0] else f"{row.more_regret.value:+.3f} ± {row.more_regret.error:.3f}"
            table.add(s.budget, engine, cell(f"{row.regret.value:.3f} ± {row.regret.error:.3f}", row.regret), more)
    return table


def truth(sets, game):
    of_game = [s for s in sets if s.game == game]
    firsts = results.distinct(s.rows[0].engine if s.rows else "" for s in of_game)
    table = Table([
        words("budget per move"), words("engine"), numbers("failures", LOWEST), numbers("95 %"),
        numbers("regret (95 %)", LOWEST), numbers(f"more than {', '.join(firsts)} (95 %)"),
    ])  # fmt: skip
    for s in of_game:
        table.begin_group()
        for row in s.rows:
            _add_solved(table, s, row, row.engine, row is s.rows[0])
        if s.control:
            table.begin_group()
            _add_solved(table, s, s.control, "control: " + s.control.engine, False)
    return table


def _add_solved(table, s, row, engine, first):
    rate, regret, more = row.failure_rate, row.regret, row.more_failures
    table.add(
        s.budget, engine, cell(f"{100 * rate.value:.1f} %", rate),
        f"{100 * rate.low:.1f} to {100 * rate.high:.1f}",
        cell(f"{regret.value:.3f} ± {regret.error:.3f}", regret),
        "-" if first else f"{100 * more.value:+.1f} ± {100 * more.error:.1f}",
    )  # fmt: skip


# ---- scaling -------------------------------------------------------------------------------------

_CURVES = ("curve", "doubling", "virtual curve")


def curve(matches, game, engine):
    """An engine's matches by the factor on the base time or iterations."""
    return [m for m in matches if (m.game, m.engine) == (game, engine) and m.kind in _CURVES]


def one_worker(matches, game):
    """The engine whose time all others are measured by."""
    for m in matches:
        if m.game == game and m.kind in ("curve", "virtual curve"):
            return m.engine
    return "seq"


def strength_speedups(run, game, kind):
    """The strength speed-ups that the program found, by engine."""
    return {
        row.engine: row.estimate
        for row in run.of("scaling")
        if (row.metric, row.game, row.kind) == ("strength_speedup", game, kind)
    }


def scaling(run, matches, speeds_beside, game):
    table = Table([
        words("engine"), numbers("playouts x", HIGHEST), numbers("strength x (95 %)", HIGHEST),
        numbers("Elo, time", HIGHEST), numbers("Elo, iterations", HIGHEST),
    ])  # fmt: skip
    factors = [1] + [m.factor for m in curve(matches, game, one_worker(matches, game))]
    found = strength_speedups(run, game, "time")
    rates = {
        s.engine: s.samples.get("playouts_per_second", []) for s in speeds_beside if s.game == game
    }
    for m in matches:
        if (m.game, m.kind) != (game, "time"):
            continue
        speedup = found.get(m.a, Estimate(math.nan, 0, INF))
        playouts = "-"
        if rates.get(m.a) and rates.get(m.b):
            times = median(rates[m.a]) / median(rates[m.b])
            playouts = cell(f"{times:.2f}", times)
        table.add(
            m.a, playouts,
            cell(text.speedup(speedup, min(factors), max(factors)), speedup.value), elo_cell(m),
            elo_cell(results.find_match(matches, game, "iterations", m.a)),
        )  # fmt: skip
    return table


def curves(matches, game, simulated=False):
    table = Table([
        words("engine"), numbers("iterations" if simulated else "time"), numbers("games"),
        numbers("Elo (95 %)"),
    ])  # fmt: skip
    for m in matches:
        if m.game != game or m.kind == "iterations" or (simulated and m.kind != "virtual curve"):
            continue
        table.add(m.engine, f"{m.factor:g} x", m.games, elo_cell(m))
    return table


def ceiling(matches, game, budget):
    """A caution where more time was not shown to make one worker stronger."""
    one = one_worker(matches, game)
    longest = max(curve(matches, game, one), key=lambda m: m.factor, default=None)
    if longest is None or longest.elo.low > 0:
        return ""
    return (
        f" Caution: {one} was not shown to gain from {longest.factor:g} times the {budget} here, so"
        " this curve says little. The game is near its ceiling at this budget, or the games are too"
        " few. Take a harder game or more pairs."
    )


def _with_error(estimate, scale, unit, digits):
    if math.isnan(estimate.value):
        return "-"
    shown = f"{scale * estimate.value:.{digits}f}"
    if estimate.bounded:
        shown += f" ± {scale * estimate.error:.{digits}f}"
    return cell(shown + unit, estimate.value)


VIRTUAL_FACTORS = (0.125, 0.25, 0.5, 2.0)  # of the iterations of a search, those of the curve


def simulated(run, matches, rows, game):
    table = Table([
        words("engine (simulated)"), numbers("speed x", HIGHEST), numbers("busy"),
        numbers("in flight"), numbers("error", LOWEST), numbers("strength x (95 %)", HIGHEST),
        numbers("Elo, time", HIGHEST), numbers("Elo, iterations", HIGHEST),
    ])  # fmt: skip
    found = strength_speedups(run, game, "virtual iterations")
    for row in rows:
        if row.game != game:
            continue
        speedup = row.estimate("virtual_speedup")
        strength = found.get(row.engine)
        shown = "-"
        if strength and not math.isnan(strength.value):
            shown = text.speedup(strength, VIRTUAL_FACTORS[0] * speedup.value, 2 * speedup.value)
            shown = cell(shown, strength.value)
        table.add(
            row.engine, _with_error(speedup, 1, "", 1),
            _with_error(row.estimate("utilisation"), 100, " %", 0),
            _with_error(row.estimate("in_flight"), 1, "", 0),
            _with_error(row.estimate("other_choices"), 100, " %", 1), shown,
            elo_cell(results.find_match(matches, game, "virtual time", row.engine)),
            elo_cell(results.find_match(matches, game, "virtual iterations", row.engine)),
        )  # fmt: skip
    return table


def fastest(speeds, game):
    """The speeds of a game, and the one with the highest rate."""
    of_game = [s for s in speeds if s.game == game and s.rates]
    return max(of_game, key=lambda s: rate_of(s.rates).value, default=None)


