"""Games and environments of other libraries as games of Banyan: OpenSpiel's, and Gymnasium's.

    ./run python docs/python/adapters.py --open-spiel "pig(winscore=20)"
    ./run python docs/python/adapters.py --gym FrozenLake-v1 --samples 8

Neither library is needed for the other's classes. Games in Python are slow: thousands of
iterations per second, not millions.
"""

import argparse
import copy

import banyan


class OpenSpielState:
    """A state of OpenSpiel: any number of players, chance, rewards. Nothing may be hidden."""

    def __init__(self, state):
        game = state.get_game()
        self.state, self.players, self.unit = state, state.num_players(), "utility"
        self.largest_return = max(abs(game.min_utility()), abs(game.max_utility()))

    def to_move(self):
        return -1 if self.state.is_chance_node() else self.state.current_player()

    def chance(self):
        return self.state.chance_outcomes()

    def legal_moves(self):
        return self.state.legal_actions()

    def play(self, move):
        return OpenSpielState(self.state.child(move))

    def over(self):
        return self.state.is_terminal()

    def reward(self, player):
        return self.state.rewards()[player]

    def __str__(self):
        return str(self.state)


class GymState:
    """A state of an environment with numbered actions, which can be copied and was reset.

    A step may be random. Then `samples` random numbers stand for all that may follow it (sparse
    sampling: Kearns, Mansour and Ng 2002): without them a search would see the next numbers of the
    environment's own generator.

    largest_return  the most that rewards of an episode can add up to
    """

    players, unit = 1, "rewards"

    def __init__(self, env, *, samples=1, largest_return=1e6, discount=1.0):
        self.env, self.samples = env, samples
        self.largest_return, self.discount = largest_return, discount
        self.chosen, self.earned, self.ended, self.path = None, 0.0, False, ()

    def to_move(self):
        return 0 if self.chosen is None else -1

    def chance(self):
        return [(sample, 1 / self.samples) for sample in range(self.samples)]

    def legal_moves(self):
        return list(range(int(self.env.action_space.n)))

    def play(self, move):
        after = copy.copy(self)
        after.earned, after.path = 0.0, (*self.path, int(move))
        if self.chosen is None and self.samples > 1:
            after.chosen = move
            return after
        after.env, after.chosen = copy.deepcopy(self.env), None
        if self.chosen is not None:
            import numpy

            after.env.unwrapped.np_random = numpy.random.default_rng(after.path)
        action = move if self.chosen is None else self.chosen
        _, reward, terminated, truncated, _ = after.env.step(action)
        after.earned, after.ended = float(reward), bool(terminated or truncated)
        return after

    def over(self):
        return self.ended

    def reward(self, player):
        return self.earned


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--open-spiel", help="a game, as in pig(winscore=20)")
    which.add_argument("--gym", help="an environment, as in FrozenLake-v1")
    parser.add_argument("--samples", type=int, default=1, help="of what may follow a step")
    parser.add_argument("--engine", default="seq")
    parser.add_argument("--iterations", type=int, default=1000)
    options = parser.parse_args()

    if options.open_spiel:
        import pyspiel

        start = OpenSpielState(pyspiel.load_game(options.open_spiel).new_initial_state())
        while start.to_move() < 0:  # chance begins
            start = start.play(start.chance()[0][0])
    else:
        import gymnasium

        env = gymnasium.make(options.gym)
        env.reset(seed=1)
        start = GymState(env, samples=options.samples)
    found = banyan.search(start, options.engine, iterations=options.iterations)
    print(f"best move {found.best_move}, value {found.value:.3g} {start.unit}")


if __name__ == "__main__":
    main()
