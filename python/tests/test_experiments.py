"""Matches, quality and results as rows."""

import json
import pathlib

import banyan
import pytest

REPOSITORY = pathlib.Path(__file__).parents[2]


def test_a_match_gives_the_fields_of_the_program():
    found = banyan.match(
        "tic_tac_toe", "seq:iterations=200", "random", pairs=5, records=True, seed=2
    )
    assert found.games == 10 and found.wins > found.losses
    assert len(found.records) == 10 and found.records[0]["game"] == "tic_tac_toe"


def test_a_match_starts_from_a_position_of_a_game_of_chance():
    position = banyan.Position("pig:target=10").play("roll 5 roll")
    found = banyan.match(position, "seq:iterations=100", "random", pairs=3, records=True)
    assert found.games == 6
    # The die that was thrown falls first.
    assert all(record["moves"][0] in "123456" for record in found.records)
    dealt = banyan.Position("kuhn").play("J")
    found = banyan.match(dealt, "so_ismcts:iterations=50", "random", pairs=3, records=True)
    assert found.games == 6
    assert {record["moves"][0] for record in found.records} <= {"Q", "K"}


def test_an_evaluator_plays_a_match():
    found = banyan.match(
        "connect_four",
        "batched:batch=8",
        "random",
        pairs=2,
        iterations=50,
        evaluator_a=lambda features: [0.5] * len(features),
    )
    assert found.games == 4


def test_quality_has_a_row_for_each_engine():
    found = banyan.quality(
        "connect_four", ["seq", "random"], iterations=500, positions=10, plies="24-30"
    )
    seq, random = found.rows
    assert seq["engine"] == "seq" and random["failures"] >= seq["failures"]


def test_advice_names_an_engine():
    advice = banyan.advise("tic_tac_toe", time="1ms", minutes=0.1)
    assert advice.answer["engine"] in [engine["engine"] for engine in advice.engines]


def test_options_that_there_are_not_are_refused():
    with pytest.raises(TypeError, match="unknown option 'speling'"):
        banyan.match("hex", "seq", "seq", pairs=1, speling=3)
    with pytest.raises(ValueError, match="give two bounds"):
        banyan.match("hex", "seq", "seq", pairs=1, iterations=1, sprt="5")
    with pytest.raises(ValueError, match="'advise' is for|advise"):
        banyan.advise("pig")


def test_a_run_is_read_as_a_row_for_each_measurement():
    pytest.importorskip("pandas")
    rows = banyan.read(REPOSITORY / "results" / "xeon-2-cpus")
    speeds = rows[(rows.metric == "iterations_per_second") & (rows.experiment == "throughput")]
    means = speeds[speeds.repetition.isna()].set_index(["game", "engine"]).value
    assert means["connect_four", "seq"] > means["connect_four", "naive"]
    with pytest.raises(ValueError, match="run.json"):
        banyan.read(REPOSITORY / "core")


def test_what_holds_no_results_is_refused():
    pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="no results folder"):
        banyan.read("nowhere")
    with pytest.raises(ValueError, match="no file of JSON objects"):
        banyan.read(REPOSITORY / "LICENSE")


def test_lines_of_games_are_read_as_rows():
    pytest.importorskip("pandas")
    file = REPOSITORY / "results" / "xeon-2-cpus" / "games.jsonl"
    games = banyan.read(file)
    assert len(games) == sum(1 for _ in file.open())
    assert json.loads(file.open().readline())["game"] == games.game[0]
