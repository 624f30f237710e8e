"""The scripts of docs/python and the Python blocks of the documents run, without a screen."""

import ast
import importlib.util
import pathlib
import re
import statistics
import subprocess
import sys

import banyan
import pytest
from banyan.report.read import read_run

ROOT = pathlib.Path(__file__).parents[2]
SCRIPTS = ROOT / "docs" / "python"
REFERENCE = ROOT / "results" / "xeon-2-cpus"
HAS_FIGURES = importlib.util.find_spec("matplotlib") is not None


def run(name, *arguments):
    command = [sys.executable, SCRIPTS / name, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def figure(folder):
    return ["--out", folder / "figure.svg"] if HAS_FIGURES else []


def check_figure(folder):
    if HAS_FIGURES:
        assert (folder / "figure.svg").read_text().rstrip().endswith("</svg>")


def test_speed_up_curves_are_drawn(tmp_path):
    said = run("speed_up.py", "--time", "10ms", "--turns", 1, "--threads", 2, *figure(tmp_path))
    assert "tree:threads=2" in said and "x seq" in said
    check_figure(tmp_path)


def test_strength_against_batch_size_is_drawn(tmp_path):
    said = run(
        "batch_size.py", "--pairs", 2, "--iterations", 30, "--batches", 2, 8, *figure(tmp_path)
    )
    assert said.count("Elo") == 2
    check_figure(tmp_path)


def test_a_network_of_ones_own_learns_and_plays():
    short = ["--games", 3, "--teacher", 50, "--steps", 100, "--pairs", 2, "--iterations", 20]
    said = run("own_network.py", *short)
    assert "the first move" in said and "over playouts at equal iterations" in said


def test_what_an_evaluator_costs_is_told():
    said = run("evaluator_cost.py", "--iterations", 200, "--repetitions", 1)
    assert said.count("us per call") == 3 and "ask and tell" in said


def test_a_server_that_is_slow_and_fails_is_searched_with():
    said = run("model_server.py", "--iterations", 60, "--concurrency", 4, 16)
    assert said.count("60 leaves in") == 2


def test_problems_are_solved_whose_leaves_take_time(tmp_path):
    short = ["--problems", 20, "--calls", 128, "--concurrency", 1, 8, "--rule", "puct:c=0.05,solver=on"]
    said = run("slow_leaves.py", *short, "--csv", tmp_path / "rows.csv")
    assert said.count("solved") == 3
    header, one, order, rounds = (tmp_path / "rows.csv").read_text().splitlines()
    assert header.startswith("problem,branching,depth") and ",8,on,20," in rounds


def test_steps_that_a_model_writes_are_solved_by_any_search():
    short = ["--problems", 10, "--calls", 128, "--concurrency", 1, 8]
    rules = ["sampled/puct", "sampled/adaptive", "plain/0.1", "best-of-n"]
    for problem in ("steps", "wide", "deep"):
        named = rules if problem == "steps" else ["sampled/puct", "sampled/adaptive", "best-of-n"]
        said = run("slow_leaves.py", *short, "--problem", problem, "--rule", *named)
        assert said.count("solved") == 3 * len(named)


def test_a_program_for_treequest_is_searched():
    said = run("treequest_interface.py", "--calls", 20, "--batch", 5)
    assert said.count("best answer") == 2


def test_a_server_is_shared_by_searches(tmp_path):
    short = ["--problems", 10, "--streams", 2, "--calls", 128, "--rate", 0.04, "--share", "4x8", "1x32"]
    said = run("shared_server.py", *short, "--csv", tmp_path / "rows.csv")
    assert said.count("solved") == 2
    header, several, one = (tmp_path / "rows.csv").read_text().splitlines()
    assert header.startswith("limit,latency,rate,searches") and one.startswith("32,lognormal,0.04,1,32,2,20,")


def blocks_of(file):
    return re.findall(r"^```python\n(.*?)^```", file.read_text(), re.M | re.S)


def blocks():
    """Every Python block of README.md and docs, with its file's name and its number."""
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for i, block in enumerate(blocks_of(file)):
            yield pytest.param(block, id=f"{file.name} {i + 1}")


def value_of(block):
    """The value of a block's last line, after all other lines ran."""
    *before, last = ast.parse(block).body
    names = {}
    exec(compile(ast.Module(before, []), "block", "exec"), names)
    return eval(compile(ast.Expression(last.value), "block", "eval"), names)


@pytest.mark.parametrize("block", blocks())
def test_blocks_of_the_documents_run_beside_the_reference_results(block, monkeypatch):
    monkeypatch.chdir(REFERENCE)
    assert value_of(block) is not None


@pytest.mark.parametrize("iterations", [2000, 10000])
def test_the_game_of_the_readme_is_played_right_whatever_the_seed(iterations):
    readme = blocks_of(ROOT / "python" / "README.md")
    *rules, example = ast.parse(next(each for each in readme if "Subtraction" in each)).body
    names = {}
    exec(compile(ast.Module(rules, []), "block", "exec"), names)
    search = next(each for each in ast.walk(example) if isinstance(each, ast.Call) and each.keywords)
    start = eval(compile(ast.Expression(search.args[0]), "block", "eval"), names)
    for seed in range(1, 6):
        found = banyan.search(start, "seq", iterations=iterations, seed=seed)
        assert int(found.best_move) == start.pile % 4


def test_the_table_of_speeds_is_that_of_the_reference_results(monkeypatch):
    monkeypatch.chdir(REFERENCE)
    table = value_of(blocks_of(ROOT / "docs" / "results-format.md")[0])
    searches = {}
    for row in read_run(REFERENCE).of("throughput"):
        if row.metric == "iterations_per_second" and row.repetition is not None:
            searches.setdefault((row.engine, row.game), []).append(row.value)
    assert len(searches) == table.size == 39
    for (engine, game), rates in searches.items():
        assert table.loc[engine, game] == pytest.approx(statistics.geometric_mean(rates))
