"""A tree whose leaves are evaluated elsewhere."""

import asyncio
import concurrent.futures
import json
import random
import signal
import subprocess
import sys
import threading

import banyan
import pytest
from test_python_game import Subtraction


def worth_of(state):
    """From 0 to 1 for the player to move, the same for one position."""
    return random.Random(str(state)).random()


def weights_of(state):
    drawn = random.Random("weights of " + str(state))
    return [drawn.uniform(0.1, 1) for _ in state.legal_moves]


def tell(tree, leaf):
    return tree.tell(leaf, worth_of(leaf.state), weights_of(leaf.state))


def search(tree, visits, at_once=1):
    while tree.visits < visits and tree.status == "ready":
        for leaf in tree.ask(at_once):
            tell(tree, leaf)
    return tree.result()


@pytest.mark.parametrize("game", ["connect_four", "hex:size=5", "othello"])
def test_one_leaf_at_a_time_is_the_search_with_batches_of_one(game):
    def evaluate(positions):
        return [worth_of(p) for p in positions], [weights_of(p) for p in positions]

    expected = banyan.search(
        game,
        "batched:batch=1,c=2,select=puct",
        iterations=300,
        seed=5,
        evaluator=banyan.of_positions(evaluate),
    )
    found = search(banyan.Tree(game, "puct:c=2", seed=5), 300)
    assert found.root == expected.root and found.best_move == expected.best_move
    assert found.principal_variation == expected.principal_variation
    assert found.iterations == 300


class Strange(Subtraction):
    """Its states are shown as they are, and its moves are tuples."""

    def __str__(self):
        return f"{self.pile} {self.player}"

    def legal_moves(self):
        return [("take", n) for n in super().legal_moves()]

    def play(self, move):
        return super().play(move[1])


def worth_of_strange(leaf):
    assert isinstance(leaf.state, Strange)
    return 0.9 if leaf.state.pile % 4 else 0.1


@pytest.mark.parametrize("rule", ["puct", "ucb1:c=1", "regularized", "puct:solver=on"])
@pytest.mark.parametrize("at_once", [1, 16])
def test_a_game_in_python_is_searched_by_its_own_states(rule, at_once):
    tree = banyan.Tree(Strange(7), rule)
    while tree.visits < 500 and tree.status == "ready":
        for leaf in tree.ask(at_once):
            assert len(leaf.legal_moves) == len(leaf.state.legal_moves())
            tree.tell(leaf, worth_of_strange(leaf))
    assert tree.result().best_move == "('take', 3)"
    assert tree.result().game == "Strange"


def test_a_leaf_says_where_it_is():
    tree = banyan.Tree("connect_four", moves="4 4")
    (root,) = tree.ask(3)
    assert root.depth == 0 and root.moves == [] and root.wants_priors
    assert str(root.state) == str(banyan.Position("connect_four", "4 4")) == str(tree.state)
    tell(tree, root)
    leaves = tree.ask(20)
    assert len({leaf.id for leaf in leaves}) == len(leaves) >= 5
    for leaf in leaves:
        assert leaf.depth == len(leaf.moves) > 0
        assert str(tree.state.play(" ".join(leaf.moves))) == str(leaf.state)
        assert leaf.legal_moves == leaf.state.legal_moves
    assert [leaf.id for leaf in tree.waiting] == [leaf.id for leaf in leaves]


def test_leaves_are_told_in_any_order_once_each():
    tree = banyan.Tree("hex:size=5")
    tell(tree, tree.ask()[0])
    leaves = tree.ask(10)
    random.Random(1).shuffle(leaves)
    for leaf in leaves:
        assert tell(tree, leaf)
    assert tree.visits == 10 and tree.waiting == []
    with pytest.raises(ValueError, match="Leaf 5 is not waited for: it was told already"):
        tree.tell(5, 0.5)
    with pytest.raises(ValueError, match="Leaf 99 is not waited for: it was never asked for"):
        tree.fail(99)


def test_what_is_told_wrongly_is_refused_and_can_be_told_again():
    tree = banyan.Tree("connect_four")
    (root,) = tree.ask()
    for value, message in [
        (1.5, r"the value is 1.5: give 0 \(loss\) to 1 \(win\)"),
        (float("nan"), "the value is nan"),
        ("half", "the value is 'half': give a number for the player to move, or 2"),
        ([0.5], r"the value is \[0.5\]: give a number"),
    ]:
        with pytest.raises(ValueError, match=message):
            tree.tell(root, value)
    with pytest.raises(ValueError, match="give 7 weights, one for each legal move"):
        tree.tell(root, 0.5, [1, 2])
    with pytest.raises(ValueError, match="a prior is -1: give weights from 0"):
        tree.tell(root, 0.5, [-1] * 7)
    with pytest.raises(ValueError, match="'leaf' is no leaf"):
        tree.tell("leaf", 0.5)
    with pytest.raises(ValueError, match="No leaf was told yet"):
        tree.result()
    assert tree.tell(root, 0.5, [1, 2, 3, 4, 5, 6, 7])


@pytest.mark.parametrize(
    "rule, message",
    [
        ("best", "tree best: there is no such rule of selection: give puct, ucb1"),
        ("puct:batch=8", "tree puct: batch= means nothing where leaves are evaluated elsewhere"),
        ("puct:c=x", "c=x"),
    ],
)
def test_other_rules_are_refused(rule, message):
    with pytest.raises(ValueError, match=message):
        banyan.Tree("connect_four", rule)


def test_hidden_games_are_refused():
    with pytest.raises(ValueError, match="players do not see all"):
        banyan.Tree("kuhn")


def test_values_are_for_the_player_to_move_or_for_each():
    for value in [lambda leaf: float(leaf.state.to_move == 1), lambda leaf: [0.0, 1.0]]:
        tree = banyan.Tree("hex:size=5")
        while tree.visits < 50:
            for leaf in tree.ask(4):
                tree.tell(leaf, value(leaf))
        assert tree.result().value == 0


def test_games_of_many_players_of_chance_and_of_rewards_are_searched():
    three = banyan.Tree("nim:players=3,heaps=1-2")
    (root,) = three.ask()
    with pytest.raises(ValueError, match="give 3, one for each player"):
        three.tell(root, 0.5)
    three.tell(root, [0.2, 0.3, 0.5])
    while three.visits < 300:
        for leaf in three.ask(8):
            three.tell(leaf, [0.2, 0.3, 0.5])
    assert len(three.result()["values"]) == 3
    pig = banyan.Tree("pig:target=20")
    while pig.visits < 300:
        for leaf in pig.ask(8):
            pig.tell(leaf, 0.5)
    assert pig.result().iterations >= 300
    sailing = banyan.Tree("sailing:size=4", "ucb1:backup=max")
    while sailing.visits < 300:
        for leaf in sailing.ask(4):
            sailing.tell(leaf, -8.5)
    assert sailing.result().value < 0


def test_the_tree_goes_on_after_a_move_with_what_is_under_way():
    tree = banyan.Tree("connect_four")
    search(tree, 300)
    under_way = tree.ask(60)
    move = under_way[0].moves[0]
    row = next(each for each in tree.result()["root"]["children"] if each["move"] == move)
    tree.advance(move)
    below = [leaf for leaf in under_way if leaf.moves[0] == move]
    assert 0 < len(below) and tree.visits == row["visits"] - 1
    assert [leaf.id for leaf in tree.waiting] == [leaf.id for leaf in below]
    for leaf in under_way:
        assert tell(tree, leaf) == (leaf in below)
    assert tree.visits == row["visits"] - 1 + len(below)
    with pytest.raises(ValueError, match="not legal"):
        tree.advance("9")
    assert str(tree.state) == str(banyan.Position("connect_four", move))


def test_the_tree_of_a_game_in_python_goes_on_after_a_move():
    tree = banyan.Tree(Strange(21))  # whose states are never equal
    while tree.visits < 300:
        for leaf in tree.ask(4):
            tree.tell(leaf, worth_of_strange(leaf))
    row = tree.result()["root"]["children"][0]
    tree.advance(row["move"])
    assert tree.visits == row["visits"] - 1 and tree.state.pile < 21
    tree.tell(tree.ask()[0], 0.5)


def test_many_threads_ask_and_tell_at_once():
    tree = banyan.Tree(Strange(60), "puct")

    def work(number):
        drawn = random.Random(number)
        for _ in range(60):
            for leaf in tree.ask(drawn.randrange(4)):
                if drawn.random() < 0.1:
                    tree.fail(leaf)
                else:
                    tree.tell(leaf, worth_of_strange(leaf), [1] * len(leaf.legal_moves))

    threads = [threading.Thread(target=work, args=[n]) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tree.waiting == [] and tree.result()["root"]["visits"] == tree.visits > 100


def test_the_best_leaves_are_those_that_were_told_the_highest_values():
    tree, told = banyan.Tree("connect_four"), {}
    while tree.visits < 300:
        for leaf in tree.ask(4):
            told[tuple(leaf.moves)] = (
                worth_of(leaf.state) if leaf.depth % 2 == 0 else 1 - worth_of(leaf.state)
            )
            tell(tree, leaf)
    inner = {moves[:n] for moves in told for n in range(len(moves))}
    leaves = sorted((value for moves, value in told.items() if moves not in inner), reverse=True)
    best = tree.best(10)
    assert [each["value"] for each in best] == pytest.approx(leaves[:10], abs=1e-6)
    for each in best:
        assert told[tuple(each["moves"])] == pytest.approx(each["value"], abs=1e-6)
        assert str(each["state"]) == str(tree.state.play(" ".join(each["moves"])))
        assert each["visits"] == 1 and not each["over"]


def test_the_best_ends_of_a_game_are_known():
    tree = banyan.Tree(Strange(7))
    while tree.visits < 300:
        for leaf in tree.ask(4):
            tree.tell(leaf, worth_of_strange(leaf))
    found = tree.best(3, over=True)
    assert len(found) == 3 and all(each["over"] and each["state"].over() for each in found)
    assert {each["value"] for each in found} == {1.0}
    assert all(each["state"].result(0) == 1 for each in found)


# ---- a journal ------------------------------------------------------------------------------------

TELLS = """
import random, sys, banyan
tree = banyan.Tree("hex:size=7", journal=sys.argv[1], seed=3)
tree.tell(tree.ask()[0], 0.5)
drawn = random.Random(1)
under_way = []
while True:
    under_way += tree.ask(drawn.randrange(1, 8))
    drawn.shuffle(under_way)
    while len(under_way) > 5:
        leaf = under_way.pop()
        tree.tell(leaf, drawn.random(), [drawn.random() for _ in leaf.legal_moves])
        print(leaf.id, tree.visits, flush=True)
"""


def test_a_search_goes_on_after_its_program_was_killed(tmp_path):
    journal = tmp_path / "journal"
    told = []
    with subprocess.Popen(
        [sys.executable, "-c", TELLS, journal], stdout=subprocess.PIPE, text=True
    ) as program:
        for line in program.stdout:
            told.append(line.split())
            if len(told) == 1000:
                program.send_signal(signal.SIGKILL)
    tree = banyan.Tree.load(journal)
    assert tree.visits >= int(told[-1][1]) >= 999
    waiting = {leaf.id for leaf in tree.waiting}
    assert waiting and not waiting & {int(leaf) for leaf, _ in told}
    assert search(tree, tree.visits + 50).iterations > 1000
    tree.close()
    assert banyan.Tree.load(journal).result().root == tree.result().root


def test_a_line_that_was_cut_short_is_left_out(tmp_path):
    journal = tmp_path / "journal"
    tree = banyan.Tree("connect_four", journal=journal)
    before = search(tree, 20)
    tell(tree, tree.ask()[0])
    tree.close()
    journal.write_bytes(journal.read_bytes()[:-9])
    again = banyan.Tree.load(journal)
    assert again.visits == 20 and again.result().root == before.root
    assert len(again.waiting) == 1
    tell(again, again.waiting[0])
    again.close()
    assert banyan.Tree.load(journal).visits == 21


def test_a_journal_of_ones_own_game_needs_the_game(tmp_path):
    journal = tmp_path / "journal"
    tree = banyan.Tree(Strange(9), journal=journal)
    for _ in range(30):
        for leaf in tree.ask(2):
            tree.tell(leaf, worth_of_strange(leaf))
    tree.close()
    with pytest.raises(ValueError, match="give it as game="):
        banyan.Tree.load(journal)
    assert banyan.Tree.load(journal, Strange(9)).result().root == tree.result().root


def test_other_files_are_no_journals(tmp_path):
    file = tmp_path / "file"
    head = b'{"game": "hex", "moves": "", "rule": "puct", "seed": 1}\n'
    others = [b"", b"hello\n", b"[1]\n", b'{"game": "hex"}\n', b"\n", b"\xff\xfe\n"]
    for text in [*others, head + b"7\n", head + b'["__init__", 1]\n', head + b'["ask"]\n{}\n']:
        file.write_bytes(text)
        with pytest.raises(ValueError, match="is no journal of a Tree"):
            banyan.Tree.load(file)
    with pytest.raises(FileExistsError):
        banyan.Tree("hex", journal=file)


def test_a_journal_of_another_tree_is_refused(tmp_path):
    journal = tmp_path / "journal"
    search(banyan.Tree("connect_four", journal=journal), 20)
    head, *calls = journal.read_text().splitlines(keepends=True)
    for other in [{"rule": "regularized"}, {"rule": "puct:c=3"}, {"game": "hex:size=5"}]:
        journal.write_text(json.dumps(json.loads(head) | other) + "\n" + "".join(calls))
        with pytest.raises(ValueError, match="its tree differs"):
            banyan.Tree.load(journal)


# ---- whoever evaluates ----------------------------------------------------------------------------


async def slowly(leaf):
    await asyncio.sleep(worth_of(leaf.state) / 1000)
    return worth_of(leaf.state), weights_of(leaf.state)


def test_coroutines_evaluate_as_many_leaves_at_a_time_as_may_be():
    now, most = 0, 0

    async def evaluate(leaf):
        nonlocal now, most
        now, most = now + 1, max(most, now + 1)
        told = await slowly(leaf)
        now -= 1
        return told

    found = asyncio.run(
        banyan.search_async("connect_four", evaluate, iterations=400, concurrency=12)
    )
    assert found.iterations == 400 and 4 < most <= 12
    assert found.counters["in_flight"] == 0


def test_one_coroutine_at_a_time_is_sequential_search():
    found = asyncio.run(
        banyan.search_async("connect_four", slowly, iterations=100, concurrency=1)
    )
    assert found.root == search(banyan.Tree("connect_four"), 100).root


def test_calls_that_fail_or_hang_are_made_again():
    drawn = random.Random(1)

    async def evaluate(leaf):
        fate = drawn.random()
        if fate < 0.1:
            raise OSError("no answer")
        if fate < 0.15:
            await asyncio.sleep(60)
        return await slowly(leaf)

    found = asyncio.run(
        banyan.search_async(
            "connect_four", evaluate, iterations=200, concurrency=16, timeout=0.05, retries=20
        )
    )
    assert found.iterations == 200


def test_a_call_that_always_fails_ends_the_search_with_its_error():
    tree = banyan.Tree("connect_four")

    async def evaluate(leaf):
        if leaf.depth == 2:
            raise OSError("no answer")
        return 0.5

    with pytest.raises(OSError, match="no answer"):
        asyncio.run(banyan.search_async(None, evaluate, iterations=200, tree=tree, concurrency=4))
    assert tree.waiting == [] and tree.visits > 0


def test_a_search_that_is_cancelled_keeps_what_was_told():
    tree = banyan.Tree("connect_four")

    async def cut_short():
        await asyncio.wait_for(
            banyan.search_async(None, slowly, iterations=10**6, tree=tree), timeout=1.0
        )

    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(cut_short())
    assert tree.waiting == []
    visits = tree.visits
    assert visits > 10
    found = asyncio.run(banyan.search_async(None, slowly, iterations=50, tree=tree))
    assert found["root"]["visits"] == visits + 50


def test_leaves_of_a_search_that_was_cut_short_come_first(tmp_path):
    tree = banyan.Tree("connect_four", journal=tmp_path / "journal")
    search(tree, 20)
    left = [leaf.id for leaf in tree.ask(5)]
    tree.close()
    asked = []

    async def evaluate(leaf):
        asked.append(leaf.id)
        return await slowly(leaf)

    again = banyan.Tree.load(tmp_path / "journal")
    asyncio.run(banyan.search_async(None, evaluate, iterations=30, tree=again))
    assert asked[:5] == left and again.visits == 50


def test_a_pool_of_threads_evaluates():
    def evaluate(leaf):
        return worth_of_strange(leaf)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = banyan.search_with(pool, Strange(7), evaluate, iterations=500, concurrency=8)
    assert found.best_move == "('take', 3)" and found.iterations == 500


def test_a_search_ends_where_its_result_is_proven():
    found = asyncio.run(
        banyan.search_async("nim:heaps=1-2", slowly, iterations=10**6, rule="puct:solver=on")
    )
    assert found.proven is not None
