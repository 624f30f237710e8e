"""A table of texts with numbers, as Markdown, as HTML (by the page's template) and for a terminal."""

import math
import shutil
import sys
from dataclasses import dataclass, field

from . import text as as_text
from .stats import INF, Estimate

HIGHEST, LOWEST = "highest", "lowest"


@dataclass(frozen=True)
class Column:
    header: str
    number: bool = False
    best: str = None  # which of its values is marked: that whose interval leaves out all others


def words(header):
    return Column(header)


def numbers(header, best=None):
    return Column(header, True, best)


@dataclass
class Cell:
    text: str
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    group: int = 0
    is_best: bool = False
    starred: bool = False  # shown to differ: significant


def cell(text, estimate=None, starred=False):
    if estimate is None:
        return Cell(text, starred=starred)
    if not isinstance(estimate, Estimate):
        estimate = Estimate(estimate, estimate, estimate)
    return Cell(text, *estimate, starred=starred)


@dataclass
class Table:
    columns: list
    rows: list = field(default_factory=list)
    star: str = ""  # what a star says, if any cell has one
    _group: int = 0

    def add(self, *cells):
        row = [c if isinstance(c, Cell) else Cell(str(c)) for c in cells]
        assert len(row) == len(self.columns)
        for c in row:
            c.group = self._group
        self.rows.append(row)

    def begin_group(self):
        """Rows that follow have best values of their own."""
        self._group += 1

    def __bool__(self):
        return bool(self.rows)

    def mark_best(self):
        for place, column in enumerate(self.columns):
            if column.best is None:
                continue
            for row in self.rows:
                row[place].is_best = self._is_best(row[place], place, column.best)
        return self

    def _is_best(self, of, place, best):
        if math.isnan(of.value):
            return False
        beats_any = False
        for row in self.rows:
            other = row[place]
            if other is of or other.group != of.group or math.isnan(other.value):
                continue
            if other.value > of.low if best == HIGHEST else other.value < of.high:
                return False
            beats_any = beats_any or other.value != of.value
        return beats_any

    @property
    def legend(self):
        starred = any(c.starred for row in self.rows for c in row)
        return f"*: {self.star}." if starred else ""

    def markdown(self):
        self.mark_best()
        lines = [
            "| " + " | ".join(as_text.markdown_cell(c.header) for c in self.columns) + " |",
            "| " + " | ".join("---:" if c.number else ":---" for c in self.columns) + " |",
        ]
        for row in self.rows:
            cells = []
            for c in row:
                mark = "**" if c.is_best else ""
                cells.append(f"{mark}{as_text.markdown_cell(shown(c))}{mark}")
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"

    def console(self, columns):
        """Aligned for a terminal; columns that do not fit follow below, beside the first one."""
        texts = [[as_text.printable(c.header) for c in self.columns]]
        texts += [[as_text.printable(shown(c)) for c in row] for row in self.rows]
        widths = [max(as_text.width(line[i]) for line in texts) for i in range(len(self.columns))]
        parts, i = [], 1
        while i < len(self.columns) or not parts:
            part, used = [0], widths[0]
            while i < len(self.columns) and (
                used + 2 + widths[i] <= columns or len(part) == 1
            ):
                part.append(i)
                used += 2 + widths[i]
                i += 1
            parts.append(part)
        return "\n".join(self._part(texts, widths, part) for part in parts)

    def _part(self, texts, widths, part):
        lines = []
        for number, line in enumerate(texts):
            cells = []
            for i in part:
                gap = " " * (widths[i] - as_text.width(line[i]))
                cells.append(gap + line[i] if self.columns[i].number else line[i] + gap)
            lines.append("  ".join(cells).rstrip())
            if number == 0:
                lines.append("  ".join("─" * widths[i] for i in part))
        return "\n".join(lines) + "\n"


def shown(c):
    return c.text + "*" if c.starred else c.text


def terminal_columns():
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000


def noisy_out(text, estimate):
    """Of what is too noisy nothing can be said, nor that others are better."""
    return Cell(text, estimate.value, -INF, INF)
