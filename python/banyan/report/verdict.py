"""What a run comes to: which engine to use for each game, what it gains, and how sure that is.

The program decides and writes it as rows.
"""

from . import text
from .table import Table, cell, numbers, words


def busy_texts(run):
    """That the machine had too few free cores for some speeds."""
    return run.texts("verdict", "busy")


def answer_of(run):
    return " ".join(run.texts("verdict", "answer"))


def notes_of(run):
    return busy_texts(run) + run.texts("verdict", "note")


def table_of(run):
    """A line for each game; None without games."""
    games = {}
    for row in run.of("verdict"):
        if row.game is not None:
            games.setdefault(row.game, {})[row.metric] = row
    if not games:
        return None
    control = next((found["elo"].opponent for found in games.values() if "elo" in found), "seq")
    table = Table([
        words("game"), words("use"), numbers(f"Elo over {control} (95 %)"),
        numbers("x time (95 %)"), numbers("x it/s"), words("certainty"),
    ])  # fmt: skip
    for game, found in games.items():
        use, certainty = (found[name].text if name in found else "-" for name in ("use", "certainty"))
        elo, time, speed = "-", "-", "-"
        if "elo" in found and found["elo"].number >= 0 and use != "any":
            elo = cell(text.elo(found["elo"].estimate), found["elo"].estimate)
            time, speed = "unknown", f"{found['speed_ratio'].number:.2f}" if "speed_ratio" in found else "-"
            if "time_factor" in found:
                time = text.speedup(found["time_factor"].estimate, 0.25, 64)
        table.add(game, use, elo, time, speed, certainty)
    return table
