"""Several runs of the same settings but for the seed, as if they were one.

Each engine has a value for each run, the geometric mean of its searches; matches have the pairs of
all. Searches of one process and seed scatter less than runs do, so that an interval of them alone
covers a new run too seldom.
"""

import dataclasses
import pathlib

from . import results, stats
from .read import ReportError, read_run

_MAKER = ("version", "commit", "compiler", "flags")
_MACHINE = ("cpu_model", "physical_cores", "logical_cpus", "available_cpus", "cpu_quota", "caches",
            "memory_bytes", "transparent_huge_pages")  # fmt: skip


@dataclasses.dataclass
class Runs:
    run: object  # the first one
    count: int
    speeds: list
    steps: list
    matches: list
    decisions: list


def _of(run):
    return Runs(
        run, 1, results.speeds(run), results.speeds(run, "ablation"), results.matches(run, "strength"),
        results.matches(run, "decision"),
    )  # fmt: skip


def _same(a, b, what, of_a, of_b, fields, remedy):
    for field in fields:
        if of_a.get(field) != of_b.get(field):
            raise ReportError(
                f"{a.folder} and {b.folder} are of different {what}: {field} is {of_a.get(field)} and "
                f"{of_b.get(field)}; {remedy}"
            )


def check_comparable(a, b, across, remedy="give --across {} to compare them all the same."):
    """Raises ReportError if they are of different machines, builds or settings, unless `across` has it."""
    for what, parts in {
        "machines": [(a.machine, b.machine, _MACHINE)],
        "builds": [(a.provenance, b.provenance, _MAKER), (a.machine, b.machine, ("allocator",))],
        "settings": [(a.settings, b.settings, ("search_ms",))],
    }.items():
        for of_a, of_b, fields in parts if what not in across else ():
            _same(a, b, what, of_a, of_b, fields, remedy.format(what))


def _mean_of_run(speed):
    samples = {}
    for metric, values in speed.samples.items():
        rate = metric.endswith("_per_second")
        samples[metric] = [stats.geometric_mean(values) if rate else stats.mean(values)]
    return dataclasses.replace(speed, samples=samples)


def _add_speeds(every, speeds):
    for speed in map(_mean_of_run, speeds):
        same = results.find(every, speed.game, speed.engine)
        if same is None:
            every.append(speed)
            continue
        for metric, values in speed.samples.items():
            same.samples.setdefault(metric, []).extend(values)


def _add_matches(every, matches):
    def key(match):
        return match.game, match.a, match.b, match.budget, match.kind

    for match in matches:
        same = next((m for m in every if key(m) == key(match)), None)
        if same is None:
            every.append(match)
            continue
        same.games += match.games
        for name, count in match.counts.items():
            same.counts[name] = same.counts.get(name, 0) + count
        same.elo = stats.elo(same.pentanomial)


def read_runs(folder):
    """A run's folder, or one of the folders of several runs."""
    folder = pathlib.Path(folder)
    folders = sorted(path.parent for path in folder.glob("*/run.json"))
    if (folder / "run.json").is_file() or not folders:
        return _of(read_run(folder))
    first = read_run(folders[0])
    every = Runs(first, len(folders), [], [], [], [])
    for path in folders:
        run = read_run(path)
        check_comparable(
            first, run, (), "give a folder of runs of one build, machine and settings."
        )
        own = _of(run)
        _add_speeds(every.speeds, own.speeds)
        _add_speeds(every.steps, own.steps)
        _add_matches(every.matches, own.matches)
        _add_matches(every.decisions, own.decisions)
    return every
