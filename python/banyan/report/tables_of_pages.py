"""Tables within pages of Markdown, made from committed runs.

    <!-- banyan: FOLDER TABLE GAME -->
    ...
    <!-- /banyan -->

FOLDER is a run's, or one of several runs, from the page's own; TABLE is speed, ablation, truth or
strength. <!-- banyan: list ... --> is of the program (`banyan list games --markdown`).
"""

import pathlib
import re

from . import results, tables, text
from .read import ReportError
from .runs import read_runs
from .summary import provenance_text

_MARKER = re.compile(r"(<!-- banyan: (.*?) -->\n).*?(<!-- /banyan -->)", re.S)
_MEANT = re.compile(r"<!--\s*/?\s*banyan\b", re.I)


def _table(run, table, game):
    if table == "speed":
        return tables.speed(run.speeds, game)
    if table == "ablation":
        return tables.ablation(run.steps, game)
    if table == "truth":
        return tables.truth(results.solved_sets(run.run), game)
    if table == "strength":
        return tables.strength([m for m in run.matches if m.game == game])
    raise ReportError(f"it asks for a table {table}: give speed, ablation, truth or strength.")


def _between(asked, folder):
    words = asked.split()
    if len(words) != 3:
        raise ReportError("it has not three words: give <!-- banyan: FOLDER TABLE GAME -->.")
    name, kind, game = words
    run = read_runs(folder / name)
    table = _table(run, kind, game)
    if not table:
        raise ReportError(f"{name} has no {kind} of {game}.")
    runs = f", {run.count} runs" if run.count > 1 else ""
    made = text.markdown(provenance_text(run.run))
    return table.markdown() + "\n" + text.wrapped(f"From [{name}]({name}){runs}: {made}") + "\n"


def with_tables(page, folder):
    """The page with its tables made anew, and how many it has."""
    count = 0

    def made(found):
        nonlocal count
        count += 1
        if found[2].startswith("list "):
            return found[0]
        try:
            return found[1] + _between(found[2], folder) + found[3]
        except ReportError as error:
            line = page.count("\n", 0, found.start()) + 1
            raise ReportError(f"the marker of line {line}: {error}") from None

    whole = _MARKER.sub(made, page)
    if len(_MEANT.findall(page)) != 2 * count:
        raise ReportError(
            "a marker has no other, or is not spelled <!-- banyan: FOLDER TABLE GAME --> or "
            "<!-- /banyan -->."
        )
    return whole, count


def main(pages, check):
    status = 0
    for path in map(pathlib.Path, pages):
        page = path.read_text(encoding="utf-8")
        try:
            made, count = with_tables(page, path.parent)
        except ReportError as error:
            raise ReportError(f"{path}: {error}") from None
        if made == page:
            print(f"{path}: all {count} tables are those of their runs")
        elif check:
            print(f"{path}: its tables are not those of their runs; without --check they are written")
            status = 1
        else:
            path.write_text(made, encoding="utf-8")
            print(f"{path}: tables written")
    return status
