"""The answer to what was asked, in a sentence or two: of a study, of gains, of a paper."""


from . import results, studies, text, verdict
from .sections import is_on_truth, question_of


def answer_of(run):
    """What stands at the top of a report, and notes on it."""
    if run.study and not verdict.table_of(run):
        return question_of(run.study), [*_findings(run), *verdict.busy_texts(run)]
    return verdict.answer_of(run), verdict.notes_of(run)


def _findings(run):
    if is_on_truth(run):
        return _of_solved(run)
    gains = results.judged_together(results.matches(run, "gains"))
    return _of_gains(gains) if gains else _of_speeds(run)


def _of_speeds(run):
    """For each game the fastest engine, over the control by its name."""
    speeds = results.speeds(run)
    for game in results.games_of(speeds):
        control = studies.control_of(speeds, game)
        if control is None:
            continue
        found = []
        for speed in speeds:
            up = studies.speed_up(speeds, speed)
            if speed.game == game and speed is not control and up.bounded and not up.too_noisy:
                found.append((up, speed.engine))
        if not found:
            yield f"{game}: nothing but the control, {control.engine}, has a speed that is known."
            continue
        up, engine = max(found, key=lambda f: f[0].value)
        if up.low > 1:
            yield (
                f"{game}: fastest is {engine}, {text.ratio(up)} times the control, {control.engine} "
                "(the fastest sequential engine)."
            )
        else:
            yield (
                f"{game}: none was shown to be faster than the control, {control.engine} (the fastest "
                f"sequential engine); nearest is {engine} with {text.ratio(up)} times its speed."
            )


def _of_solved(run):
    """For each value of the column in how many lines it was shown to be worse."""
    key = run.study["column"]
    reference = "first" if studies.by_workers(run.study) else "best"
    tables = studies.solved_tables(run.study, results.solved_sets(run))
    cells = [c for made in tables for c in made.cells if c.place.column is not None and c.beyond]
    if not cells:
        return
    found = {}
    for c in cells:
        count = found.setdefault(c.place.column, [0, 0])
        count[0] += c.worse
        count[1] += 1
    worse = [f"{key}={value} in {n} of {m}" for value, (n, m) in found.items() if n]
    never = [f"{key}={value}" for value, (n, _) in found.items() if not n]
    if worse:
        yield f"Shown to lose more than the {reference} of their line: {text.enumeration(worse)} lines."
    if never:
        yield f"Never shown to lose more than that: {text.enumeration(never)}."


def _of_gains(matches):
    """Which engines help against each control by its name."""
    for game in results.games_of(matches):
        for control in results.distinct(m.b for m in matches):
            for kind in ("iterations", "time"):
                of_kind = [m for m in matches if (m.game, m.b, m.kind) == (game, control, kind)]
                if not of_kind:
                    continue
                helps = [f"{m.engine} ({text.elo(m.elo)})" for m in of_kind if m.effect > 0]
                hurts = [f"{m.engine} ({text.elo(m.elo)})" for m in of_kind if m.effect < 0]
                open_ones = len(of_kind) - len(helps) - len(hurts)
                parts = []
                if helps:
                    parts.append(f"stronger than the control, {control}: {', '.join(helps)}")
                if hurts:
                    than = "" if helps else f" than the control, {control}"
                    parts.append(f"weaker{than}: {', '.join(hurts)}")
                if open_ones:
                    against = "" if helps or hurts else f" against the control, {control}"
                    parts.append(f"{open_ones} undecided{against}")
                yield f"{game}, equal {kind}: {'; '.join(parts)} (Elo, 95 % intervals, Holm's correction)."
