"""How strong a search of one's own is, what its threads bring, and what the doctor finds."""

import functools
import io
import math
import random
import statistics

import banyan
from banyan._banyan import Position
from banyan._common import Result
from banyan._interfaces import Adapted
from banyan._players import Player, legal_moves, name_of, names_taken, shown
from banyan._watched import Watched


class Examination(Result):
    """What was measured; as text its sentences."""

    def __str__(self):
        return "\n".join(self["sentences"])


def examine(
    search,
    game,
    *,
    iterations,
    threads=(1,),
    time=None,
    pairs=50,
    against=("plain", "seq"),
    positions=100,
    plies=None,
    labels=None,
    openings=None,
    seed=1,
):
    """Says how strong a search of yours is, and what its threads bring, with 95 % intervals.

    search      a function search(state, *, iterations, threads, seed) that returns a legal move
                of the state. It may take time (in seconds) in place of iterations too.
                Arguments that it does not take by name are left out
    game        a spec or a Position, whose positions the search is given; or your own game, as
                an object or as Adapted(state, interface)
    iterations  of a move, of all threads together
    threads     how many it is asked for; the first is the number that others are compared with
    time        of a move, as "100ms", for the games at equal time. Without it, they are played
                with as many iterations more as the threads are faster
    pairs       of games in each match
    against     engines that play with as many iterations
    positions   solved ones on which moves are judged, of a game that `solver` knows; 0 for none.
                plies= and labels= are those of quality()
    openings    those of match(); of your own game, which is slow to judge, drawn at random

    First come the games against other engines, and a control: the last engine against itself
    with half the iterations. Then the threads play against the first number of them. A watched
    search of the first position is shown to the doctor: what it finds only with more threads is
    said as the cause of a loss.
    """
    threads = [threads] if isinstance(threads, int) else list(threads)
    if openings is None:
        openings = "random" if isinstance(game, (str, Position)) else "random:filter=none"
    matches = {"pairs": pairs, "openings": openings, "seed": seed}
    table = _Table(search, game, iterations, threads, matches)
    found = Examination(
        game=game if isinstance(game, str) else type(game).__name__,
        search=name_of(search),
        iterations=iterations,
        sentences=table.sentences,
        strength=[table.against(engine) for engine in against],
        control=table.control(against[-1]) if against else None,
        scaling=[table.scaling(count, time) for count in threads[1:]],
        quality=table.quality(positions, plies, labels, against) if positions else None,
        findings=table.findings,
    )
    return found


class _Table:
    """Where the search plays: what is said of it is added to the sentences."""

    def __init__(self, search, game, iterations, threads, matches):
        self.game, self.iterations, self.matches = game, iterations, matches
        self.search, self.sentences, self.first = search, [], threads[0]
        takes = names_taken(search)
        self.takes_threads = takes is None or "threads" in takes
        if not self.takes_threads and threads != [1]:
            raise ValueError(f"{name_of(search)} takes no argument threads: give threads=1.")
        self.findings = {count: self._watch(count) for count in threads}
        if self.findings[self.first]:
            self.say(f"The doctor: {self.findings[self.first][0]['text']}")

    def say(self, sentence):
        self.sentences.append(sentence)

    def of(self, threads, budget="iterations", own=None):
        """The search with so many threads, as a player."""
        search = self.search
        if self.takes_threads:
            search = functools.partial(search, threads=threads)
        return Player(search, [budget], own)

    def start(self):
        return Position(self.game) if isinstance(self.game, str) else self.game

    def match(self, a, b, **budget):
        return banyan.match(self.game, a, b, **self.matches, **budget)

    def against(self, engine):
        found = self.match(self.of(self.first), engine, iterations=self.iterations)
        self.say(f"At {self.iterations} iterations {_outcome('your search', found, engine)}.")
        return {"against": engine, **_elo(found)}

    def control(self, engine):
        """Whether such games show that half the iterations are weaker."""
        half = f"{engine}{',' if ':' in engine else ':'}iterations={max(1, self.iterations // 2)}"
        found = self.match(half, engine, iterations=self.iterations)
        said = _outcome(f"{engine} with half the iterations", found, "itself")
        self.say(f"Control: {said}.")
        if not _is_below(found):
            self.say("So these games are too few to show what differs by a factor of two.")
        return {"engine": engine, "shown": _is_below(found), **_elo(found)}

    def scaling(self, count, time):
        equal = self.match(self.of(count), self.of(self.first), iterations=self.iterations)
        subject, other = f"Your {_number(count)}", _number(self.first)
        cause = self._cause(count) if _is_below(equal) else ""
        self.say(f"{_outcome(subject, equal, other)} at equal iterations{cause}.")
        speed = self._speed_up(count)
        self.say(f"They are {speed[0]:.2f} times as fast ({speed[1]:.2f} to {speed[2]:.2f}).")
        if time is None:  # the faster ones get more iterations
            budgets = [round(self.iterations * max(1, each)) for each in (speed[0], 1 / speed[0])]
            many, one = (
                self.of(threads, own={"iterations": budget})
                for threads, budget in zip((count, self.first), budgets)
            )
            timed = self.match(many, one, iterations=self.iterations)
            how = f"{budgets[0]} against {budgets[1]} iterations"
        else:
            timed = self.match(self.of(count, "time"), self.of(self.first, "time"), time=time)
            how = time
        self.say(f"{_outcome(subject, timed, other)} at equal time ({how} a move).")
        return {
            "threads": count,
            "equal_iterations": _elo(equal),
            "speed_up": dict(zip(("value", "low95", "high95"), speed)),
            "equal_time": _elo(timed),
        }

    def _speed_up(self, count):
        """How many times as fast so many threads are, with the 95 % interval, in some positions."""
        one, many = self.of(self.first), self.of(count)
        budget = {"iterations": self.iterations}
        for place, state in enumerate(_some_positions(self.start(), 20, self.matches["seed"])):
            for player in (one, many) if place % 2 else (many, one):
                player.choose(shown(state), budget, self.matches["seed"] + place)
        logs = [math.log(a / b) for a, b in zip(one.seconds, many.seconds)]
        mean = statistics.fmean(logs)
        error = 1.96 * statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
        return [math.exp(each) for each in (mean, mean - error, mean + error)]

    def quality(self, positions, plies, labels, against):
        options = {"plies": plies, "labels": labels}
        options = {name: value for name, value in options.items() if value is not None}
        if not isinstance(self.game, (str, Position)):
            self.say("No positions were judged: that needs a game's spec.")
            return None
        try:
            found = banyan.quality(
                self.game,
                [*against, self.of(self.first)],
                iterations=self.iterations,
                positions=positions,
                seed=self.matches["seed"],
                **options,
            )
        except ValueError as error:
            self.say(f"No positions were judged: {error}")
            return None
        self.say(_quality_text(found.rows))
        return found

    def _watch(self, count):
        """What the doctor finds in a search of the first position; none if it can't be watched."""
        log = io.StringIO()
        state = self.start()
        interface = state.interface if isinstance(state, Adapted) else None
        root = Watched(
            shown(state), log, game="game", iterations=self.iterations, interface=interface
        )
        try:
            self.of(count).choose(root, {"iterations": self.iterations}, self.matches["seed"])
            log.seek(0)
            found = banyan.doctor(log)
        except Exception:  # it takes no state but its own
            return []
        return [each for each in found.findings if each["name"] != "no-iterations"]

    def _cause(self, count):
        known = {each["name"] for each in self.findings[self.first]}
        new = [each for each in self.findings[count] if each["name"] not in known]
        return f". The doctor: {new[0]['text'].rstrip('.')}" if new else ""


def _number(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def _is_below(found):
    return found.elo_upper95 < 0


def _outcome(subject, found, other):
    """What the match says, as a sentence without its end."""
    end = "" if subject.endswith("threads") else "s"
    if math.isinf(found.elo):
        verb = "lose" if found.elo < 0 else "win"
        return f"{subject} {verb}{end} all {found.games} games against {other}"
    low, high = found.elo_lower95, found.elo_upper95
    if _is_below(found):
        return f"{subject} lose{end} {_elo_text(-found.elo, -high, -low)} to {other}"
    if low > 0:
        return f"{subject} gain{end} {_elo_text(found.elo, low, high)} on {other}"
    be = "is" if end else "are"
    return f"{subject} {be} not shown to differ from {other}: {_elo_text(found.elo, low, high)}"


def _elo_text(value, low, high):
    most = "more" if math.isinf(high) else f"{high:.0f}"
    least = "less" if math.isinf(low) else f"{low:.0f}"
    return f"{value:.0f} Elo ({least} to {most})"


def _elo(found):
    fields = "games wins draws losses elo elo_error95 elo_lower95 elo_upper95 seed"
    return {name: found[name] for name in fields.split()}


def _some_positions(start, count, seed):
    """Of random games, one of each."""
    numbers, found = random.Random(seed), []
    for _ in range(count):
        state, game = start, []
        while not (state.over if isinstance(state, Position) else state.over()):
            game.append(state)
            state = state.play(numbers.choice(legal_moves(state)))
        found.append(numbers.choice(game))
    return found


def _quality_text(rows):
    *others, own = rows
    if "failures" in own:
        shares = [f"{each['engine']} in {_percent(each)}" for each in others]
        return (
            f"It loses value in {_percent(own)} of {own['positions']} solved positions; "
            + "; ".join(shares)
            + "."
        )
    losses = [f"{each['engine']} {each['regret']:.3f}" for each in others]
    return (
        f"It loses {own['regret']:.3f} ± {own['regret_error95']:.3f} of a win on each of "
        f"{own['positions']} positions; {'; '.join(losses)}."
    )


def _percent(row):
    low, high = (100 * each for each in row["failure_rate95"])
    return f"{100 * row['failures'] / row['positions']:.0f} % ({low:.0f} to {high:.0f})"
