"""Arguments and results of searches."""

import json
import os
import pathlib
import subprocess

import banyan
import pytest

PROGRAM = pathlib.Path(banyan.__file__).parents[2] / "banyan"


def sentence(error):
    """The message of an error, which must be one sentence."""
    text = str(error.value)
    assert text.endswith(".") and "\n" not in text
    return text


def test_a_search_finds_a_win_in_one():
    found = banyan.search("tic_tac_toe", "seq", iterations=2000, moves="a1 b1 a2 b2")
    assert found.best_move == "a3"
    assert found.value > 0.9
    assert found.iterations == 2000


def test_a_result_is_shown_without_its_lists():
    text = repr(banyan.search("hex", "seq", iterations=1e3))
    assert "iterations=1000," in text and "best_move=" in text and len(text) < 400


def test_children_are_an_array_of_moves_visits_and_values():
    children = banyan.search("connect_four", "tree:threads=2", iterations="20k").children
    assert sorted(children["move"]) == list("1234567")
    assert children["visits"].sum() == 20000
    assert ((children["value"] > 0) & (children["value"] < 1)).all()


@pytest.mark.skipif(not os.access(PROGRAM, os.X_OK), reason="the program is not built")
@pytest.mark.parametrize("engine", ["seq", "seq:batch=64", "root:threads=2", "batched:batch=4"])
def test_the_program_finds_the_same_by_the_same_seed(engine):
    command = [PROGRAM, "search", "--game", "hex:size=7", "--engine", engine]
    command += ["--iterations", "3000", "--seed", "5", "--moves", "d4", "--json"]
    theirs = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    ours = banyan.search("hex:size=7", engine, iterations=3000, seed=5, moves="d4")
    for field in ["game", "engine", "seed", "best_move", "value", "root", "principal_variation"]:
        assert ours[field] == theirs[field], field


def test_chance_falls_before_a_search_as_in_the_program():
    found = banyan.search("2048", "seq", iterations=100, seed=3)
    assert found.best_move in ["left", "right", "up", "down"]


def test_what_the_program_refuses_is_a_value_error_of_one_sentence():
    for arguments, words in [
        (("hax", "seq"), "did you mean 'hex'"),
        (("hex:size=99", "seq"), "give 3 to 14"),
        (("hex", "tre"), "did you mean 'tree'"),
        (("hex", "seq"), "has no budget"),
    ]:
        with pytest.raises(ValueError) as error:
            banyan.search(*arguments)
        assert words in sentence(error)
    with pytest.raises(ValueError) as error:
        banyan.search("hex", "seq", iterations=-3)
    assert "-3" in sentence(error)
    with pytest.raises(ValueError) as error:
        banyan.search("connect_four", "seq", iterations=10, moves="9")
    assert "give one of 1, 2, 3" in sentence(error)


def test_a_finished_game_has_nothing_to_search():
    over = banyan.Position("tic_tac_toe", "a1 b1 a2 b2 a3")
    with pytest.raises(ValueError) as error:
        banyan.search(over, "seq", iterations=10)
    assert "the game is over" in sentence(error)


def test_games_and_engines_are_listed_with_their_keys():
    assert "hex" in [game["name"] for game in banyan.games()]
    (tree,) = [engine for engine in banyan.engines() if engine["name"] == "tree"]
    assert "threads" in [key["name"] for key in tree["keys"]]
