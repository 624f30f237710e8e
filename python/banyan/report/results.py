"""What was measured, as tables and figures take it from rows: speeds, matches, solved positions."""

import math
import re
from dataclasses import dataclass, field

from . import stats
from .stats import NAN, UNKNOWN, Estimate

PLAIN = "plain"  # the fair baseline of speeds
PHASES = ("select", "expand", "playout", "back_up")
EXHAUSTED = 0.5  # beyond this share of finished visits a tree holds the game


def distinct(values):
    return list(dict.fromkeys(values))


# ---- specs ---------------------------------------------------------------------------------------


def split_spec(spec):
    """ "tree:threads=2,lock=packed" as its name and a dict of its keys."""
    name, _, rest = spec.partition(":")
    keys = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        keys[key] = value if equals else None
    return name, keys


def to_spec(name, keys):
    parts = [key if value is None else f"{key}={value}" for key, value in keys.items()]
    return f"{name}:{','.join(parts)}" if parts else name


def workers_key(name):
    """The key that says how many work, where that is simulated."""
    return {"batched": "inflight", "cluster": "ranks"}.get(name, "workers")


def take(spec, key):
    """The spec without a key, and what it was; None if it did not have it."""
    name, keys = split_spec(spec)
    value = keys.pop(workers_key(name) if key == "workers" else key, None)
    return to_spec(name, keys), value


def without_threads(engine):
    return take(engine, "threads")[0]


# ---- speeds --------------------------------------------------------------------------------------


@dataclass
class Speed:
    """The searches of one engine from one position."""

    game: str
    engine: str
    threads: int
    samples: dict = field(default_factory=dict)  # by metric, a value for each search

    @property
    def rates(self):
        return self.samples.get("iterations_per_second", [])

    @property
    def playout_rates(self):
        return self.samples.get("playouts_per_second", [])

    def mean(self, metric):
        return stats.mean(self.samples.get(metric, []))

    @property
    def starved(self):
        """Whether it got fewer cores than it has threads; those of leaf wait for each other."""
        return not self.engine.startswith("leaf") and self.mean("cores") < 0.9 * self.threads


def speeds(run, experiment="throughput"):
    found = {}
    for row in run.of(experiment):
        if row.repetition is None:
            continue
        later = row.position not in (None, "first")
        game = f"{row.game} {row.position}" if later else row.game
        speed = found.setdefault(
            (game, row.engine), Speed(game, row.engine, max(1, row.threads or 1))
        )
        speed.samples.setdefault(row.metric, []).append(row.number)
    return list(found.values())


def find(results, game, engine):
    return next((r for r in results if r.game == game and r.engine == engine), None)


def one_thread(all_speeds, speed):
    """The same engine by one thread."""
    engine = without_threads(speed.engine)
    for other in all_speeds:
        same = other.game == speed.game and without_threads(other.engine) == engine
        if same and other.threads == 1:
            return other
    return None


def games_of(results):
    return distinct(r.game for r in results)


def is_trivial(all_speeds, game):
    """Whether the tree of seq holds the game: then any engine will do."""
    seq = find(all_speeds, game, "seq")
    return seq is not None and seq.mean("finished_share") > EXHAUSTED


# ---- matches -------------------------------------------------------------------------------------


@dataclass
class Match:
    """A match of two engines; Elo and rates are A's."""

    experiment: str
    kind: str
    game: str
    a: str
    b: str
    budget: str
    factor: float
    games: int
    elo: Estimate
    counts: dict = field(default_factory=dict)
    sides: list = field(default_factory=lambda: [{}, {}])  # means over the moves of A and B
    engine: str = ""  # A without a budget of its own, where that is its factor
    p_together: float = None  # that the engines are equal, where several matches are judged together

    @property
    def pentanomial(self):
        return [int(self.counts.get(f"pairs_{points}", 0)) for points in ("0", "0.5", "1", "1.5", "2")]

    @property
    def effect(self):
        """Whether A was shown to be stronger (1) or weaker (-1) than B, or neither (0)."""
        if self.p_together is not None and self.p_together > 0.05:
            return 0
        return (self.elo.low > 0) - (self.elo.high < 0)

    @property
    def speed_ratio(self):
        a, b = (side.get("iterations_per_second", NAN) for side in self.sides)
        return a / b if b else NAN


_SIDE = ("iterations_per_second", "seconds_per_move", "mean_depth")


def matches(run, *experiments):
    found = []
    for experiment in experiments:
        match, side = None, 0
        for row in run.of(experiment):
            if row.metric == "elo" and row.opponent:
                match, side = _match_of(row), 0
                found.append(match)
            elif match is None:
                continue
            elif row.metric in _SIDE and row.repetition is None:
                if row.metric in match.sides[side] or (row.engine, side) == (match.b, 0):
                    side = 1
                if row.engine == (match.a, match.b)[side]:
                    match.sides[side][row.metric] = row.number
            elif row.value is not None and (row.engine, row.opponent) == (match.a, match.b):
                match.counts[row.metric] = row.number
    return found


def judged_together(found):
    """Notes at each match the p-value of equal engines, adjusted for all of them (Holm 1979)."""
    paired = [match for match in found if sum(match.pentanomial) > 0]
    p_values = stats.holm([stats.equality_p_value(match.pentanomial) for match in paired])
    for match, p in zip(paired, p_values):
        match.p_together = p
    return found


def swept(match):
    """The values of a sweep's match, as a dict: its kind is "workers=4,vl=mean"."""
    found = re.findall(r"([^=,]+)=('[^']*'|[^,]*)", match.kind)
    return {key: value.strip("'") for key, value in found}


def _match_of(row):
    engine = row.engine
    if row.kind in ("curve", "doubling", "virtual curve"):
        engine = without_budget(engine)
    return Match(
        row.experiment, row.kind or "", row.game or "", row.engine, row.opponent, row.budget or "",
        1.0 if row.factor is None else row.factor, row.n or 0, row.estimate, engine=engine,
    )  # fmt: skip


def without_budget(engine):
    for key in ("iterations", "playouts", "time"):
        engine = take(engine, key)[0]
    return engine


def find_match(all_matches, game, kind, a):
    return next((m for m in all_matches if (m.game, m.kind, m.a) == (game, kind, a)), None)


# ---- solved positions ----------------------------------------------------------------------------


@dataclass
class Solved:
    """An engine on a set of positions."""

    engine: str
    positions: int = 0
    lost: str = ""  # the value lost on each, in half points
    failure_rate: Estimate = UNKNOWN
    regret: Estimate = UNKNOWN
    more_failures: Estimate = UNKNOWN
    more_regret: Estimate = UNKNOWN  # of positions with labels
    is_worse: bool = False

    @property
    def losses(self):
        return [int(half) / 2 for half in self.lost]


@dataclass
class SolvedSet:
    game: str
    budget: str
    where: str
    iterations: float = NAN  # per search, if that is what all share
    positions: int = 0
    left_out: int = 0
    rows: list = field(default_factory=list)
    control: Solved = None

    @property
    def source(self):
        """Where the positions come from, after "come"."""
        ends = re.search(r"after (\d+) to (\d+) random plies", self.where)
        if ends:
            return f"after {ends[1]} to {ends[2]} random plies"
        return self.where.partition(", ")[2].replace("of ", "from ", 1)

    @property
    def labelled(self):
        """Whether every move was valued by a search, and none solved."""
        return self.where.startswith("labelled")


def solved_sets(run, experiment="truth"):
    found = {}
    for row in run.of(experiment):
        if not (row.position or "").startswith(("solved", "labelled")):
            continue
        key = row.game, row.budget, row.position
        made = found.setdefault(key, SolvedSet(row.game, row.budget or "", row.position))
        if row.metric == "left_out":
            made.left_out, made.positions = int(row.number), row.n or 0
            continue
        if row.metric == "iterations":
            made.iterations = row.number
            continue
        control = row.kind == "control"
        own = [made.control] if control and made.control else [] if control else made.rows
        solved = next((r for r in own if r.engine == row.engine), None)
        if solved is None:
            solved = Solved(row.engine or "", row.n or 0)
            if control:
                made.control = solved
            else:
                made.rows.append(solved)
        if row.metric == "lost":
            solved.lost = row.text if re.fullmatch("[012]*", row.text or "") else ""
        elif row.metric in ("failure_rate", "regret", "more_failures", "more_regret"):
            setattr(solved, row.metric, row.estimate)
        elif row.metric == "is_worse":
            solved.is_worse = row.number > 0
    for made in found.values():
        made.positions = made.positions or max((r.positions for r in made.rows), default=0)
    return list(found.values())


# ---- searches of simulated workers, phases -------------------------------------------------------


@dataclass
class Searches:
    """The searches of one engine: of scaling, or of a paper."""

    kind: str
    game: str
    engine: str
    workers: int
    samples: dict = field(default_factory=dict)

    def estimate(self, metric):
        values = self.samples.get(metric, [])
        return stats.mean_estimate(values) if values else UNKNOWN


def searches(run, experiment="scaling"):
    found = {}
    for row in run.of(experiment):
        if row.repetition is None:
            continue
        key = row.kind, row.game, row.engine, row.budget
        made = found.setdefault(
            key, Searches(row.kind or "", row.game, row.engine, row.workers or row.threads or 1)
        )
        made.samples.setdefault(row.metric, []).append(row.number)
    return list(found.values())


def phases(run):
    """For each game the share of time of each phase."""
    found = {}
    for row in run.of("phases"):
        if row.repetition is not None and row.metric.startswith("share_"):
            of_game = found.setdefault(row.game, {phase: [] for phase in PHASES})
            of_game.setdefault(row.metric[6:], []).append(row.number)
    shares = {}
    for game, of_game in found.items():
        shares[game] = [_share(of_game[phase]) for phase in PHASES if of_game[phase]]
    return {game: all_shares for game, all_shares in shares.items() if len(all_shares) == len(PHASES)}


def _share(values):
    """A share lies within 0 and 1, whatever t says of few searches."""
    estimate = stats.mean_estimate(values).closed()
    return Estimate(estimate.value, max(estimate.low, 0), min(estimate.high, 1))


# ---- papers --------------------------------------------------------------------------------------


@dataclass
class Cell:
    """A published number or statement, and ours."""

    quantity: str
    what: str
    workers: int
    simulated: bool = False
    published: str = ""
    number: float = NAN
    source: str = ""
    sharp: bool = False
    allowed: tuple = None
    ours: Estimate = UNKNOWN
    ours_text: str = ""
    agreement: str = ""


def cells(run):
    found = []
    if run.paper is None:
        return found
    allowed = {"allowed_from": 0, "allowed_to": 1}
    for row in run.of(run.paper):
        if row.metric == "published":
            found.append(Cell(row.kind or "", row.engine or "", row.workers or 0))
            found[-1].published, found[-1].number = row.text or "", row.number
        elif not found or (row.kind, row.engine) != (found[-1].quantity, found[-1].what):
            continue
        elif row.metric in ("source", "agreement"):
            setattr(found[-1], row.metric, row.text or "")
        elif row.metric in ("sharp", "simulated"):
            setattr(found[-1], row.metric, row.number > 0)
        elif row.metric in allowed:
            ends = list(found[-1].allowed or (-math.inf, math.inf))
            ends[allowed[row.metric]] = row.number
            found[-1].allowed = tuple(ends)
        elif row.metric == "ours":
            found[-1].ours, found[-1].ours_text = row.estimate, row.text or ""
    return found
