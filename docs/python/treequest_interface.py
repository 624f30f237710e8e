"""Programs that are written for TreeQuest, searched by Banyan.

    ./run python docs/python/treequest_interface.py --calls 60 --batch 5

In such a program write `import treequest_interface as tq`, and tq.Search(rule) in place of
tq.ABMCTSA(): the rules are those of banyan.Tree.sampled(). Generating functions, init_tree(),
step(), ask_batch(), tell() in any order and top_k() are as there. The tree is changed in place.

Which of several functions writes the next state is chosen by UCB1 over what each has brought (Auer,
Cesa-Bianchi and Fischer 2002).
"""

import argparse
import dataclasses
import math
import random
from typing import Any

import banyan


@dataclasses.dataclass
class Trial:
    """A state that is to be written by one of the functions; parent_state is None at the root."""

    trial_id: int
    action: str
    parent_state: Any


@dataclasses.dataclass
class State:
    """A tree, whose states are known to it by their numbers: they need not be hashable."""

    tree: banyan.Tree
    states: list = dataclasses.field(default_factory=lambda: [None])
    trials: dict = dataclasses.field(default_factory=dict)
    scores: dict = dataclasses.field(default_factory=dict)


class Search:
    def __init__(self, rule="adaptive", seed=1):
        self.rule, self.seed = rule, seed

    def init_tree(self):
        return State(banyan.Tree.sampled(0, self.rule, seed=self.seed))

    def step(self, state, generate):
        """One call of one of the functions, by their names."""
        state, (trial,) = self.ask_batch(state, 1, list(generate))
        return self.tell(state, trial.trial_id, generate[trial.action](trial.parent_state))

    def ask_batch(self, state, batch_size, actions):
        trials = []
        for leaf in state.tree.ask(batch_size):
            trial = Trial(leaf.id, next_action(state.scores, actions), state.states[leaf.state])
            state.scores[trial.action].append(None)  # is under way
            state.trials[leaf.id] = trial
            trials.append(trial)
        return state, trials

    def tell(self, state, trial_id, result):
        """The same trial may be told twice."""
        trial = state.trials.pop(trial_id, None)
        if trial is not None:
            new, score = result
            scores = state.scores[trial.action]
            scores[scores.index(None)] = score
            state.tree.tell(trial_id, score, moves=[len(state.states)])
            state.states.append(new)
        return state


def next_action(scores, actions):
    for action in actions:
        scores.setdefault(action, [])
    calls = sum(len(scores[action]) for action in actions)

    def bound(action):
        known = [score for score in scores[action] if score is not None]
        if not known:
            return math.inf, -len(scores[action])
        mean = sum(known) / len(known)
        return mean + math.sqrt(2 * math.log(calls) / len(scores[action])), 0

    return max(actions, key=bound)


def top_k(state, search, k):
    """The k best states and their scores."""
    return [(state.states[each["state"]], each["value"]) for each in state.tree.best(k)]


# ---- an example ----------------------------------------------------------------------------------


def careful(parent):
    """Stands in for a model: it comes nearer to 1, by small steps."""
    answer = (parent or 0.0) + random.uniform(0, 0.1)
    return answer, max(0.0, 1 - abs(1 - answer))


def bold(parent):
    answer = random.gauss(0.5, 0.5)
    return answer, max(0.0, 1 - abs(1 - answer))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rule", nargs="+", default=["adaptive", "puct:c=0.1"])
    parser.add_argument("--calls", type=int, default=60)
    parser.add_argument("--batch", type=int, default=5)
    options = parser.parse_args()
    generate = {"careful": careful, "bold": bold}
    for rule in options.rule:
        search = Search(rule)
        state = search.init_tree()
        for _ in range(options.calls // options.batch):
            state, trials = search.ask_batch(state, options.batch, list(generate))
            for trial in trials:
                result = generate[trial.action](trial.parent_state)
                state = search.tell(state, trial.trial_id, result)
        ((answer, score),) = top_k(state, search, k=1)
        made = ", ".join(f"{len(scores)} {name}" for name, scores in state.scores.items())
        print(f"{rule}: best answer {answer:.3f}, score {score:.3f} ({made})")


if __name__ == "__main__":
    main()
