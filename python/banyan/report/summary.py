"""summary.md: the tables of a run, for pull requests."""

from . import text, verdict
from .sections import sections_of


def provenance_text(run):
    made, machine = run.provenance, run.machine
    shown = (
        f"Banyan {made.get('version')} ({made.get('commit')}), {made.get('compiler')}, "
        f"{machine.get('allocator')}; {machine.get('cpu_model')} with {machine.get('available_cpus')} "
        f"CPUs; {machine.get('os')}; {machine.get('time_utc')}."
    )
    if str(made.get("commit")).endswith("-dirty"):
        shown += " Its source had changes that are in no commit: nobody can build it again."
    cluster = made.get("cluster")
    if isinstance(cluster, dict):
        nodes = len(cluster.get("nodes", []))
        shown += (
            f" Games and positions were shared out over {cluster.get('ranks')} ranks on {nodes} "
            f"node{'' if nodes == 1 else 's'} ({cluster.get('mpi')}); speeds were measured on the "
            "first rank alone."
        )
    return shown


def title_of(run):
    named = run.paper or (run.study and run.study.get("name"))
    if named:
        return f"Banyan: {named}"
    profile = run.settings.get("profile")
    game = run.settings.get("game") or next((row.game for row in run.rows if row.game), "results")
    return f"Banyan, {profile} profile" if profile else f"Banyan: {game}"


def missing(run):
    """A sentence for each thing that an unfinished run lacks."""
    if run.finished:
        return []
    return run.texts("run", "missing") or ["The run was interrupted before its end."]


def _paragraphs(notes):
    return "".join(f"\n{text.markdown(text.wrapped(note))}\n" for note in notes if note)


def console(run, columns):
    """The same for a terminal, the verdict last."""
    shown = ""
    for section in sections_of(run):
        tables = "\n".join(table.console(columns) for table in section.tables)
        notes = "".join(f"\n{text.wrapped(note)}\n" for note in section.notes)
        shown += f"\n{text.printable(section.heading)}\n\n{tables}{notes}"
    table = verdict.table_of(run)
    shown += f"\nVerdict\n\n{text.wrapped(verdict.answer_of(run))}\n"
    shown += f"\n{table.console(columns)}" if table else ""
    shown += "".join(f"\n{text.wrapped(note)}\n" for note in verdict.notes_of(run))
    return f"{shown}\nProvenance\n\n{text.wrapped(provenance_text(run))}\n\n"


def summary(run):
    page = f"# {text.markdown(text.printable(title_of(run)))}\n"
    if not run.finished:
        page += "\nThis run was interrupted: what follows is what was finished.\n"
        page += "".join(f"\n- {text.markdown(text.printable(line))}" for line in missing(run)) + "\n"
    table = verdict.table_of(run)
    if table:
        page += f"\n## Verdict\n\n{text.markdown(text.wrapped(verdict.answer_of(run)))}\n\n"
        page += table.markdown() + _paragraphs(verdict.notes_of(run))
    elif "profile" in run.settings:
        page += _paragraphs(verdict.busy_texts(run))
    else:
        page += _paragraphs([verdict.answer_of(run), *verdict.notes_of(run)])
    for section in sections_of(run):
        page += f"\n## {text.markdown(text.printable(section.heading))}\n\n"
        page += "\n".join(table.markdown() for table in section.tables)
        page += _paragraphs(section.notes)
    page += f"\n## Provenance\n\n{text.markdown(text.wrapped(provenance_text(run)))}\n"
    command = str(run.provenance.get("command"))
    return page + f"\nRepeat with: {text.markdown_code(command)}\n"
