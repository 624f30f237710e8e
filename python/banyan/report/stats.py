"""Statistics of matches and measurements, by the formulas of the program (bench/statistics)."""

import functools
import math
import statistics
from typing import NamedTuple

_NORMAL = statistics.NormalDist()
Z95 = _NORMAL.inv_cdf(0.975)
FEW_PAIRS = 1000  # up to here a match's interval agrees with the exact test
INF, NAN = math.inf, math.nan


class Estimate(NamedTuple):
    """A number with the ends of its 95 % interval; an end is infinite if the data leave it open."""

    value: float
    low: float = -INF
    high: float = INF

    @property
    def error(self):
        return (self.high - self.low) / 2

    @property
    def bounded(self):
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def too_noisy(self):
        """Whether the ends of a positive number's interval differ by more than a factor of two."""
        return self.high > 2 * self.low

    def closed(self):
        """Itself; with an open end its value alone."""
        return self if self.bounded else Estimate(self.value, self.value, self.value)

    def scaled(self, factor):
        return Estimate(self.value * factor, self.low * factor, self.high * factor)


UNKNOWN = Estimate(NAN, NAN, NAN)


# ---- Student's t ---------------------------------------------------------------------------------


def _beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function (Lentz 1976)."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    fraction = d
    for m in range(1, 10_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + step * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + step / c
            c = c if abs(c) > tiny else tiny
            fraction *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return fraction


def _beta(a, b, x):
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(log_front + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def t_beyond(t, freedom):
    """The probability that Student's t exceeds t."""
    tail = _beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2
    return tail if t >= 0 else 1 - tail


@functools.lru_cache(maxsize=100_000)
def t_quantile(beyond, freedom):
    """The t that is exceeded with this probability, which is below 1/2."""
    low, high = 0.0, 1.0
    while t_beyond(high, freedom) > beyond:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if t_beyond(middle, freedom) > beyond:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# ---- samples -------------------------------------------------------------------------------------


def mean(values):
    return math.fsum(values) / len(values) if len(values) else NAN


def median(values):
    return statistics.median(values) if len(values) else NAN


def _variance_of_mean(values):
    centre = mean(values)
    squares = math.fsum((x - centre) ** 2 for x in values)
    return squares / (len(values) - 1) / len(values)


def _logs(values):
    return [math.log(x) if x > 0 else -INF for x in values]


def geometric_mean(values):
    return math.exp(mean(_logs(values)))


def mean_estimate(values):
    """The mean with its interval by Student's t; of a single value the interval is open."""
    if len(values) < 2:
        return Estimate(mean(values))
    half = t_quantile(0.025, len(values) - 1) * math.sqrt(_variance_of_mean(values))
    return Estimate(mean(values), mean(values) - half, mean(values) + half)


def rate_estimate(values):
    """The geometric mean with its interval, by Student's t on logarithms."""
    logs = _logs([x for x in values if x > 0])
    if not logs:
        return UNKNOWN
    return Estimate(*map(math.exp, mean_estimate(logs).closed()))


def _welch(a, b):
    """Of the difference of the means of logarithms: itself, its error, degrees of freedom."""
    a, b = _logs(a), _logs(b)
    difference = mean(a) - mean(b)
    if not math.isfinite(difference) or len(a) < 2 or len(b) < 2:
        return difference, INF, 1
    va, vb = _variance_of_mean(a), _variance_of_mean(b)
    if va + vb == 0:
        return difference, 0, 1
    freedom = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))  # Satterthwaite 1946
    return difference, math.sqrt(va + vb), freedom


def _exp(x):
    return math.exp(x) if x < 700 else INF


def ratio_estimate(a, b):
    """The ratio of geometric means, with Welch's interval on logarithms."""
    difference, error, freedom = _welch(a, b)
    if math.isnan(difference):
        return UNKNOWN
    if error == INF:
        return Estimate(_exp(difference), 0, INF)
    half = t_quantile(0.025, freedom) * error if error else 0
    return Estimate(_exp(difference), _exp(difference - half), _exp(difference + half))


def ratio_p_value(a, b):
    """How often samples of equal means would differ as much."""
    difference, error, freedom = _welch(a, b)
    if difference == 0 or not math.isfinite(error) or math.isnan(difference):
        return 1.0
    return 0.0 if error == 0 else 2 * t_beyond(abs(difference) / error, freedom)


def holm(p_values):
    """P-values adjusted for their number (Holm 1979), in the given order."""
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def mean_loss(losses):
    """The mean value lost; if nothing was, at most a share 1 - 0.025^(1/n) of positions differs."""
    if len(losses) and all(loss == 0 for loss in losses):
        error = 1 - 0.025 ** (1 / len(losses))
        return Estimate(0, -error, error)
    return mean_estimate(losses)


# ---- matches -------------------------------------------------------------------------------------
# A pentanomial counts pairs of games by A's points in both: 0, 1/2, 1, 3/2, 2.

_SCORES = (0, 0.25, 0.5, 0.75, 1)


def score(pentanomial):
    """A's mean score per game; 1/2 without games."""
    pairs = sum(pentanomial)
    return sum(n * s for n, s in zip(pentanomial, _SCORES)) / pairs if pairs else 0.5


def elo_of_score(expected):
    if expected <= 0 or expected >= 1:
        return INF if expected >= 1 else -INF
    return 400 * math.log10(expected / (1 - expected))


def _moments(pentanomial):
    pairs, centre = sum(pentanomial), score(pentanomial)
    return centre, sum(n * (s - centre) ** 2 for n, s in zip(pentanomial, _SCORES)) / pairs


def _only_cell(pentanomial):
    full = [i for i, n in enumerate(pentanomial) if n]
    return full[0] if len(full) == 1 else None


def _is_lopsided(centre, error):
    return 4 * error > min(centre, 1 - centre)


def equality_p_value(pentanomial):
    """How often equal players' pairs differ as much (Fisher's randomisation test, 1935)."""
    lost2, lost1, _, won1, won2 = (int(n) for n in pentanomial)
    ones, twos = lost1 + won1, lost2 + won2
    seen = abs(won1 - lost1 + 2 * (won2 - lost2))
    if seen == 0:
        return 1.0
    beyond = [1.0] * (ones + 2)  # the probability of at least so many of the ones
    beyond[ones + 1] = 0.0
    for won in range(ones, 0, -1):
        beyond[won] = beyond[won + 1] + _binomial(ones, won)
    p = 0.0
    for won in range(twos + 1):
        least = math.ceil((seen - 2 * (2 * won - twos) + ones) / 2)
        if least <= ones:
            p += _binomial(twos, won) * (1 if least <= 0 else beyond[least])
    return min(1.0, 2 * p)


def _binomial(n, k):
    return math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2))


def _score_interval(pentanomial, errs):
    pairs = sum(pentanomial)
    cell = _only_cell(pentanomial)
    if cell is not None:
        others = 1 - (errs / 2) ** (1 / pairs)
        s = _SCORES[cell]
        return s * (1 - others), s + (1 - s) * others
    centre, variance = _moments(pentanomial)
    error = math.sqrt(variance / (pairs - 1))
    t = t_quantile(errs / 2, pairs - 1)
    low, high = max(0.0, centre - t * error), min(1.0, centre + t * error)
    if _is_lopsided(centre, error):  # Wilson (1927) for as many trials as the pairs are worth
        k = (t * error) ** 2 / (centre * (1 - centre))
        middle = (centre + k / 2) / (1 + k)
        half = math.sqrt(k * (centre * (1 - centre) + k / 4)) / (1 + k)
        low, high = middle - half, middle + half
    if pairs <= FEW_PAIRS and equality_p_value(pentanomial) > errs:
        low, high = min(low, 0.5), max(high, 0.5)
    return low, high


def elo(pentanomial, family=1):
    """Logistic Elo of A over B; the intervals of a family of matches hold all at once."""
    if sum(pentanomial) == 0:
        return Estimate(0)
    low, high = _score_interval(pentanomial, 0.05 / family)
    return Estimate(elo_of_score(score(pentanomial)), elo_of_score(low), elo_of_score(high))


def difference(after, before):
    """Of two independent estimates."""
    error = math.hypot(after.error, before.error)
    value = after.value - before.value
    return Estimate(value, value - error, value + error)


def paired_shares(only_a, only_b, cases):
    """Share of `cases` in which a succeeds, less that of b: these succeed in one of them alone.

    The interval is that of Bonett and Price (2012), which adds a case to each kind.
    """
    a, b, n = only_a + 1, only_b + 1, cases + 2
    centre = (a - b) / n
    error = Z95 * math.sqrt(((a + b) / n - centre**2) / n)
    return Estimate((only_a - only_b) / cases, centre - error, centre + error)


def normal_p_value(estimate):
    """Whether an estimate with a normal error is 0."""
    if not math.isfinite(estimate.value) or not math.isfinite(estimate.error) or not estimate.value:
        return 1.0
    if estimate.error == 0:
        return 0.0
    return math.erfc(abs(estimate.value) / (estimate.error / Z95) / math.sqrt(2))
