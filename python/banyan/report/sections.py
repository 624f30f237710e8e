"""What a run's tables are, in order: for summary.md and the page alike."""

from dataclasses import dataclass, field

from . import papers, results, studies, tables, verdict

THROUGHPUT_NOTE = (
    "Rates count iterations with a playout, over all threads. They are geometric means; ± is half "
    "the 95 % interval of the searches of this run. Whole runs scatter by more: banyan.report.compare "
    "takes several. finished: the share of all visits that ended in a finished game. They need no "
    "playout and are in no rate. x plain: iterations/s over those of UCT in one vector of nodes, "
    "with the same rules and playouts. x naive: over those of MCTS as textbooks write it. x seq: "
    "over those of the sequential core. x 1 thread: over those of the same engine with one thread. "
    "cores: processor time over real time; a ! marks fewer cores than threads. Too noisy: the ends "
    "of the 95 % interval are more than a factor of two apart. Marked: the best of its column, if "
    "its interval leaves out all others."
)
LOSSES_NOTE = (
    "Where a core's time goes. searches: as fast as one thread of the same engine. slower: cache "
    "lines that others write, memory bandwidth, work done twice. system: page faults, waking "
    "threads. waits: for the first expansion of the root, for locks, or for a core that others "
    "use. Conflicts (over leases and locks) and page faults are per 1000 iterations."
)
ABLATION_NOTE = (
    "Each step includes those before it; x before is the ratio to the line above. plain stands "
    "beside them: UCT in one vector of nodes, with the rules and playouts of seq. Searches of the "
    "ablation end after a million iterations at the latest."
)
PHASES_NOTE = (
    "Shares of the time of seq. A second thread samples them while it searches. ± is half the 95 % "
    "interval over the searches."
)

GAMES_NOTE = (
    "Each opening is played twice, with colours swapped. Intervals of Elo are of 95 %, from pairs of "
    "games; those of engines that were raced hold all at once."
)

HEADINGS = {
    "games": "Playing strength",
    "paper": "Beside the published numbers",
    "study": "What is varied",
    "strength": "Playing strength",
    "throughput": "Iterations per second",
    "speedup": "Speed-up over seq, and over one thread",
    "ablation": "What each optimisation brings",
    "phases": "Where the time of an iteration goes",
    "truth": "Failures on solved positions",
    "scaling": "Elo against time, and strength speed-up",
    "simulated": "Simulated workers",
    "policies": "What search policies bring",
}  # in the order of the page


@dataclass
class Section:
    kind: str  # its place on the page
    heading: str  # where it stands alone
    title: str  # among its kind; may be empty
    tables: list
    notes: list = field(default_factory=list)  # a paragraph each


def _with_notes(sections, notes):
    if sections:
        sections[-1].notes += [n for n in notes if n]
    return sections


def trivial_last(speeds, games):
    return sorted(games, key=lambda game: results.is_trivial(speeds, game))


def question_of(study):
    """ "exploration: which exploration constant plays best (Kocsis and Szepesvari 2006)." """
    question = study["help"] + (f" ({study['source']})" if study.get("source") else "")
    return f"{study['name']}: {question}{'' if question.endswith('?') else '.'}"


def searches_text(run):
    return f"{run.settings.get('repetitions')} searches of {run.settings.get('search_ms')} ms"


def _paper(run):
    cells = results.cells(run)
    if not cells:
        return []
    name = run.paper
    made = [Section("paper", f"{name}: {t}", t, [table]) for t, table in papers.tables(cells)]
    return _with_notes(made, [verdict.answer_of(run).partition(": ")[2]] + papers.notes(run))


def _throughput(run):
    if run.study:
        return []  # a study's own tables say it in fewer lines
    made = []
    speeds = results.speeds(run)
    for game in trivial_last(speeds, results.games_of(speeds)):
        heading = f"{game}: speed from the first position, {searches_text(run)}"
        made.append(Section("throughput", heading, game, [tables.speed(speeds, game)]))
    later = results.speeds(run, "positions")
    for game in results.games_of(later):
        made.append(Section("throughput", f"{game} at random: speed", game, [tables.speed(later, game)]))
    return _with_notes(made, [THROUGHPUT_NOTE])


def _study(run):
    speeds = results.speeds(run)
    if not run.study or not speeds:
        return []
    made = [
        Section("study", f"{run.study['name']}: {title}", title, [table])
        for title, table in studies.speed_tables(run.study, speeds)
    ]
    losses = [LOSSES_NOTE] if run.study["column"] == "threads" else []
    return _with_notes(made, [question_of(run.study)] + losses)


def _ablation(run):
    steps = results.speeds(run, "ablation")
    games = trivial_last(results.speeds(run), results.games_of(steps))
    what = "what each optimisation brings, one thread"
    made = [Section("ablation", f"{g}: {what}", g, [tables.ablation(steps, g)]) for g in games]
    return _with_notes(made, [ABLATION_NOTE])


def _phases(run):
    shares = results.phases(run)
    if not shares:
        return []
    heading = HEADINGS["phases"]
    return [Section("phases", heading, "", [tables.phases(shares)], [PHASES_NOTE])]


def _truth_note(sets, game):
    of_game = [s for s in sets if s.game == game]
    if not of_game:
        return ""
    s = of_game[0]
    if s.labelled:
        note = (
            f"Regret is the mean value that a move loses against the best one: a win is 1. The {s.positions} "
            f"positions come {s.source}."
        )
    else:
        note = (
            "A failure is a move that loses some of the value that an exact solver finds. The "
            f"{s.positions} positions come {s.source}. "
            f"{s.left_out} others, where all moves are equally good, were left out. Regret is "
            "the mean value lost: a win is 1, a draw 1/2."
        )
    found = ", ".join(s.budget for s in of_game if s.control and s.control.is_worse)
    failed = ", ".join(s.budget for s in of_game if s.control and not s.control.is_worse)
    if found:
        note += f" The control, half the budget, was found to be worse at {found}."
    if failed:
        half = "" if found else ", half the budget,"
        note += (
            f" The control{half} was not found to be worse at {failed}. There these positions cannot "
            "separate engines a factor of two apart in budget, so a missing difference means nothing."
        )
    return note


def is_on_truth(run):
    return bool(run.study) and run.study.get("measure") == "solved"


def _truth(run):
    sets = results.solved_sets(run)
    games = results.games_of(sets)
    if not is_on_truth(run):
        made = []
        for g in games:
            labelled = any(s.labelled for s in sets if s.game == g)
            what = "value lost on labelled positions" if labelled else "failures on solved positions"
            table = tables.labelled(sets, g) if labelled else tables.truth(sets, g)
            made.append(Section("truth", f"{g}: {what}", g, [table], [_truth_note(sets, g)]))
        return made
    made = []
    for title, table in studies.titled_solved_tables(run.study, sets):
        legend = [table.legend] if table.legend else []
        made.append(Section("truth", f"{run.study['name']}: {title}", title, [table], legend))
    notes = [question_of(run.study)] + [f"{g}: {_truth_note(sets, g)}" for g in games]
    return _with_notes(made, notes)


def _scaling_note(matches, game):
    one = tables.one_worker(matches, game)
    return (
        f"playouts x: playouts/s over those of {one}. strength x: how many times longer {one} must "
        "think to play as well (Chaslot, Winands and van den Herik 2008). It comes from the curve of "
        f"{one} against its time. < and >: an end of the 95 % interval lies beyond the times that "
        f"were played. Elo is against {one} with the base time, at equal time or iterations."
    ) + tables.ceiling(matches, game, "time")


def _simulated_note(matches, game):
    one = tables.one_worker(matches, game)
    return (
        "Simulated workers, in virtual time. ± is half a 95 % interval over searches of the first "
        "position. speed x: how many times as fast as one worker with the same iterations. busy: the "
        "share of that time in which workers (or an evaluator) work. in flight: iterations at a time."
        " error: choices that sequential UCT would not have made at the same visits. cluster does not"
        " tell the last two. strength x: how many times longer one worker must think to play as well "
        "(Chaslot, Winands and van den Herik 2008). It is speed x times the factor of iterations, "
        f"from the curve of {one} above. The ends of its interval are products of the ends of both. "
        f"Elo is against {one}, at equal iterations or at equal virtual time."
    ) + tables.ceiling(matches, game, "iterations")


def scaling_parts(run):
    """Matches and searches of the suite scaling: of real workers, of simulated ones."""
    matches, searches = results.matches(run, "scaling"), results.searches(run)

    def part(simulated):
        return tuple(
            [r for r in rows if r.kind.startswith("virtual ") == simulated]
            for rows in (matches, searches)
        )

    return part(False), part(True)


def _scaling(run):
    (real, speeds), (virtual, searches) = scaling_parts(run)
    made = [
        Section("scaling", f"{g}: strength speed-up", g,
                [tables.curves(real, g), tables.scaling(run, real, speeds, g)],
                [_scaling_note(real, g)])
        for g in results.games_of(real)
    ]  # fmt: skip
    made += [
        Section("simulated", f"{g}: simulated workers, in virtual time", g,
                [tables.curves(virtual, g, True), tables.simulated(run, virtual, searches, g)],
                [_simulated_note(virtual, g)])
        for g in results.games_of(searches)
    ]  # fmt: skip
    return made


def _gains(matches, what, notes):
    if not matches:
        return []
    controls = results.distinct(m.b for m in matches)
    made = []
    for g in results.games_of(matches):
        for control in controls:
            name = g if len(controls) == 1 else f"{g}, against {control}"
            made.append(
                Section("policies", f"{name}: {what}", name, [tables.gains(matches, g, control)])
            )
    controls = ", ".join(controls)
    kinds = results.distinct(m.kind for m in matches)
    note = (
        f"Elo against the control ({controls}) at equal {' and at equal '.join(kinds)}, with "
        "95 % intervals. An engine helps or hurts if the interval lies on one side of 0"
    )
    together = sum(m.p_together is not None for m in matches)
    note += f" and p is at most 0.05, by Holm's correction for all {together} matches." if together else "."
    return _with_notes(made, notes + [note])


def _strength(run):
    decisions, chosen_by = results.matches(run, "decision"), results.matches(run, "strength")
    made = []
    if decisions:
        made.append(
            Section(
                "strength",
                "Strength of the chosen engines in fresh games, and of seq with half its time",
                "The chosen engines in fresh games, and seq with half its time",
                [tables.strength(decisions)],
            )
        )
    if chosen_by:
        title = "The earlier games that chose the engines, too few to prove anything"
        made.append(
            Section(
                "strength",
                "Strength: each opening twice with colours swapped",
                title if decisions else "",
                [tables.strength(chosen_by)],
            )
        )
    return made


def _games(run):
    """Of a match, of a pool, of an advice."""
    made = []
    for experiment, heading in (
        ("match", "The match"), ("pool", "The matches"), ("advise", "The engines that were raced")
    ):  # fmt: skip
        matches = results.matches(run, experiment)
        ratings = [m for m in matches if m.kind == "rating"]
        played = [m for m in matches if m.kind != "rating"]
        if ratings:
            title = f"Elo over {ratings[0].b}, by maximum likelihood (Bradley and Terry 1952)"
            made.append(Section("games", title, title, [tables.ratings(ratings)]))
        if played:
            made.append(Section("games", heading, heading, [tables.strength(played)], [GAMES_NOTE]))
    return made


def _sweep(run):
    """Matches of one command that differ in some values."""
    matches = results.matches(run, "sweep")
    if not matches:
        return []
    a, b = (str(run.settings.get(side, side.upper())) for side in ("a", "b"))
    heading = f"{a} over {b}, with p corrected for the number of matches (Holm 1979)"
    return [Section("games", heading, heading, [tables.sweep(matches)], [GAMES_NOTE])]


def sections_of(run):
    """Nothing of what the run did not measure."""
    made = _games(run) + _sweep(run) + _paper(run) + _throughput(run) + _study(run) + _ablation(run) + _phases(run) + _truth(run)
    made += _scaling(run) + _gains(results.matches(run, "policies"), "search policies", [])
    if run.study:
        gains = results.judged_together(results.matches(run, "gains"))
        made += _gains(gains, run.study["name"], [question_of(run.study)])
    return made + _strength(run)
