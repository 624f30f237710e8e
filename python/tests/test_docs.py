"""The scripts of docs/python run, without a screen."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).parents[2] / "docs" / "python"
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
    said = run("own_network.py", "--games", 3, "--teacher", 50, "--pairs", 2, "--iterations", 20)
    assert "the first move" in said and "over playouts at equal iterations" in said


def test_what_an_evaluator_costs_is_told():
    said = run("evaluator_cost.py", "--iterations", 200, "--repetitions", 1)
    assert said.count("us per call") == 3
