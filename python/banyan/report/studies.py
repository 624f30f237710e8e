"""Studies: grids of engines and games as pivot tables, a line each, a column for each value of a key."""

import math
from dataclasses import dataclass, field, replace

from . import results, text
from .stats import (
    INF,
    UNKNOWN,
    Estimate,
    equality_p_value,
    holm,
    mean,
    mean_loss,
    ratio_estimate,
)
from .table import HIGHEST, Cell, Table, cell, numbers, words

LOSSES_TITLE = "speed-up over one thread, and where a core's time goes"


# ---- pivots --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where a measurement stands: specs without the column's key, and its value; None without it."""

    game: str
    engine: str
    column: str

    @property
    def line(self):
        return self.game, self.engine


def place_of(game, engine, column):
    game, of_game = results.take(game, column)
    engine, of_engine = results.take(engine, column)
    return Place(game, engine, of_engine if of_game is None else of_game)


def shared_by(places):
    """What all engines of a name have in common, those without a column aside; by name."""
    shared = {}
    for place in places:
        if place.column is not None:
            name, keys = results.split_spec(place.engine)
            common = shared.setdefault(name, keys)
            shared[name] = {k: v for k, v in common.items() if (k, v) in keys.items()}
    return dict(sorted(shared.items()))


def short_name(place, shared):
    """What sets a line apart from the others: its engine's name too, where they have several."""
    name, keys = results.split_spec(place.engine)
    if place.column is None or name not in shared:
        return place.engine
    own = {k: v for k, v in keys.items() if (k, v) not in shared[name].items()}
    spec = results.to_spec(name, own)
    return spec if len(shared) > 1 else spec[len(name) + 1 :]


def pivot(found, columns, key="", best=None):
    """Of (place, the names with which its line begins, cell)."""
    values = results.distinct(place.column for place, _, _ in found)
    headers = [
        f"{key}={value}" if key and value is not None else "-" if value is None else value
        for value in values
    ]
    table = Table([words(c) for c in columns] + [numbers(h, best) for h in headers])
    lines = {}
    for place, names, made in found:
        row = lines.setdefault(place.line, list(names) + [""] * len(values))
        row[len(columns) + values.index(place.column)] = made
    before = None
    for (game, _), row in lines.items():
        if before is not None and game != before:
            table.begin_group()
        before = game
        table.add(*row)
    return table


# ---- speeds --------------------------------------------------------------------------------------


def _is_sequential(speed):
    return results.split_spec(speed.engine)[0] == "seq"


def control_of(speeds, game):
    """The fastest sequential engine on a game."""
    of_game = [s for s in speeds if s.game == game and _is_sequential(s)]
    return max(of_game, key=lambda s: mean(s.rates), default=None)


def speed_up(speeds, speed):
    base = control_of(speeds, speed.game)
    if base is None:
        return UNKNOWN
    if base is speed:
        return Estimate(1, 1, 1)
    return ratio_estimate(speed.rates, base.rates)


def _speed_up_cell(estimate, mark):
    if not math.isfinite(estimate.value):
        return Cell("-" + mark)
    if not math.isfinite(estimate.high):
        return cell(f"{estimate.value:.2f}{mark}", estimate.value)
    if estimate.too_noisy:
        return Cell("too noisy" + mark, estimate.value, -INF, INF)
    return cell(f"{estimate.value:.2f} ± {estimate.error:.2f}{mark}", estimate)


def _of_speeds(study, speeds, best, make):
    found = []
    for speed in speeds:
        place = place_of(speed.game, speed.engine, study["column"])
        found.append((place, (place.game, place.engine), make(speed, "!" * speed.starved)))
    return pivot(found, ("game", "engine"), study["column"], best)


def core_account(speed, alone):
    """Where the time of each of an engine's cores goes: shares that come to 1."""
    up = ratio_estimate(speed.rates, alone.rates).value
    n, cores, system = speed.threads, speed.mean("cores"), speed.mean("system_cores")
    searches = up / n * (alone.mean("cores") - alone.mean("system_cores"))
    return up, searches, (cores - system) / n - searches, system / n, 1 - cores / n


def _losses(speeds):
    table = Table([
        words("game"), words("engine"), numbers("speed-up"), numbers("searches"), numbers("slower"),
        numbers("system"), numbers("waits"), numbers("conflicts"), numbers("faults"),
    ])  # fmt: skip
    before = None
    for speed in speeds:
        alone = results.one_thread(speeds, speed)
        if _is_sequential(speed) or alone is None or math.isnan(speed.mean("system_cores")):
            continue
        if before is not None and speed.game != before:
            table.begin_group()
        before = speed.game
        up, *shares = core_account(speed, alone)
        table.add(
            speed.game, speed.engine + "!" * speed.starved, f"{up:.2f}", *map(text.percent, shares),
            *(_per_thousand(speed.mean(name)) for name in
              ("conflicts_per_iteration", "page_faults_per_iteration")),
        )  # fmt: skip
    return table


def _per_thousand(per_iteration):
    return "nan" if math.isnan(per_iteration) else f"{1000 * per_iteration:.2f}"


def speed_tables(study, speeds):
    """Titles and tables of a study of speed."""
    if not speeds:
        return
    yield "speed-up over the fastest sequential engine", _of_speeds(
        study, speeds, HIGHEST, lambda s, mark: _speed_up_cell(speed_up(speeds, s), mark)
    )
    for title, metric in (
        ("mean depth of an iteration", "mean_depth"),
        ("bytes of tree an iteration", "bytes_per_iteration"),
    ):
        yield title, _of_speeds(
            study, speeds, None, lambda s, mark, metric=metric: f"{s.mean(metric):.1f}{mark}"
        )
    if study["column"] == "threads":
        losses = _losses(speeds)
        if losses:
            yield LOSSES_TITLE, losses


def study_speeds(study, speeds):
    """For each cell of the first table with a column: its place, its line's name, its speed-up."""
    places = [place_of(s.game, s.engine, study["column"]) for s in speeds]
    shared = shared_by(places)
    for speed, place in zip(speeds, places):
        if place.column is not None:
            yield place, short_name(place, shared), speed_up(speeds, speed)


# ---- solved positions ----------------------------------------------------------------------------


@dataclass
class SolvedCell:
    """One choice on one line, and what it lost beyond the line's reference.

    Numbers of workers are compared with the first of their line, on all positions. Other choices
    are compared with the best. Since the winner of noisy data looks better than it is, half of the
    positions chooses it (every second one, from the first), and the other half judges.
    """

    place: Place
    line: str
    tuned: str
    lost: Estimate
    beyond: list = field(default_factory=list)
    worse: bool = False  # by the randomisation test, with Holm's correction over the study


@dataclass
class SolvedTable:
    game: str
    budget: str
    positions: str
    engines: str
    cells: list


@dataclass
class _Candidate:
    place: Place
    tuned: str
    row: object
    chosen_by: float
    judging: list


def by_workers(study):
    return study["column"] == "workers"


def _candidate(study, game, row):
    place = place_of(game, row.engine, study["column"])
    tuned = None
    if study.get("tuned"):
        engine, tuned = results.take(place.engine, study["tuned"])
        place = replace(place, engine=engine)
    losses = row.losses
    choosing = [] if by_workers(study) else losses[::2]
    judging = losses if by_workers(study) else losses[1::2]
    return _Candidate(place, tuned, row, mean(choosing) if choosing else row.regret.value, judging)


def _solved_table(study, made):
    candidates = [_candidate(study, made.game, row) for row in made.rows]
    shared = shared_by(c.place for c in candidates)
    positions = f"{made.positions // 2} of {made.positions}" if study.get("tuned") else str(made.positions)
    engines = " and ".join(results.to_spec(name, keys) for name, keys in shared.items())
    cells = []
    for place in results.distinct(c.place for c in candidates):
        tuned = min((c for c in candidates if c.place == place), key=lambda c: c.chosen_by)
        line = [c for c in candidates if c.place.line == place.line]
        reference = line[0] if by_workers(study) else min(line, key=lambda c: c.chosen_by)
        on_half = study.get("tuned") and tuned.judging
        found = SolvedCell(
            place, short_name(place, shared), tuned.tuned,
            mean_loss(tuned.judging) if on_half else tuned.row.regret,
        )  # fmt: skip
        if len(tuned.judging) == len(reference.judging):
            found.beyond = [a - b for a, b in zip(tuned.judging, reference.judging)]
        cells.append(found)
    return SolvedTable(made.game, made.budget, positions, engines, cells)


def _p_value(differences):
    """Losses are 0, 1/2 or 1, so a difference is a game pair's score in all but name."""
    counts = [0] * 5
    for difference in differences:
        counts[2 + round(2 * difference)] += 1
    return equality_p_value(counts)


def solved_tables(study, sets):
    tables = [_solved_table(study, made) for made in sets if made.rows]
    compared = [c for t in tables for c in t.cells if c.beyond and mean(c.beyond) != 0]
    for found, p in zip(compared, holm([_p_value(c.beyond) for c in compared])):
        found.worse = p <= 0.05 and mean(found.beyond) > 0
    return tables


def titled_solved_tables(study, sets):
    reference = "first" if by_workers(study) else "best"
    for made in solved_tables(study, sets):
        found = []
        for c in made.cells:
            tuned = "" if c.tuned is None else f"{study['tuned']}={c.tuned}: "
            shown = f"{tuned}{100 * c.lost.value:.1f} ± {100 * c.lost.error:.1f}"
            found.append((c.place, (c.line,), cell(shown, c.lost.value, starred=c.worse)))
        table = pivot(found, ("engine",))
        table.star = f"shown to be worse than the {reference} of its line (Holm)"
        title = (
            f"{made.game}: value lost a move, % of a win, {made.positions} positions, {made.budget}; "
            f"{made.engines} by {study['column']}"
        )
        yield title, table
