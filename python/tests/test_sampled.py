"""Trees whose moves are sampled, and the rules by which they ask for samples."""

import asyncio
import concurrent.futures
import importlib.util
import json
import pathlib
import random
import statistics
import sys
import threading

import banyan
import pytest
from banyan._adaptive import Beta, Gaussian

SCRIPTS = pathlib.Path(__file__).parents[2] / "docs" / "python"


def script(name):
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


reasoning = script("reasoning")


def grow(tree, drawn, visits, at_once=1, branching=4, depth=4):
    """Samples numbers, whose values depend on the path alone."""
    while tree.visits < visits and tree.status == "ready":
        leaves = tree.ask(at_once)
        drawn.shuffle(leaves)
        for leaf in leaves:
            move = drawn.randrange(branching)
            value = random.Random(str([*leaf.moves, move])).random()
            tree.tell(leaf, value, moves=[move], over=leaf.depth + 1 == depth)


def nodes_of(root):
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children.values())
    return nodes


def test_a_problem_without_any_list_of_moves_is_searched():
    drawn = random.Random(1)
    wanted = "banyan"

    def generate(text):
        return text + drawn.choice("abny")

    def score(text):
        return sum(map(str.__eq__, text, wanted)) / len(wanted)

    tree = banyan.Tree.sampled("", "puct:c=0.1")
    while tree.best()[0]["state"] != wanted if tree.visits else True:
        (leaf,) = tree.ask()
        child = generate(leaf.state)
        tree.tell(leaf, score(child), moves=[child], over=len(child) == len(wanted))
    assert tree.visits < 500  # of 5460 texts
    assert tree.best()[0]["moves"] == [wanted[: n + 1] for n in range(6)]


def test_a_child_that_comes_twice_is_one_whose_visits_add_up():
    tree = banyan.Tree.sampled("question", "puct:widen=1000,widen_power=1")
    for move, value in [("a", 0.25), ("b", 0.5), ("a", 0.75)]:
        (leaf,) = tree.ask()
        assert leaf.state == "question" and leaf.depth == 0
        tree.tell(leaf, value, moves=[move])
    rows = tree.result()["root"]["children"]
    assert rows == [
        {"move": "a", "visits": 2, "value": 0.5},
        {"move": "b", "visits": 1, "value": 0.5},
    ]
    assert tree.result().counters["merged"] == 1 and tree.visits == 3


def test_samples_may_come_together_with_priors_and_ends():
    tree = banyan.Tree.sampled("question", "puct:c=10,widen=0.1")
    (leaf,) = tree.ask()
    tree.tell(leaf, [0.5, 0.5, 0.9], [1, 3, 5], moves=["a", "b", "c"], over=[False, False, True])
    assert tree.visits == 3
    (leaf,) = tree.ask()
    assert leaf.state == "b"  # of higher prior; c is over
    assert [each["state"] for each in tree.best(2)] == ["c", "a"]
    assert [each["state"] for each in tree.best(2, over=True)] == ["c"]
    tree.tell(leaf, 0.1, moves=["d"])
    assert [each["moves"] for each in tree.best(9)] == [["c"], ["a"], ["b"], ["b", "d"]]


@pytest.mark.parametrize("rule", ["puct", "puct:vl=mean", "puct:backup=max", "adaptive"])
def test_visits_add_up_and_nothing_is_under_way_at_rest(rule):
    tree = banyan.Tree.sampled("question", rule, seed=3)
    drawn = random.Random(1)
    grow(tree, drawn, 400, at_once=16)
    left = tree.ask(5)
    for leaf in left[:4]:
        assert tree.fail(leaf)
    assert [leaf.id for leaf in tree.waiting] == [left[4].id]
    assert tree.fail(left[4].id)
    for node in nodes_of(tree._tree._root):
        below = sum(child.visits for child in node.children.values())
        assert node.visits == node.told + below and node.under_way == node.drawing == 0
        assert node.samples == sum(child.told for child in node.children.values())
        assert node.sum == pytest.approx(
            node.told_sum + sum(child.sum for child in node.children.values())
        )


@pytest.mark.parametrize("at_once", [1, 8])
def test_widening_is_the_search_of_the_textbook_visit_for_visit(at_once):
    problem, other = reasoning.Problem(5), reasoning.Problem(5)
    textbook = reasoning.PlainSearch(other, 0.05)
    tree = banyan.Tree.sampled(problem.start, "puct:c=0.05,vl=1")
    drawn = random.Random(1)
    while tree.visits < 300:
        leaves, states = tree.ask(at_once), textbook.ask(at_once)
        assert [leaf.state.key for leaf in leaves] == [state.key for state in states]
        for leaf, state in zip(leaves, states):
            step = drawn.randrange(5)
            child = leaf.state.play(step)
            tree.tell(leaf, child.worth(), moves=[child], over=child.over())
            textbook.tell(state, state.play(step))


def test_a_node_has_as_many_samples_as_the_root_of_its_visits():
    tree = banyan.Tree.sampled("question", "puct:c=0.3")
    count = iter(range(10**6))
    while tree.visits < 400:
        (leaf,) = tree.ask()
        tree.tell(leaf, 0.5, moves=[next(count)])
    for node in nodes_of(tree._tree._root):
        below = node.visits - node.told
        if below:
            assert (node.samples - 1) ** 2 < below <= (node.samples + 1) ** 2


def test_states_from_which_nothing_more_comes_are_left_alone():
    tree = banyan.Tree.sampled("question")
    first, last = tree.ask(2)
    tree.tell(first, [0.9, 0.2, 0.5], moves=["end", "a", "b"], over=[True, False, False])
    tree.tell(last, None, moves=[])  # no other answer exists
    leaves = tree.ask(50)
    assert {leaf.moves[0] for leaf in leaves} == {"a", "b"}
    for leaf in leaves:
        if leaf.state == "a":
            tree.tell(leaf, None, moves=[])
    assert {leaf.moves[0] for leaf in tree.ask(50)} == {"b"}


def test_a_tree_all_of_whose_states_have_ended_is_over():
    tree = banyan.Tree.sampled("question")
    (leaf,) = tree.ask()
    tree.tell(leaf, [0.5, 1.0], moves=["no", "yes"], over=True)
    tree.tell(tree.ask()[0], None, moves=[])
    assert tree.status == "over" and tree.ask(5) == []
    assert tree.best()[0] == {
        "state": "yes",
        "moves": ["yes"],
        "value": 1.0,
        "visits": 1,
        "over": True,
    }


def test_the_value_of_a_state_is_the_best_below_it_if_wanted():
    tree = banyan.Tree.sampled("question", "puct:backup=max,c=0,widen=1")
    tree.tell(tree.ask()[0], [0.6, 0.5], moves=["a", "b"])
    tree.tell(tree.ask()[0], 0.9, moves=["a1"])  # below a, whose mean is now .75
    tree.tell(tree.ask()[0], 0.1, moves=["a2"])
    assert tree.ask()[0].moves[0] == "a"


@pytest.mark.parametrize(
    "told, message",
    [
        ({"value": 1.5, "moves": ["a"]}, "the value is 1.5: give 0"),
        ({"value": None, "moves": ["a"]}, "the value is None: give 0"),
        ({"value": [0.5], "moves": ["a", "b"]}, "1 values were told of 2 samples"),
        ({"value": 0.5, "moves": ["a"], "priors": [0]}, "a prior is 0: give weights above 0"),
        ({"value": 0.5, "moves": [{}]}, r"the sample \{\} cannot be hashed"),
        ({"value": 0.5}, "no moves are told"),
    ],
)
def test_what_is_told_wrongly_is_refused_and_can_be_told_again(told, message):
    tree = banyan.Tree.sampled("question")
    (leaf,) = tree.ask()
    with pytest.raises(ValueError, match=message):
        tree.tell(leaf, **told)
    assert tree.tell(leaf, 0.5, moves=["a"])
    with pytest.raises(ValueError, match="Leaf 1 is not waited for: it was told already"):
        tree.tell(1, 0.5, moves=["a"])
    with pytest.raises(ValueError, match="Leaf 9 is not waited for: it was never asked for"):
        tree.fail(9)


def test_other_rules_are_refused():
    for rule, message in [
        ("ucb1", "there is no such rule of samples: give puct, adaptive"),
        ("puct:solver=on", "there is no solver=: give c, widen"),
        ("puct:c=much", "c=much: give a number from 0 to 1000"),
        ("adaptive:prior=flat", "prior=flat: give gaussian or beta"),
    ]:
        with pytest.raises(ValueError, match=message):
            banyan.Tree.sampled("question", rule)
    tree = banyan.Tree("connect_four")
    with pytest.raises(ValueError, match=r"for a tree of samples: see Tree.sampled"):
        tree.tell(tree.ask()[0], 0.5, moves=["4"])


def test_the_tree_goes_on_below_a_state_with_what_is_under_way_there():
    tree = banyan.Tree.sampled("question", seed=2)
    grow(tree, random.Random(2), 60)
    under_way = tree.ask(30)
    move = tree.result().best_move
    row = next(row for row in tree.result()["root"]["children"] if row["move"] == move)
    tree.advance([move])
    assert tree.state == move and tree.visits == row["visits"]
    below = [leaf.id for leaf in under_way if leaf.moves[:1] == [move]]
    assert [leaf.id for leaf in tree.waiting] == below and below
    for leaf in under_way:
        assert tree.tell(leaf, 0.5, moves=["new"]) == (leaf.id in below)
    with pytest.raises(ValueError, match="cannot advance by 'other'"):
        tree.advance(["other"])


def test_a_journal_keeps_samples(tmp_path):
    journal = tmp_path / "journal"
    for rule in ("puct", "adaptive"):
        tree = banyan.Tree.sampled(("question", 1), rule, seed=4, journal=journal)
        drawn = random.Random(3)
        grow(tree, drawn, 60, at_once=4)
        tree.tell(tree.ask()[0], 0.5, moves=[("a", ("tuple", 2))])
        (left,) = tree.ask()
        tree.close()
        again = banyan.Tree.load(journal)
        assert again.state == ("question", 1) and again.result() == tree.result()
        assert [leaf.id for leaf in again.waiting] == [left.id]
        grow(again, random.Random(4), 90)
        again.close()
        assert banyan.Tree.load(journal).visits == 90
        with pytest.raises(ValueError, match="text, numbers or tuples of these"):
            broken = banyan.Tree.sampled("question", journal=tmp_path / f"{rule}.other")
            broken.tell(broken.ask()[0], 0.5, moves=[object()])
        journal.unlink()


def test_a_journal_with_another_sample_is_refused(tmp_path):
    journal = tmp_path / "journal"
    tree = banyan.Tree.sampled("question", journal=journal)
    grow(tree, random.Random(3), 40)
    tree.close()
    head, *calls = journal.read_text().splitlines(keepends=True)
    other = json.loads(head) | {"rule": "puct:widen=5"}
    journal.write_text(json.dumps(other) + "\n" + "".join(calls))
    with pytest.raises(ValueError, match="its tree differs"):
        banyan.Tree.load(journal)


def test_coroutines_and_threads_sample():
    def evaluate(leaf):
        move = random.Random(leaf.id).randrange(5)
        return {"value": move / 5, "moves": [move], "over": leaf.depth == 3}

    async def slowly(leaf):
        await asyncio.sleep(0.001)
        if leaf.id % 10 == 0:
            raise OSError("no answer")
        return evaluate(leaf)

    tree = banyan.Tree.sampled("question", "puct:c=0.1")
    found = asyncio.run(
        banyan.search_async(None, slowly, iterations=100, tree=tree, concurrency=8, retries=50)
    )
    assert found.iterations == 100 and tree.waiting == []
    assert tree.best()[0]["value"] == 0.8
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        banyan.search_with(pool, None, evaluate, iterations=100, tree=tree, concurrency=8)
    assert tree.visits == 200


def test_many_threads_ask_and_tell_at_once():
    tree = banyan.Tree.sampled("question")

    def work(number):
        drawn = random.Random(number)
        for _ in range(60):
            for leaf in tree.ask(drawn.randrange(4)):
                if drawn.random() < 0.1:
                    tree.fail(leaf)
                else:
                    tree.tell(leaf, drawn.random(), moves=[drawn.randrange(9)])

    threads = [threading.Thread(target=work, args=[n]) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    root = tree._tree._root
    assert tree.waiting == [] and root.under_way == 0 and tree.visits > 100
    assert sum(node.told for node in nodes_of(root)) == tree.visits


# ---- adaptive branching --------------------------------------------------------------------------


def test_the_gaussian_posterior_is_that_computed_by_hand():
    belief = Gaussian()
    assert belief.posterior() == (0, 1, 1, 0.1)
    for value in (0.2, 0.6, 1.0):
        belief.add(value)
    # mean 0.6, sum of squares 0.32; kappa 4, nu 4, m 1.8/4; 0.1 + 0.32 + 0.36 * 3/4 = 0.69
    assert belief.posterior() == pytest.approx((0.45, 4, 4, 0.69 / 4))


def test_the_beta_posterior_is_that_computed_by_hand():
    belief = Beta()
    for value in (0.2, 0.6, 1.0):
        belief.add(value)
    assert (belief.a, belief.b) == pytest.approx((2.3, 1.7))


def test_draws_have_the_mean_and_spread_of_the_posterior():
    drawn = random.Random(1)
    gaussian, beta = Gaussian(), Beta()
    for value in [0.2, 0.6, 1.0] * 4:
        gaussian.add(value)
        beta.add(value)
    m, kappa, nu, tau2 = gaussian.posterior()
    draws = [gaussian.draw(drawn) for _ in range(20_000)]
    assert statistics.mean(draws) == pytest.approx(m, abs=0.003)
    # A t distribution with nu degrees of freedom: its variance is tau2 / kappa * nu / (nu - 2).
    assert statistics.variance(draws) == pytest.approx(tau2 / kappa * nu / (nu - 2), rel=0.05)
    draws = [beta.draw(drawn) for _ in range(20_000)]
    assert statistics.mean(draws) == pytest.approx(7.7 / 13, abs=0.003)
    assert statistics.variance(draws) == pytest.approx(7.7 * 5.3 / (13 * 13 * 14), rel=0.05)


def test_values_are_backed_up_to_gen_and_above_to_children_and_cont():
    tree = banyan.Tree.sampled("question", "adaptive:prior=beta", seed=1)
    root = tree._tree._root
    tree.tell(tree.ask()[0], 0.25, moves=["a"])
    a = root.children["a"]
    while not a.children:
        (leaf,) = tree.ask()
        tree.tell(leaf, 0.75, moves=["b" if leaf.depth else "a"])
    at_root = a.told  # samples of the root, all equal
    own, gen, cont = a.memory.own, root.memory.gen, root.memory.cont
    assert (gen.a + gen.b, cont.a + cont.b) == (1 + at_root, 2)
    assert (own.a, own.b) == (cont.a, cont.b) == (1.25, 0.75)
    assert (a.memory.gen.a, a.memory.gen.b) == (1.25, 0.75)
    assert (a.memory.cont.a, a.memory.cont.b) == (0.5, 0.5)


@pytest.mark.parametrize("rule", ["adaptive", "adaptive:prior=beta"])
def test_adaptive_branching_goes_on_below_the_better_child(rule):
    share = []
    for seed in range(10):
        tree = banyan.Tree.sampled("question", rule, seed=seed)
        drawn = random.Random(seed)
        count = iter(range(10**6))
        first, last = tree.ask(2)
        tree.tell(first, [0.5, 0.5], moves=["worse", "better"])
        tree.tell(last, None, moves=[])
        while tree.visits < 200:
            (leaf,) = tree.ask()
            mean = 0.3 if leaf.moves[0] == "worse" else 0.7
            tree.tell(leaf, min(1, max(0, drawn.gauss(mean, 0.2))), moves=[next(count)])
        rows = {row["move"]: row["visits"] for row in tree.result()["root"]["children"]}
        share.append(rows["better"] / tree.visits)
    assert min(share) > 0.8


def shape_of(problem, rule, seed):
    """The mean depth of the states of a tree, and the samples of its root."""
    drawn = random.Random(seed)
    tree = banyan.Tree.sampled(problem.start, rule, seed=seed)
    while tree.visits < 150:
        (leaf,) = tree.ask()
        child = leaf.state.sample(drawn)
        tree.tell(leaf, child.worth(), moves=[child])
    depths = [len(each["moves"]) for each in tree.best(tree.visits)]
    return statistics.mean(depths), depths.count(1)


@pytest.mark.parametrize("rule", ["adaptive", "adaptive:prior=beta"])
def test_adaptive_branching_is_wide_where_samples_vary_and_deep_where_refining_helps(rule):
    wide = [shape_of(reasoning.Drafts.wide(), rule, seed) for seed in range(5)]
    deep = [shape_of(reasoning.Drafts.deep(), rule, seed) for seed in range(5)]
    assert min(depth for depth, _ in deep) > 1.3 * max(depth for depth, _ in wide)
    assert min(first for _, first in wide) > 2 * max(first for _, first in deep)


# ---- the interface of TreeQuest ------------------------------------------------------------------


def test_a_program_for_treequest_finds_its_best_states():
    tq = script("treequest_interface")
    drawn = random.Random(1)

    def refine(parent):
        """A state that cannot be hashed."""
        answer = [*(parent or {"answer": []})["answer"], drawn.randrange(2)]
        return {"answer": answer}, min(1.0, sum(answer) / 8)

    algorithm = tq.Search("puct:c=0.1")
    tree = algorithm.init_tree()
    for _ in range(60):
        tree = algorithm.step(tree, {"refine": refine})
    (first, score), (second, other) = tq.top_k(tree, algorithm, k=2)
    assert score == min(1.0, sum(first["answer"]) / 8) >= other >= 0.6


def test_trials_of_treequest_are_told_in_any_order_and_more_than_once():
    tq = script("treequest_interface")
    algorithm = tq.Search("adaptive", seed=3)
    tree, trials = algorithm.ask_batch(algorithm.init_tree(), 6, ["good", "bad"])
    assert len(trials) == 6 and {trial.action for trial in trials} == {"good", "bad"}
    assert all(trial.parent_state is None for trial in trials)
    counts = {"good": 0, "bad": 0}
    for _ in range(30):
        for trial in reversed(trials):
            counts[trial.action] += 1
            result = (trial.action, 0.9 if trial.action == "good" else 0.1)
            for _ in range(2):
                tree = algorithm.tell(tree, trial.trial_id, result)
        tree, trials = algorithm.ask_batch(tree, 4, ["good", "bad"])
        assert {trial.parent_state for trial in trials} <= {None, "good", "bad"}
    assert counts["good"] > 2 * counts["bad"] > 0
    assert len(tq.top_k(tree, algorithm, 1000)) == sum(counts.values())
