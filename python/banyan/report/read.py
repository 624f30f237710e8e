"""The folder of a run: run.json, which says what was asked, and its rows, a measurement each.

Rows are in rows.jsonl, as the program writes them, or in results.csv, which has the same rows.
"""

import csv
import json
import pathlib

from .stats import NAN, Estimate

FIELDS = (
    "experiment", "kind", "game", "position", "engine", "threads", "workers", "opponent", "factor",
    "budget", "repetition", "metric", "value", "low95", "high95", "n", "unit", "text",
)  # fmt: skip
NUMBERS = {"threads", "workers", "factor", "repetition", "value", "low95", "high95", "n"}
_WHOLE = {"threads", "workers", "repetition", "n"}
_FORMULA = "=+-@\t\r"  # a spreadsheet evaluates what begins so: the file has a ' before it


class ReportError(ValueError):
    """What a folder lacks, or what is wrong with it, in one sentence."""


class Row(dict):
    """One measurement; a field that does not apply is None."""

    def __missing__(self, field):
        return None

    __getattr__ = dict.get

    @property
    def number(self):
        return NAN if self["value"] is None else self["value"]

    @property
    def estimate(self):
        low, high = self["low95"], self["high95"]
        return Estimate(self.number, NAN if low is None else low, NAN if high is None else high)


def _row(fields, where):
    row = Row()
    for name, value in fields.items():
        if value is None or value == "":
            continue
        if name in NUMBERS:
            try:
                row[name] = int(value) if name in _WHOLE else float(value)
            except (TypeError, ValueError, OverflowError):
                raise ReportError(f"{where}: the field {name} is no number.") from None
        elif isinstance(value, str):
            row[name] = value
        elif name in FIELDS:
            raise ReportError(f"{where}: the field {name} is no text.")
    if not row["metric"] or not row["experiment"]:
        raise ReportError(f"{where}: it is no row of a run, which has an experiment and a metric.")
    return row


def _object(text, where):
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ReportError(f"{where}: it is no JSON object.")
    return found


def _open(path):
    return path.open(encoding="utf-8", errors="replace", newline="")


def _lines(path):
    with _open(path) as file:
        for number, line in enumerate(file, 1):
            if line.endswith("\n"):  # a kill tears the last line
                where = f"{path}, line {number}"
                yield _row(_object(line, where), where)


def _cells(path):
    csv.field_size_limit(1 << 30)
    with _open(path) as file:
        lines = csv.reader(file)
        names = next(lines, [])
        for number, cells in enumerate(lines, 2):
            where = f"{path}, line {number}"
            if len(cells) != len(names):
                raise ReportError(f"{where}: it has not {len(names)} cells.")
            cells = [c[1:] if c[:1] == "'" and c[1:2] and c[1] in _FORMULA else c for c in cells]
            yield _row(dict(zip(names, cells)), where)


def read_rows(folder):
    """The rows of a folder, in their order."""
    folder = pathlib.Path(folder)
    for name, reader in (("rows.jsonl", _lines), ("results.csv", _cells)):
        if (folder / name).is_file():
            return list(reader(folder / name))
    raise ReportError(
        f"{folder} has no rows: neither rows.jsonl nor results.csv. If its run was killed, the same "
        "command goes on from there."
    )


class Run:
    """What a folder holds: `json` of run.json, and `rows`."""

    def __init__(self, folder, run, rows):
        self.folder, self.json, self.rows = pathlib.Path(folder), run, rows
        for name in ("provenance", "settings"):
            if not isinstance(run.get(name), dict):
                raise ReportError(f"{self.folder / 'run.json'}: its field {name} is no object.")
        self._by_experiment = {}
        for row in rows:
            self._by_experiment.setdefault(row.experiment, []).append(row)

    def of(self, experiment):
        return self._by_experiment.get(experiment, [])

    def texts(self, experiment, metric):
        return [row.text for row in self.of(experiment) if row.metric == metric and row.text]

    @property
    def settings(self):
        return self.json["settings"]

    @property
    def provenance(self):
        return self.json["provenance"]

    @property
    def machine(self):
        machine = self.provenance.get("machine")
        return machine if isinstance(machine, dict) else {}

    @property
    def finished(self):
        return self.json.get("finished") is not False

    @property
    def study(self):
        study = self.settings.get("experiment")
        return study if isinstance(study, dict) else None

    @property
    def paper(self):
        """The name of the published experiment, or None."""
        paper = self.settings.get("paper")
        return paper if isinstance(paper, str) else None


def read_run(folder):
    path = pathlib.Path(folder) / "run.json"
    if not path.is_file():
        raise ReportError(f"{folder} is no results folder: it has no run.json.")
    run = _object(path.read_text(encoding="utf-8", errors="replace"), path)
    return Run(folder, run, read_rows(folder))


def frame(folder):
    """A run's rows as a pandas DataFrame, with the commit, compiler and machine of each."""
    import pandas

    run = read_run(folder)
    table = pandas.DataFrame({name: [row[name] for row in run.rows] for name in FIELDS})
    for name in NUMBERS:
        table[name] = pandas.to_numeric(table[name])
    table["commit"] = run.provenance.get("commit")
    table["compiler"] = run.provenance.get("compiler")
    table["machine"] = run.machine.get("cpu_model")
    return table
