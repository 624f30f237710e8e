"""What figures share: colours of engines, names as plain text, curves and ranges with intervals."""

import io
import logging
import math
import re
import warnings
import zlib

from matplotlib import figure, style
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator

from . import text

WIDTH = 6.2  # inches
GREY, LIGHT, INK = "#777777", "#dddddd", "#444444"
STYLE = {
    "font.family": "sans-serif",
    "font.size": 9.5,
    "axes.titlesize": 10.5,
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": LIGHT,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.linewidth": 1.4,
    "lines.markersize": 5,
    "svg.fonttype": "none",
    "svg.hashsalt": "banyan",
    "pdf.fonttype": 42,
    "text.usetex": False,
}

# Okabe and Ito (2008), whom colour-blind readers can tell apart. A simulated engine has the colour
# of its scheme.
_COLOURS = {
    "seq": "#000000", "plain": "#767676", "naive": "#767676", "random": "#767676",
    "tree": "#0072B2", "leased": "#0072B2", "root": "#009E73", "leaf": "#E69F00",
    "batch": "#56B4E9", "batched": "#56B4E9", "pipeline": "#D55E00", "hybrid": "#CC79A7",
}  # fmt: skip
_OTHER_COLOURS = ("#CC79A7", "#D55E00", "#56B4E9")
CHOICES = ("#000000", "#E69F00", "#0072B2", "#D55E00", "#009E73", "#CC79A7")  # in turn
MARKS = "osvD^<"
_DASHES = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)))


def plain(name):
    """A text that matplotlib takes as it is: no mathematics, and shown in legends."""
    shown = text.printable(name).replace("$", r"\$")
    return "\u200b" + shown if shown.startswith("_") else shown


def plain_lines(lines):
    return "\n".join(plain(line) for line in lines.split("\n"))


def _family(engine):
    name = re.split("[:, ]", engine)[0]
    if name != "virtual":
        return name
    scheme = re.search("scheme=([^,]*)", engine)
    return scheme[1] if scheme else "tree"


def colour(engine):
    return _COLOURS.get(_family(engine), _OTHER_COLOURS[0])


def styles(engines):
    """How to draw each of these: variants of one colour differ by mark and dash.

    Engines of unknown families, and what is no engine, have colours in turn.
    """
    others = [f for f in dict.fromkeys(map(_family, engines)) if f not in _COLOURS]
    all_others = not set(map(_family, engines)) & set(_COLOURS)
    if all_others and len(others) < len(set(engines)):
        others = list(dict.fromkeys(engines))  # names of methods, which may begin alike
    seen, found = {}, {}
    for engine in engines:
        family = _family(engine)
        ink = _COLOURS.get(family)
        if ink is None:
            turn = others.index(engine if engine in others else family)
            ink = CHOICES[turn % len(CHOICES)] if all_others else _OTHER_COLOURS[turn % 3]
        n = seen[ink] = seen.get(ink, -1) + 1
        found[engine] = {
            "color": ink, "marker": MARKS[n % len(MARKS)], "linestyle": _DASHES[n % len(_DASHES)]
        }  # fmt: skip
    return found


def file_name(*parts):
    """Nothing but letters, digits, '-', '_' and '.', 100 of them at most."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "-", "-".join(parts))
    return name if len(name) <= 100 else f"{name[:90]}-{zlib.crc32(name.encode()):08x}"


def _with_own_names(svg):
    """Clip paths have names by where objects lie in memory: they get numbers."""
    found = {}
    return re.sub(rb"\bp[0-9a-f]{10}\b", lambda name: b"clip%d" % found.setdefault(name[0], len(found)), svg)


class Figure:
    """One figure: the name of its files, its title, a caption, and a canvas of matplotlib."""

    def __init__(self, kind, name, title, caption, height, columns=1, rows=1):
        self.kind, self.name, self.title, self.caption = kind, name, title, caption
        self._title = text.wrapped(title, 74)
        self._height = height
        self._legend = 0.0  # inches
        self.canvas = figure.Figure()
        self.axes = self.canvas.subplots(rows, columns, squeeze=False)

    @property
    def axis(self):
        return self.axes[0][0]

    def legend(self):
        """Of all curves, below the axes, so that it hides nothing."""
        found = {}
        for axis in self.canvas.axes:
            for handle, label in zip(*axis.get_legend_handles_labels()):
                found.setdefault(label, handle)
        if not found:
            return
        longest = max(map(len, found))
        columns = min(len(found), 1 if longest > 44 else 2 if longest > 24 else 3)
        self._legend = 0.18 * math.ceil(len(found) / columns) + 0.1
        self.canvas.legend(
            list(found.values()), list(found), loc="lower center", ncol=columns, handlelength=3
        )

    def _lay_out(self):
        title = 0.2 * (self._title.count("\n") + 1) + 0.1
        height = self._height + title + self._legend
        self.canvas.set_size_inches(WIDTH, height)
        self.canvas.text(
            0.5, 1 - 0.06 / height, plain_lines(self._title), ha="center", va="top",
            fontsize=10.5, fontweight="bold",
        )  # fmt: skip
        self.canvas.tight_layout(rect=(0, self._legend / height, 1, 1 - title / height))

    def save(self, folder):
        """Writes NAME.svg and NAME.pdf through a door; returns the SVG."""
        made = {}
        with warnings.catch_warnings(), style.context(["default", STYLE]):
            warnings.simplefilter("ignore")  # of letters that a font lacks
            self._lay_out()
            for kind, metadata in (("svg", {"Date": None}), ("pdf", {"CreationDate": None})):
                file = io.BytesIO()
                self.canvas.savefig(file, format=kind, metadata=metadata)
                made[kind] = file.getvalue()
        made["svg"] = _with_own_names(made["svg"])
        for kind, content in made.items():
            folder.write(f"{self.name}.{kind}", content)
        return made["svg"]


logging.getLogger("matplotlib").setLevel(logging.ERROR)


def styled(function):
    """Draws by the package's own settings, whatever those of the user are."""

    def draw(*arguments):
        with style.context(["default", STYLE]):
            return list(function(*arguments))

    return draw


# ---- axes ----------------------------------------------------------------------------------------


def _short(value, _place=None):
    """ "1.5", "1024", "20 k"."""
    for factor, prefix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= factor and (factor > 1e3 or value % 100 == 0 or value >= 1e5):
            return f"{value / factor:g}{prefix}"
    return f"{value:.6g}"


def logarithmic(axis, values, base=10, most=9):
    """A log axis with a few round ticks, none of which overlap; of base 2 at the values themselves."""
    values = sorted({v for v in values if 0 < v < math.inf})
    if not values:
        return
    scale = axis.axes.set_xscale if axis.axis_name == "x" else axis.axes.set_yscale
    scale("log", base=base)
    low, high = values[0], values[-1]
    if base == 2 and axis.axis_name == "x":
        apart, kept = math.log2(high / low) / most, []
        for value in reversed(values):
            if not kept or math.log2(kept[-1] / value) > 0.99 * apart:
                kept.append(value)
        axis.set_major_locator(FixedLocator(kept))
    elif base == 2:
        axis.set_major_locator(LogLocator(base=2, numticks=9))
    else:
        decades = math.log10(high / low)
        subs = (1.0,) if decades > 2.5 else (1.0, 2.0, 5.0) if decades > 0.7 else (1, 1.5, 2, 3, 4, 5, 7)
        axis.set_major_locator(LogLocator(base=10, subs=subs, numticks=9))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(_short))


def linear(axis, ticks=6):
    axis.set_major_locator(MaxNLocator(ticks, steps=[1, 2, 5, 10]))


def errors(points):
    """x, y and the lengths of error bars of (x, estimate)."""
    x = [p[0] for p in points]
    y = [p[1].value for p in points]
    below = [max(0.0, p[1].value - p[1].low) if math.isfinite(p[1].low) else 0.0 for p in points]
    above = [max(0.0, p[1].high - p[1].value) if math.isfinite(p[1].high) else 0.0 for p in points]
    return x, y, [below, above]


def draw_curves(axis, curves, apart=0.0, step=0.0, style=None):
    """Curves of (x, estimate) by their names: moved apart by a factor, or by a step."""
    style = style or styles(curves)
    for place, (name, points) in enumerate(curves.items()):
        points = [(x, e) for x, e in points if math.isfinite(e.value)]
        if not points:
            continue
        from_centre = place - (len(curves) - 1) / 2
        x, y, error = errors(points)
        x = [value * (1 + apart * from_centre) + step * from_centre for value in x]
        axis.errorbar(x, y, yerr=error, label=plain(name), capsize=2, **style[name])


def panel(axis, curves, xlabel, ylabel, *, apart=0.04, base=2, y_base=None, style=None, margin=1.3, most=9):
    """Curves against numbers of threads, workers or iterations, on a log axis."""
    draw_curves(axis, curves, apart=apart, style=style)
    x = [x for points in curves.values() for x, _ in points]
    if x:
        logarithmic(axis.xaxis, x, base, most)
        axis.set_xlim(min(x) / margin, max(x) * margin)
    if y_base:
        logarithmic(axis.yaxis, [e.value for points in curves.values() for _, e in points], y_base)
    axis.set(xlabel=plain(xlabel), ylabel=plain(ylabel))
    axis.grid(axis="y")


def draw_ranges(axis, names, estimates, colours, values=None):
    """A row for each name with its interval, the first one on top."""
    for place, (estimate, ink) in enumerate(zip(estimates, colours)):
        (x,), (y,), error = errors([(estimate.value, estimate)])
        axis.errorbar([y], [place], xerr=error, fmt="o", color=ink, capsize=2)
        if values:
            axis.annotate(
                values[place], (estimate.high if math.isfinite(estimate.high) else y, place),
                textcoords="offset points", xytext=(6, -3), fontsize=8.5,
            )  # fmt: skip
    axis.set_yticks(range(len(names)), [plain(name) for name in names])
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="x")


def rows_height(rows):
    return 0.7 + 0.25 * rows
