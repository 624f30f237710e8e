"""Python functions that evaluate leaves."""

import threading

import banyan
import numpy
import pytest


def even(features):
    return numpy.full(len(features), 0.5)


def search(evaluator, game="hex:size=5", engine="batched:batch=8", iterations=300, **more):
    return banyan.search(game, engine, iterations=iterations, evaluator=evaluator, **more)


def test_an_evaluator_is_called_with_batches_of_features():
    shapes = set()

    def evaluate(features):
        shapes.add(features.shape)
        return even(features)

    found = search(evaluate)
    assert found.iterations == 300
    assert {shape[1:] for shape in shapes} == {(2, 5, 5)}
    assert max(shape[0] for shape in shapes) == 8
    assert found.counters["evaluator_calls"] >= 300 / 8


def test_priors_lead_the_search():
    def evaluate(features):
        priors = numpy.full((len(features), 25), 1e-3)
        priors[:, 7] = 1
        return even(features), priors

    position = banyan.Position("hex:size=5")
    favourite = position.legal_moves[position.move_numbers().tolist().index(7)]
    assert search(evaluate).best_move == favourite


def test_values_are_for_who_is_to_move():
    def second_player_wins(positions):
        return [float(position.to_move == 1) for position in positions]

    assert search(banyan.of_positions(second_player_wins), iterations=100).value == 0
    values = search(lambda f: numpy.tile([0.0, 1.0], (len(f), 1)), iterations=100)
    assert values.value == 0


def test_an_evaluator_of_positions_gives_a_weight_for_each_legal_move():
    def evaluate(positions):
        priors = [[move == "3" for move in position.legal_moves] for position in positions]
        return [0.5] * len(positions), priors

    found = search(banyan.of_positions(evaluate), game="connect_four")
    assert found.best_move == "3"


def test_the_same_evaluator_finds_the_same():
    def evaluate(features):
        own = features[:, 0].sum(axis=(1, 2))
        return 0.5 + 0.01 * numpy.sin(own), numpy.abs(numpy.cos(numpy.arange(25))) + features[
            :, 1
        ].reshape(len(features), 25)

    one, two = (search(evaluate, seed=3) for _ in range(2))
    assert one.root == two.root


def test_several_streams_call_it_from_several_threads():
    threads = set()

    def evaluate(features):
        threads.add(threading.get_ident())
        return even(features)

    found = search(evaluate, engine="batched:threads=3,streams=3,batch=4", iterations=2000)
    assert found.iterations == 2000
    assert threading.get_ident() not in threads


def test_an_exception_of_the_evaluator_ends_the_search():
    class Broken(Exception):
        pass

    def evaluate(features):
        if len(features) > 1:
            raise Broken("no network")
        return even(features)

    for engine in ["batched:batch=8", "batched:threads=4,streams=4,batch=4"]:
        with pytest.raises(Broken, match="no network"):
            search(evaluate, engine=engine)
    assert search(even).iterations == 300


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda f: numpy.full(len(f), numpy.nan), "value 0 of its batch is nan: give 0"),
        (lambda f: numpy.full(len(f), 1.5), "is 1.5: give 0"),
        (lambda f: numpy.full(len(f) + 1, 0.5), r"values have the shape \(2,\): give \(1,\)"),
        (lambda f: None, "gives None"),
        (lambda f: "seven", "values are no array of numbers"),
        (lambda f: (even(f), even(f), even(f)), "it gives 3 things"),
        (lambda f: (even(f), numpy.ones(25)), r"priors have the shape \(25,\)"),
        (lambda f: (even(f), numpy.ones((len(f), 9))), "give a column for each"),
        (lambda f: (even(f), numpy.full((len(f), 25), numpy.nan)), "is nan: give weights"),
        (lambda f: (even(f), numpy.full((len(f), 25), -1.0)), "is -1: give weights"),
    ],
)
def test_what_an_evaluator_must_not_give_is_said_in_a_sentence(given, words):
    with pytest.raises(ValueError, match=words) as error:
        search(given)
    assert str(error.value).endswith(".")


def test_an_evaluator_of_positions_must_give_as_many_weights_as_moves():
    with pytest.raises(ValueError, match="one for each legal move"):
        search(banyan.of_positions(lambda p: ([0.5] * len(p), [[1, 2]] * len(p))))
    with pytest.raises(ValueError, match="one for each position"):
        search(banyan.of_positions(lambda p: ([0.5] * len(p), [])))


def test_an_evaluator_is_for_batches():
    with pytest.raises(ValueError, match="evaluator= is for batched"):
        search(even, engine="seq")
    with pytest.raises(ValueError, match="no function"):
        search(3)
    with pytest.raises(ValueError, match="nim has no features"):
        search(even, game="nim")


def test_games_of_one_player_or_of_chance_are_evaluated_too():
    found = search(banyan.of_positions(lambda p: [0.5] * len(p)), game="pig")
    assert found.iterations == 300


def test_a_leaf_can_be_kept_and_searched():
    kept = []

    def evaluate(positions):
        kept.extend(positions)
        return [0.5] * len(positions)

    search(banyan.of_positions(evaluate), iterations=50)
    boards = {str(position) for position in kept}
    assert len(boards) > 10
    assert banyan.search(kept[-1], "seq", iterations=10).iterations == 10
    with pytest.raises(ValueError, match="does not know the moves"):
        kept[-1].moves
