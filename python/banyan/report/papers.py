"""Published experiments: their numbers beside ours, cell by cell."""

import math

from . import results
from .table import Table, numbers, words

_SOURCES = {"second-hand": " [S]", "recalled": " [R]", "derived": " [D]"}
NOT_PUBLISHED = "not published"

NOTE = (
    "A cell agrees if our whole 95 % interval lies within what the published number or statement "
    'allows ("agrees if"). It differs if the whole interval lies outside. Otherwise it cannot '
    "be told, and more work would tell (--profile full). A cell is sharp if a published number "
    "can be missed on both sides and was not fed in. All others test a direction only, which "
    "many wrong programs have too. One cell in twenty may be called wrong at random: nothing "
    "corrects for their number. [S] is known by quotation, [R] recalled and not checked, [D] "
    "derived from what is published."
)


def _allowed(cell):
    if cell.allowed is None:
        return "-"
    low, high = cell.allowed
    if low == -math.inf:
        return f"< {high:.3g}"
    return f"> {low:.3g}" if high == math.inf else f"{low:.3g} to {high:.3g}"


def tables(cells):
    """A title and a table for each quantity."""
    for quantity in results.distinct(c.quantity for c in cells):
        table = Table([
            words("what"), numbers("by"), numbers("published"), numbers("agrees if"),
            words("test"), numbers("ours (95 %)"), numbers("verdict"),
        ])  # fmt: skip
        for c in cells:
            if c.quantity != quantity:
                continue
            published = c.published + _SOURCES.get(c.source, "") if c.published else "-"
            test = "sharp" if c.sharp else "direction"
            table.add(
                c.what, f"{c.workers} {'simulated' if c.simulated else 'threads'}" if c.workers else "",
                published, _allowed(c), "-" if c.agreement == NOT_PUBLISHED else test, c.ours_text,
                c.agreement,
            )  # fmt: skip
        yield quantity, table


def notes(run):
    about = {row.metric: row.text for row in run.of(run.paper) if row.kind == "about"}
    titles = {"citation": "The paper: ", "set_up": "Its set-up: ", "substituted": "Substituted: ",
              "missing": "Not measured: "}  # fmt: skip
    return [title + about[name] for name, title in titles.items() if about.get(name)] + [NOTE]
