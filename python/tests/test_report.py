"""banyan.report: summaries, pages, figures and comparisons, from the rows of folders alone."""

import csv
import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")

from banyan.report import answers, compare, drawing, figures, read, runs, stats, studies, summary, tables  # noqa: E402
from banyan.report import results as found_in  # noqa: E402
from banyan.report import tables_of_pages  # noqa: E402
from banyan.report.__main__ import LACKS_PACKAGES, write_report  # noqa: E402
from banyan.report.table import Table, numbers, words  # noqa: E402

ROOT = pathlib.Path(__file__).parents[2]
REFERENCE = ROOT / "results" / "xeon-2-cpus"
PACKAGE = pathlib.Path(read.__file__).parent
SUMMARIES = sorted((ROOT / "results").glob("**/summary.md"))

RUN = {
    "provenance": {
        "version": "0.2.0", "commit": "abc", "compiler": "GNU 12", "flags": "-O3",
        "command": "banyan bench --profile smoke",
        "machine": {
            "cpu_model": "A processor", "available_cpus": 2, "allocator": "mimalloc", "os": "Debian",
            "time_utc": "2026-01-01T00:00:00Z", "memory_bytes": 1 << 30,
            "caches": [{"level": 1, "type": "data", "count": 2, "size_bytes": 32768}],
        },
    },
    "settings": {"profile": "smoke", "search_ms": 25, "repetitions": 4, "seed": 1},
    "finished": True,
}  # fmt: skip


def speed_rows(engine, rate, game="hex:size=3", experiment="throughput"):
    for repetition, scatter in enumerate((0.995, 1.0, 1.005, 1.001)):
        for metric, value in (
            ("iterations_per_second", rate * scatter), ("playouts_per_second", rate * scatter),
            ("finished_share", 0.1), ("cores", 1), ("mean_depth", 5), ("bytes_per_iteration", 32),
        ):  # fmt: skip
            yield {
                "experiment": experiment, "game": game, "position": "first", "engine": engine,
                "threads": 1, "repetition": repetition, "metric": metric, "value": value, "n": 1,
            }  # fmt: skip


def match_rows(experiment, a, b, elo, game="hex:size=3", kind=None, pairs=(5, 0, 20, 0, 15)):
    common = {"experiment": experiment, "kind": kind, "game": game, "engine": a, "opponent": b,
              "factor": 1, "budget": "1.0 ms", "n": 2 * sum(pairs)}  # fmt: skip
    yield {**common, "metric": "elo", "value": elo, "low95": elo - 20, "high95": elo + 20}
    for score, count in zip(("0", "0.5", "1", "1.5", "2"), pairs):
        yield {**common, "metric": f"pairs_{score}", "value": count}


def rows_of(speed=1.0):
    yield from speed_rows("seq", 1e6 * speed)
    yield from speed_rows("root:threads=1", 9e5 * speed)
    yield from speed_rows("naive", 1e5 * speed, experiment="ablation")
    yield from speed_rows("seq", 1e6 * speed, experiment="ablation")
    yield from match_rows("strength", "root:threads=1", "seq", 30)
    yield {"experiment": "verdict", "metric": "answer", "text": "Use seq for hex:size=3."}


def folder_of(path, rows=None, run=RUN):
    path.mkdir(parents=True)
    (path / "run.json").write_text(json.dumps(run))
    lines = [json.dumps(row) for row in (rows_of() if rows is None else rows)]
    (path / "rows.jsonl").write_text("".join(line + "\n" for line in lines))
    return path


# ---- what is committed ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", SUMMARIES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_every_committed_summary_is_that_of_its_rows(path):
    assert summary.summary(read.read_run(path.parent)) == path.read_text()


def test_pages_have_the_tables_of_their_runs(capsys):
    pages = [str(path) for path in sorted((ROOT / "docs").glob("*.md"))]
    assert tables_of_pages.main(pages, check=True) == 0, capsys.readouterr().out


@pytest.mark.parametrize("folder", ["equal-iterations", "leases", "memory", "networks", "plain", "playout_policies",
                                    "proofs", "run-time-game", "simulated", "sixteen-cores", "slow-leaves", "speed", "transfers", "tuning", "widening"])  # fmt: skip
def test_readmes_have_the_tables_of_their_data(folder):
    made = subprocess.run([sys.executable, "-B", ROOT / "results" / "tables.py", folder], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    page = ROOT / "docs" / "simulated-workers.md" if folder == "simulated" else ROOT / "results" / folder / "README.md"
    there = page.read_text().splitlines()
    lines = [line for line in made.stdout.splitlines() if line.startswith("|") and not set(line) <= set("|:- ")]
    assert lines and not [line for line in lines if line not in there]


def test_claims_are_looked_up_in_the_tables_of_their_data():
    made = subprocess.run([sys.executable, "-B", ROOT / "results" / "claims.py"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert (ROOT / "docs" / "claims.md").read_text().endswith("\n\n" + made.stdout)


def test_the_committed_page_is_that_of_its_run(tmp_path):
    folder = tmp_path / "epyc-2-cpus"
    shutil.copytree(ROOT / "results" / folder.name, folder)
    write_report(folder)
    if figures_by(folder) != figures_by(ROOT / "results" / folder.name):
        pytest.skip(f"drawn by {figures_by(ROOT / 'results' / folder.name)}")
    assert (folder / "report.html").read_text() == (ROOT / "docs" / "report.html").read_text()


def figures_by(folder):
    """The version of Matplotlib that drew a folder's figures."""
    return re.search(r"Matplotlib v\S+", (folder / "figures" / "strength.svg").read_text())[0]


def test_documents_show_the_figures_of_their_runs(tmp_path):
    shown = {}
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "results").glob("**/*.md")]:
        for link in re.findall(r"!\[[^\]]*\]\(([^)]*/figures/[^)]*\.svg)\)", page.read_text()):
            path = (page.parent / link).resolve()
            if (path.parents[1] / "run.json").exists():
                shown.setdefault(path.parents[1], set()).add(path.name)
    assert sum(map(len, shown.values())) >= 4
    maker = re.compile(r"Matplotlib v\S+")
    for folder, names in shown.items():
        (tmp_path / folder.name).mkdir()
        with drawing_door(tmp_path / folder.name) as door:
            drawn = {f"{f.name}.svg": f for f in figures.figures_of(read.read_run(folder))}
            for name in names:
                made = drawn[name].save(door).decode()
                there = (folder / "figures" / name).read_text()
                if maker.search(made)[0] != maker.search(there)[0]:
                    pytest.skip(f"drawn by {maker.search(there)[0]}")
                assert made == there, f"./run report {folder} draws {name} anew"


def drawing_door(path):
    from banyan.report.door import Door

    return Door(path)


def test_results_csv_and_rows_jsonl_are_read_alike(tmp_path):
    rows = read.read_rows(REFERENCE)
    folder = tmp_path / "run"
    folder.mkdir()
    with (folder / "rows.jsonl").open("w") as file:
        for row in rows:
            infinite = {k: "Inf" if v == math.inf else "-Inf" if v == -math.inf else v for k, v in row.items()}
            file.write(json.dumps(infinite) + "\n")
    assert read.read_rows(folder) == rows


# ---- tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_a_terminal_of_any_width_shows_every_engine_whole(columns):
    speeds = found_in.speeds(read.read_run(REFERENCE))
    shown = tables.speed(speeds, "hex:size=11").console(columns)
    parts = [part.splitlines()[2:] for part in shown.split("\n\n")]
    engines = [speed.engine for speed in speeds if speed.game == "hex:size=11"]
    assert all([line.split("  ")[0] for line in part] == engines for part in parts)
    longest = max(map(len, engines))
    assert all(len(line) <= max(columns, longest + 22) for line in shown.splitlines())


def test_the_best_is_marked_where_its_interval_leaves_out_the_others():
    table = Table([words("engine"), numbers("rate", "highest")])
    for name, value in (("a", 10), ("b", 8)):
        table.add(name, tables.cell(str(value), stats.Estimate(value, value - 1, value + 1)))
    assert "**10**" in table.markdown() and "10*" not in table.console(80)


# ---- statistics ----------------------------------------------------------------------------------


def test_student_s_t_is_that_of_tables():
    for freedom, t in ((1, 12.7062), (2, 4.30265), (10, 2.22814), (1000, 1.96234)):
        assert stats.t_quantile(0.025, freedom) == pytest.approx(t, rel=1e-5)


def test_ratios_have_welch_s_interval_on_logarithms():
    ratio = stats.ratio_estimate([2.0, 2.1, 1.9], [1.0, 1.05, 0.95])
    assert ratio.value == pytest.approx(2.0, rel=1e-9)
    assert ratio.low * ratio.high == pytest.approx(4.0, rel=1e-9)
    assert stats.ratio_estimate([1.0], [2.0]) == (0.5, 0, math.inf)


def test_holm_s_correction_keeps_the_order():
    assert stats.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_shares_of_the_same_cases_have_the_interval_of_bonett_and_price():
    assert stats.paired_shares(20, 10, 100) == pytest.approx((0.1, -0.00898, 0.20506), abs=1e-5)
    assert stats.paired_shares(0, 0, 98) == pytest.approx((0, -0.02772, 0.02772), abs=1e-5)


def test_elo_of_pairs_is_that_of_the_program():
    for match in found_in.matches(read.read_run(REFERENCE), "strength", "decision"):
        again = stats.elo(match.pentanomial)
        assert again == pytest.approx(match.elo, rel=1e-9, abs=1e-9, nan_ok=True)


def test_studies_name_what_sets_lines_apart():
    places = [studies.place_of("hex", e, "vl") for e in ("tree:threads=2,vl=0", "tree:threads=2,c=1,vl=3")]
    shared = studies.shared_by(places)
    assert [studies.short_name(place, shared) for place in places] == ["", "c=1"]


# ---- folders -------------------------------------------------------------------------------------


def test_a_folder_of_games_has_an_elo_figure_and_its_answer(tmp_path):
    rows = [*match_rows("match", "root:threads=2", "seq", 50),
            {"experiment": "verdict", "metric": "answer", "text": "root is stronger."}]  # fmt: skip
    folder = folder_of(tmp_path / "match", rows, {**RUN, "settings": {"game": "hex:size=3"}})
    write_report(folder)
    assert {p.name for p in (folder / "figures").iterdir()} == {"match-hex-size-3.svg", "match-hex-size-3.pdf"}
    for name in ("summary.md", "report.html"):
        shown = (folder / name).read_text()
        assert "root is stronger." in shown and "+50.0 ± 20.0" in shown


def test_labelled_positions_have_a_table_of_the_value_lost(tmp_path):
    common = {"experiment": "truth", "game": "hex:size=3", "budget": "500 iterations", "n": 60,
              "position": "labelled, of hex.jsonl, every move valued by seq:iterations=20k"}  # fmt: skip
    rows = [{**common, "metric": "left_out", "value": 5}]
    for engine, kind, lost in (("seq", None, 0.05), ("root", None, 0.07), ("seq:iterations=250", "control", 0.08)):
        row = {**common, "engine": engine, "kind": kind}
        rows.append({**row, "metric": "regret", "value": lost, "low95": lost - 0.01, "high95": lost + 0.01})
        if engine != "seq":
            more = {"opponent": "seq", "metric": "more_regret", "low95": lost - 0.06, "high95": lost - 0.04}
            rows.append({**row, **more, "value": lost - 0.05})
    rows.append({**row, "metric": "is_worse", "value": 1})
    write_report(folder_of(tmp_path / "run", rows, {**RUN, "settings": {"game": ""}}))
    page = (tmp_path / "run" / "summary.md").read_text()
    assert page.startswith("# Banyan: hex:size=3\n\n## hex:size=3: value lost on labelled positions\n")
    assert "| 500 iterations | root | 0.070 ± 0.010 | +0.020 ± 0.010 |" in page
    assert "| 500 iterations | control: seq:iterations=250 | 0.080 ± 0.010 | +0.030 ± 0.010 |" in page
    assert "from hex.jsonl, every move valued by seq:iterations=20k. The control" in page.replace("\n", " ")
    assert "nan" not in page.partition("## Provenance")[0] and "random plies" not in page


def test_a_sweep_has_a_curve_by_its_numbers_and_a_table_of_all_values(tmp_path):
    def rows(key, values):
        for i, value in enumerate(values):
            a, kind = f"virtual:{key}={value},vl=mean", f"{key}={value},note='a,b=c'"
            yield from match_rows("sweep", a, "seq", 30 * i, kind=kind)
            yield {"experiment": "sweep", "kind": kind, "game": "hex:size=3", "engine": a, "opponent": "seq",
                   "budget": "1.0 ms", "metric": "p_holm", "value": 0.04 / (1 + i), "n": 1}  # fmt: skip

    run = {**RUN, "settings": {**RUN["settings"], "a": "virtual:workers={2|4}", "b": "seq"}}
    swept = read.read_run(folder_of(tmp_path / "swept", list(rows("workers", (2, 4))), run))
    assert found_in.swept(found_in.matches(swept, "sweep")[0]) == {"workers": "2", "note": "a,b=c"}
    page = summary.summary(swept)
    assert re.search(r"\| workers \| note \| Elo \(95 %\) \| p \(Holm\) \| games \|", page)
    assert re.search(r"\| 4 \| a,b=c \| \**\+30.0 ± 20.0\** \| 0.02 \| 80 \|", page)
    (figure,) = figures.sweep(swept)
    assert figure.axis.get_xlabel() == "workers"
    (words,) = figures.sweep(read.read_run(folder_of(tmp_path / "words", list(rows("lock", ("free", "node"))), run)))
    assert words.axis.get_xlabel().startswith("Elo over the second engine")


def test_a_study_of_matches_has_a_table_and_a_figure_for_each_control(tmp_path):
    # Alone, the third would be shown to help (p = 0.041); among six matches it is not.
    played = {"root": (30, (2, 0, 20, 0, 28)), "leaf": (-30, (28, 0, 20, 0, 2)), "batch": (30, (5, 0, 20, 0, 15))}
    rows = [row for control in ("seq", "random") for a, (elo, pairs) in played.items()
            for row in match_rows("gains", a, control, elo, kind="iterations", pairs=pairs)]  # fmt: skip
    question = "does it help?"
    study = {"name": "beat", "help": question, "measure": "matches", "games": "hex", "engines": [], "column": "c"}
    run = {**RUN, "settings": {**RUN["settings"], "study": "beat", "experiment": study}}
    found = read.read_run(folder_of(tmp_path / "run", rows, run))
    page = summary.summary(found)
    assert re.search(r"## hex:size=3, against random: beat\s+\| engine \| Elo, iterations \| p \(Holm\) \| so it \|\n", page)
    assert len(re.findall(r"\| leaf \| \**-30.0 ± 20.0\** \| < 0.001 \| hurts \|\n", page)) == 2
    assert len(re.findall(r"\| batch \| \**\+30.0 ± 20.0\** \| 0.083 \| cannot tell \|\n", page)) == 2
    assert f"beat: {question}\n" in page
    answer, findings = answers.answer_of(found)
    assert answer == f"beat: {question}"
    assert [finding.split("; ")[0] for finding in findings] == [
        f"hex:size=3, equal iterations: stronger than the control, {control}: root (+30.0 ± 20.0)"
        for control in ("seq", "random")
    ]
    assert [figure.axis.get_xlabel().split(" at ")[0] for figure in figures.policies(found)] == [
        "Elo over seq", "Elo over random"
    ]  # fmt: skip


def test_what_an_interrupted_run_lacks_is_told(tmp_path):
    rows = [*rows_of(), {"experiment": "run", "metric": "missing", "text": "truth: 1 of 2 results are missing."}]
    folder = folder_of(tmp_path / "run", rows, {**RUN, "finished": False})
    write_report(folder)
    assert "truth: 1 of 2 results are missing." in (folder / "summary.md").read_text()
    assert "This run is not whole." in (folder / "report.html").read_text()


def test_files_are_written_in_place_of_links_and_never_through_them(tmp_path):
    folder = folder_of(tmp_path / "run")
    theirs = tmp_path / "theirs"
    theirs.write_text("theirs")
    for name in ("summary.md", "report.html"):
        (folder / name).symlink_to(theirs)
    write_report(folder)
    assert theirs.read_text() == "theirs" and not (folder / "report.html").is_symlink()
    shutil.rmtree(folder / "figures")
    (tmp_path / "elsewhere").mkdir()
    (folder / "figures").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        write_report(folder)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_figures_that_a_run_has_no_more_are_removed(tmp_path):
    folder = folder_of(tmp_path / "run")
    (folder / "figures").mkdir()
    (folder / "figures" / "old.svg").write_text("old")
    write_report(folder)
    assert not (folder / "figures" / "old.svg").exists()
    assert (folder / "figures" / "throughput-hex-size-3.svg").exists()


def by_command(*arguments, python_path=PACKAGE.parents[1], module="banyan.report"):
    return subprocess.run(
        [sys.executable, "-B", "-m", module, *map(str, arguments)], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(python_path)},
    )  # fmt: skip


def test_a_report_needs_nothing_but_the_package(tmp_path):
    alone = tmp_path / "alone" / "banyan" / "report"
    shutil.copytree(PACKAGE, alone, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE.parent / "__init__.py", alone.parent)
    folder = folder_of(tmp_path / "run")
    made = by_command(folder, "--columns", 80, python_path=tmp_path / "alone")
    assert made.returncode == 0, made.stderr
    assert "hex:size=3: speed from the first position" in made.stdout
    assert "Use seq for hex:size=3." in made.stdout


def test_missing_packages_are_named(tmp_path):
    stub = tmp_path / "stub"
    stub.mkdir()
    (stub / "jinja2.py").write_text("raise ModuleNotFoundError(name='jinja2')")
    made = by_command(folder_of(tmp_path / "run"), python_path=f"{stub}:{PACKAGE.parents[1]}")
    assert made.returncode == LACKS_PACKAGES
    assert "lacks jinja2: apt-get install python3-matplotlib python3-jinja2" in made.stderr


def test_what_is_no_run_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "empty").mkdir()
    assert "it has no run.json" in by_command(tmp_path / "empty").stderr
    for line, words_of_it in (
        ("[1]", "it is no JSON object"), ('{"metric": "m"}', "it is no row of a run"),
        ('{"experiment": "e", "metric": "m", "value": "x"}', "the field value is no number"),
        ('{"experiment": "e", "metric": 3}', "the field metric is no text"), ("[" * 100_000, "no JSON"),
    ):  # fmt: skip
        shutil.rmtree(tmp_path / "run", ignore_errors=True)
        folder = folder_of(tmp_path / "run", [])
        (folder / "rows.jsonl").write_text(line + "\n")
        with pytest.raises(read.ReportError, match=words_of_it):
            read.read_run(folder)


def in_a_browser(page):
    made = subprocess.run([pathlib.Path(__file__).parent / "browser" / "check", page], capture_output=True, text=True)
    if made.returncode == 3:
        pytest.skip(made.stderr)
    return made


def test_a_report_has_nothing_that_a_browser_complains_of(tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(REFERENCE, folder)
    write_report(folder)
    made = in_a_browser(folder / "report.html")
    assert made.returncode == 0, made.stderr
    assert "tables of" in made.stdout and "figures show" in made.stdout


def test_a_browser_finds_what_is_broken(tmp_path):
    folder = folder_of(tmp_path / "run")
    write_report(folder)
    page = (folder / "report.html").read_text()
    for whole, broken in (
        ("a - b;", "b - a;"), ("image/svg+xml;base64,", "image/svg+xml;base64,x"),
        ('href="#reading"', 'href="#nowhere"'), ("<main>", "<main><script>nothing();</script>"),
    ):  # fmt: skip
        assert whole in page
        page = page.replace(whole, broken, 1)
    (folder / "report.html").write_text(page)
    made = in_a_browser(folder / "report.html")
    assert made.returncode == 1
    for fault in ("descending", "figure 1 does not show", "#nowhere leads nowhere", "nothing is not defined"):
        assert fault in made.stderr


# ---- hostile text --------------------------------------------------------------------------------

POISON = "$x^2$ \\frac{1}{2} <img src=x onerror=alert(1)>{{7*7}}{% raise %} ](javascript:x) | `a` \"'&amp; %s"
CONTROLS = "\n# heading\r\n\x1b[31mred\x07\u202e"


def poisoned(value, poison):
    if isinstance(value, str):
        return value + poison
    if isinstance(value, dict):
        return {k: poisoned(v, poison) for k, v in value.items()}
    return [poisoned(v, poison) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize("poison", [POISON, CONTROLS, POISON + CONTROLS], ids=["markup", "controls", "both"])
def test_text_of_files_is_data_in_every_field(tmp_path, poison):
    rows = [
        {k: poisoned(v, poison) if k in ("game", "engine", "opponent", "budget", "text") else v
         for k, v in row.items()}
        for row in rows_of()
    ]  # fmt: skip
    run = poisoned(RUN, poison)
    folder = folder_of(tmp_path / "run", rows, run)
    write_report(folder)
    page = (folder / "report.html").read_text()
    shown = (folder / "summary.md").read_text().partition("Repeat with: ")[0]  # then code
    for made in (page, shown, summary.console(read.read_run(folder), 80)):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", made)
    assert "<img src=x" not in page and "<img src=x" not in shown and "49" not in re.sub(r"base64,\S*", "", page)
    assert "\n# heading" not in shown
    drawn = list((folder / "figures").glob("*.svg"))
    assert drawn
    for figure in drawn:
        made = figure.read_text()
        assert "<img" not in made and "\x1b" not in made
        if poison == POISON:
            assert "$x^2$ \\frac{1}{2}" in re.sub(r"\s+", " ", made)


def test_a_dollar_or_a_newline_in_a_name_is_text_of_a_figure():
    assert drawing.plain("a$b$\nc") == r"a\$b\$\x0ac"
    assert drawing.plain("_hidden").endswith("_hidden") and drawing.plain("_hidden")[0] != "_"


def test_damage_is_survived_or_told(tmp_path):
    chance = random.Random(1)
    values = [None, True, -1, 1e300, "", "x", [], {}, "Inf", "\x9b", 10**30, "NaN"]
    for trial in range(60):
        run = json.loads(json.dumps(RUN))
        rows = [dict(row) for row in rows_of()]
        for row in chance.sample(rows, 5):
            row[chance.choice(list(row))] = chance.choice(values)
        place = chance.choice([run, run["provenance"], run["provenance"]["machine"], run["settings"]])
        place[chance.choice(list(place))] = chance.choice(values)
        folder = folder_of(tmp_path / str(trial), rows, run)
        try:
            made = read.read_run(folder)
            summary.summary(made)
            if trial < 6:
                write_report(folder)
        except read.ReportError:
            pass


# ---- comparisons ---------------------------------------------------------------------------------


def compared(tmp_path, a, b, **options):
    first, second = (runs.read_runs(folder_of(tmp_path / name, rows_of(speed))) for name, speed in (("a", a), ("b", b)))
    return compare.compare(first, second, **options)


def test_a_run_compared_with_itself_has_not_changed(tmp_path):
    found = compared(tmp_path, 1, 1)
    assert len(found["speed"]) == 4 and len(found["strength"]) == 1 and found["unpaired"] == 0
    assert {row["verdict"] for row in found["speed"] + found["strength"]} == {"cannot tell"}


@pytest.mark.parametrize("speed, verdict", [(0.95, "slower"), (1.1, "faster")])
def test_differences_beyond_the_tolerance_are_called(tmp_path, speed, verdict):
    found = compared(tmp_path, 1, speed)
    assert {row["verdict"] for row in found["speed"]} == {verdict}
    for row in found["speed"]:
        assert row["ratio_low95"] <= speed <= row["ratio_high95"]


def test_smaller_differences_are_not_called(tmp_path):
    assert {row["verdict"] for row in compared(tmp_path, 1, 0.95, tolerance=0.06)["speed"]} == {"cannot tell"}


def test_runs_of_other_machines_are_compared_only_if_asked(tmp_path):
    other = json.loads(json.dumps(RUN))
    other["provenance"]["machine"]["cpu_model"] = "Another one"
    a, b = folder_of(tmp_path / "a"), folder_of(tmp_path / "b", run=other)
    refused = by_command(a, b, module="banyan.report.compare")
    assert refused.returncode == 2 and "give --across machines" in refused.stderr
    allowed = by_command(a, b, "--across", "machines", module="banyan.report.compare")
    assert allowed.returncode == 0 and "Nothing was shown to have changed" in allowed.stdout


def test_a_regression_fails_where_that_is_asked_for(tmp_path):
    a, b = folder_of(tmp_path / "a"), folder_of(tmp_path / "b", rows_of(0.9))
    made = by_command(a, b, "--fail-on-regression", "--json", module="banyan.report.compare")
    assert made.returncode == 1
    assert {row["verdict"] for row in json.loads(made.stdout)["speed"]} == {"slower"}


def test_several_runs_are_one_with_a_value_for_each(tmp_path):
    for seed in (1, 2, 3):
        run = json.loads(json.dumps(RUN))
        run["settings"]["seed"] = seed
        folder_of(tmp_path / "all" / str(seed), rows_of(1 + 0.01 * seed), run)
    several = runs.read_runs(tmp_path / "all")
    assert several.count == 3
    assert all(len(speed.rates) == 3 for speed in several.speeds)
    assert several.matches[0].games == 3 * 80


def test_the_columns_of_a_frame_are_the_fields_of_rows():
    pytest.importorskip("pandas")
    frame = read.frame(REFERENCE)
    with (REFERENCE / "results.csv").open() as file:
        assert list(frame.columns) == [*next(csv.reader(file)), "commit", "compiler", "machine"]
    assert frame.commit.unique().tolist() == ["387ad2f"]
