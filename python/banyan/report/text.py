"""Numbers as people read them, and text from outside made harmless for its next reader."""

import math
import re
import textwrap
import unicodedata



def _three_digits(value):
    size = abs(value)
    digits = 3 if size < 0.9995 else 2 if size < 9.995 else 1 if size < 99.95 else 0
    return f"{value:.{digits}f}"


def _not_finite(value):
    return "n/a" if math.isnan(value) else "inf" if value > 0 else "-inf"


def _scaled(value, step, units):
    unit = 0
    while abs(value) >= step - 0.5 and unit + 1 < len(units):
        value, unit = value / step, unit + 1
    return f"{_three_digits(value)} {units[unit]}".strip()


def rate(value):
    """Three significant digits with an SI prefix: "1.23 M", "17.3"."""
    if not math.isfinite(value):
        return _not_finite(value)
    if value == 0:
        return "0"
    if abs(value) < 0.0005:
        return f"{value:.2e}"
    return _scaled(value, 1000, ["", "k", "M", "G", "T", "P", "E"])


def count(value):
    return str(int(value)) if value < 1000 else rate(value)


def size(value):
    return f"{value} B" if value < 1024 else _scaled(value, 1024, ["B", "KiB", "MiB", "GiB", "TiB"])


def percent(share, digits=1):
    return f"{100 * share:.{digits}f} %" if math.isfinite(share) else _not_finite(share)


def relative_error(positive):
    """Half an interval relative to its value: "12 %", "0.3 %", "< 0.1 %"."""
    if positive.too_noisy:
        return "too noisy"
    share = positive.error / positive.value
    return "< 0.1 %" if share < 0.0005 else percent(share, 1 if share < 0.005 else 0)


def ratio(estimate):
    """ "1.38 (1.12 to 2.06)"; "too noisy" if the ends are more than a factor of two apart."""
    if not math.isfinite(estimate.value):
        return "-"
    if not estimate.bounded or (estimate.low == 0 and estimate.high == math.inf):
        return f"{estimate.value:.2f}"
    if estimate.too_noisy:
        return "too noisy"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


WIDEST_ELO = 400  # half an interval of a factor of ten in the odds says nothing


def elo(estimate):
    """ "+12.3 ± 4.5", "> +148", "unknown"."""
    if math.isnan(estimate.value) or (math.isinf(estimate.low) and math.isinf(estimate.high)):
        return "unknown"
    if math.isinf(estimate.high):
        return f"> {estimate.low:+.0f}"
    if math.isinf(estimate.low):
        return f"< {estimate.high:+.0f}"
    if estimate.error > WIDEST_ELO:
        return "too noisy"
    return f"{estimate.value:+.1f} ± {estimate.error:.1f}"


def speedup(estimate, least, most):
    """A factor of time; "> 1.03" or "< 1.80" if an end lies beyond the measured factors."""
    below, above = estimate.low <= 0, not math.isfinite(estimate.high)
    if math.isnan(estimate.value) or (below and above):
        return "unknown"
    if below:
        return f"< {max(estimate.high, least):.2f}"
    if above:
        return f"> {min(estimate.low, most):.2f}"
    if estimate.high > 10 * estimate.low:
        return "too noisy"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def enumeration(names):
    """ "a, b and c"."""
    names = list(names)
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


# ---- harmless text -------------------------------------------------------------------------------


def _is_control(c):
    return unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def printable(text):
    """One line: control characters as \\xNN."""
    text = str(text)
    return "".join(
        "".join(f"\\x{byte:02x}" for byte in c.encode(errors="surrogatepass")) if _is_control(c) else c
        for c in text
    )


def width(text):
    """Columns of a terminal."""
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Cf")
        else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def wrapped(text, columns=100):
    return textwrap.fill(
        printable(text), columns, break_long_words=False, break_on_hyphens=False
    )


_WORD = r"[A-Za-z0-9\x80-\U0010ffff]"
_MEANT = re.compile(
    rf"<(?=[A-Za-z/!?])|&(?=[A-Za-z#])|(?<!{_WORD})_|_(?!{_WORD})|\*(?=[^ ])|\](?=[(\[:])|[\\`~$|]"
)
_OPENER = re.compile(r"^( *)(>|#+(?= |$)|=+(?= |$)|-+(?= |$)|\++(?= |$))")
_NUMBER = re.compile(r"^( *\d+)([.)](?: |$))")


def _markdown_line(line):
    return _MEANT.sub(lambda found: "&lt;" if found[0] == "<" else "\\" + found[0], line)


def markdown(text):
    """Literal text for Markdown: no HTML, links, emphasis, code, headings, lists or quotations."""
    lines = []
    within = False
    for line in text.split("\n"):
        escaped = _markdown_line(line)
        number = _NUMBER.match(escaped)
        if number and (not within or number[1].strip() == "1"):
            escaped = _NUMBER.sub(r"\1\\\2", escaped)
        lines.append(_OPENER.sub(r"\1\\\2", escaped))
        within = bool(line.strip())
    return "\n".join(lines)


def markdown_cell(text):
    return _markdown_line(printable(text))


def markdown_code(text):
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence, gap = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{gap}{printable(text)}{gap}{fence}"
