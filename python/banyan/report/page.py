"""report.html: one file with the answer, the tables, the figures, and how to read them."""

import base64
import json
import pathlib

import jinja2

from . import text
from . import verdict
from .answers import answer_of
from .sections import HEADINGS, searches_text, sections_of
from .summary import missing, provenance_text, title_of
from .table import shown


def _environment():
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["printable"] = text.printable
    return made


def _table(table):
    table.mark_best()
    return {
        "columns": table.columns,
        "rows": [[{"text": shown(c), "value": f"{c.value:.6g}", "best": c.is_best} for c in row]
                 for row in table.rows],
    }  # fmt: skip


def _provenance(made):
    rows = [(name, made.get(name)) for name in ("version", "commit", "compiler", "flags")]
    machine = made.get("machine", {})
    for name, value in machine.items():
        if name == "caches" and isinstance(value, list):
            for cache in value:
                if isinstance(cache, dict) and isinstance(cache.get("size_bytes"), int):
                    shown_size = f"{cache.get('count')} x {text.size(cache['size_bytes'])}"
                    rows.append((f"L{cache.get('level')} {cache.get('type')} cache", shown_size))
        elif name.endswith("_bytes") and isinstance(value, int):
            rows.append((name[:-6], text.size(value)))
        elif value is not None:
            rows.append((name, value if isinstance(value, str) else json.dumps(value)))
    return rows


def page(run, figures):
    """The page; figures are pairs of a Figure and its SVG."""
    made, machine = run.provenance, run.machine
    answer, notes = answer_of(run)
    table = verdict.table_of(run)
    parts = []
    sections = sections_of(run)
    for kind, heading in HEADINGS.items():
        of_kind = [
            {"title": s.title, "tables": [_table(t) for t in s.tables], "notes": s.notes}
            for s in sections
            if s.kind == kind
        ]
        drawn = [
            {"title": f.title, "caption": f.caption, "name": f.name,
             "data": base64.b64encode(svg).decode()}
            for f, svg in figures
            if f.kind == kind
        ]  # fmt: skip
        if of_kind or drawn:
            parts.append({"id": kind, "heading": heading, "sections": of_kind, "figures": drawn})
    return _environment().get_template("page.html").render(
        title=title_of(run),
        where=f"{machine.get('cpu_model')}, {machine.get('available_cpus')} CPUs; Banyan "
        f"{made.get('version')} ({made.get('commit')}); {machine.get('time_utc')}",
        answer=answer,
        verdict=_table(table) if table else None,
        notes=notes,
        missing=missing(run),
        parts=parts,
        searches=searches_text(run) if run.settings.get("search_ms") else None,
        rows=_provenance(made),
        provenance=provenance_text(run),
        command=str(made.get("command")),
    )  # fmt: skip

