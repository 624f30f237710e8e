"""Positions and their features for networks."""

import pickle

import banyan
import numpy
import pytest


def test_a_position_is_played_from_and_stays_as_it_is():
    start = banyan.Position("othello")
    assert start.to_move == 0 and not start.over and start.moves == []
    next_position = start.play("f5")
    assert start.moves == [] and next_position.moves == ["f5"] and next_position.to_move == 1
    assert "X to move" in str(start) and "O to move" in str(next_position)
    assert sorted(start.legal_moves) == ["c4", "d3", "e6", "f5"]


def test_a_finished_position_has_a_result_and_no_moves():
    over = banyan.Position("tic_tac_toe", "a1 b1 a2 b2 a3")
    assert over.over and over.legal_moves == [] and len(over.move_numbers()) == 0
    assert (over.result(0), over.result(1)) == (1, 0)
    with pytest.raises(ValueError, match="give 0 to 1"):
        over.result(2)
    with pytest.raises(ValueError, match="not over"):
        banyan.Position("tic_tac_toe").result(0)


def test_features_are_the_stones_of_who_moves_and_of_the_other():
    position = banyan.Position("gomoku:size=9", "b1 d3")
    features = position.features()
    assert features.shape == (2, 9, 9) and features.dtype == numpy.float32
    own, other = position.play("a1").features()
    assert features[1].tolist() == own.tolist()
    assert other.sum() == 2


def test_white_sees_a_board_of_hex_mirrored():
    position = banyan.Position("hex:size=4", "b1 d3")
    assert numpy.argwhere(position.features()).tolist() == [[0, 0, 1], [1, 2, 3]]
    white = position.play("a1")
    assert numpy.argwhere(white.features()).tolist() == [[0, 3, 2], [1, 0, 0], [1, 1, 0]]
    assert white.move_numbers()[white.legal_moves.index("c1")] == 2 * 4


def test_features_of_the_whole_position_are_planes():
    planes = banyan.Position("go:size=5", "c3 pass d4").features()
    assert planes.shape == (6, 5, 5)
    assert planes[4].min() == 1 and planes[5].max() == 0  # White is to move, after no pass


@pytest.mark.parametrize("game", ["connect_four", "othello", "go:size=9", "gomoku", "tic_tac_toe"])
def test_features_have_a_place_for_each_cell(game):
    features = banyan.Position(game).features()
    assert features.shape[0] >= 2 and features.size > 16


def test_a_game_without_features_says_so():
    with pytest.raises(ValueError, match="nim has no features"):
        banyan.Position("nim").features()


def test_a_board_is_where_moves_begin():
    position = banyan.Position("tic_tac_toe", "a3", board="XO- -X- --O X")
    assert position.moves == ["a3"] and position.to_move == 1 and not position.over
    over = position.play("c1 c2").play("a2 b3")
    assert over.over and over.result(0) == 0.5
    copy = pickle.loads(pickle.dumps(position))
    assert str(copy) == str(position)


def test_positions_are_pickled_by_their_moves():
    position = banyan.Position("hex:size=5", "c3 d4")
    copy = pickle.loads(pickle.dumps(position))
    assert copy.moves == position.moves and str(copy) == str(position)


def test_legal_moves_have_numbers():
    position = banyan.Position("connect_four", "4")
    assert position.move_numbers().tolist() == [0, 1, 2, 3, 4, 5, 6]
