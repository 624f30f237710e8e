"""A network of your own: learnt from games of seq, and played as an evaluator of batched.

    ./run python docs/python/own_network.py --games 300 --pairs 50

The network is one of PyTorch where that is installed (python3-torch), else of numpy. It is small,
and learns for seconds: it shows how the parts fit, not how strong they can become. With --onnx it is
also written for `net=FILE.onnx`, which needs PyTorch and ONNX (python3-onnx).
"""

import argparse
import random

import banyan
import numpy

try:
    import torch
except ImportError:
    torch = None

GAME = "connect_four"
MOVES = 7  # its columns, by which its moves are numbered


def play_games(count, iterations):
    """Features, shares of visits and results for who moves, of positions in games of seq."""
    rows = []
    for game in range(count):
        position, seen = banyan.Position(GAME), []
        while not position.over:
            found = banyan.search(position, "seq", iterations=iterations, seed=1000 * game + len(seen))
            numbers = dict(zip(position.legal_moves, position.move_numbers()))
            shares = numpy.zeros(MOVES, numpy.float32)
            for child in found.children:
                shares[numbers[child["move"]]] = child["visits"] / found.root["visits"]
            seen.append((position.features(), shares, position.to_move))
            # At first moves are drawn, so that games differ.
            move = random.choice(position.legal_moves) if len(seen) < 8 else found.best_move
            position = position.play(move)
        rows += [(features, shares, position.result(mover)) for features, shares, mover in seen]
    return [numpy.array(column, numpy.float32) for column in zip(*rows)]


def torch_evaluator(features, shares, results, steps, hidden=128, batch=256):
    """Learns a network, and gives it as an evaluator."""
    torch.manual_seed(1)
    body = torch.nn.Sequential(
        torch.nn.Flatten(), torch.nn.Linear(features[0].size, hidden), torch.nn.ReLU()
    )
    value, policy = torch.nn.Linear(hidden, 1), torch.nn.Linear(hidden, MOVES)
    parts = torch.nn.ModuleList([body, value, policy])
    optimiser = torch.optim.Adam(parts.parameters(), lr=2e-3)
    x, p, v = map(torch.from_numpy, (features, shares, results))
    for _ in range(steps):
        rows = torch.randint(len(x), (batch,))
        inside = body(x[rows])
        loss = torch.nn.functional.binary_cross_entropy_with_logits(value(inside)[:, 0], v[rows])
        loss = loss + torch.nn.functional.cross_entropy(policy(inside), p[rows])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()

    @torch.no_grad()
    def evaluate(batch):
        inside = body(torch.from_numpy(batch))
        values = torch.sigmoid(value(inside)[:, 0])
        return values.numpy(), torch.softmax(policy(inside), 1).numpy()

    class Answers(torch.nn.Module):
        """What a file for `net=` gives: a value from 0 to 1, and logits of the moves."""

        def __init__(self):
            super().__init__()
            self.parts = parts

        def forward(self, batch):
            inside = body(batch)
            return torch.sigmoid(value(inside)), policy(inside)

    evaluate.network = Answers()
    return evaluate


def write_onnx(network, file):
    names = ["board", "value", "policy"]
    torch.onnx.export(
        network,
        torch.zeros(1, *banyan.Position(GAME).features().shape),
        file,
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes={name: {0: "batch"} for name in names},
    )
    print(f"{file}: for --engine batched:net={file}")


def softmax(logits):
    weights = numpy.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def numpy_evaluator(features, shares, results, steps, hidden=128, batch=256):
    """The same by plain gradient descent: both heads are rows of one matrix."""
    rng = numpy.random.default_rng(1)
    x = features.reshape(len(features), -1)
    inner = rng.normal(0, 0.1, (x.shape[1], hidden)).astype(numpy.float32)
    outer = rng.normal(0, 0.1, (hidden, 1 + MOVES)).astype(numpy.float32)

    def forward(batch):
        inside = numpy.maximum(batch.reshape(len(batch), -1) @ inner, 0)
        both = inside @ outer
        return inside, 1 / (1 + numpy.exp(-both[:, 0])), softmax(both[:, 1:])

    for _ in range(steps):
        rows = rng.integers(len(x), size=batch)
        inside, values, priors = forward(x[rows])
        slope = numpy.column_stack([values - results[rows], priors - shares[rows]]) / batch
        back = (slope @ outer.T) * (inside > 0)
        outer -= 0.5 * inside.T @ slope
        inner -= 0.5 * x[rows].T @ back
    return lambda batch: forward(batch)[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300, help="to learn from")
    parser.add_argument("--teacher", type=int, default=400, help="iterations per move of seq")
    steps = 1500 if torch else 3000
    parser.add_argument("--steps", type=int, default=steps, help="of gradient descent")
    parser.add_argument("--pairs", type=int, default=50, help="of games, to measure strength")
    parser.add_argument("--iterations", type=int, default=100, help="per move, of both")
    parser.add_argument("--onnx", metavar="FILE", help="write the network there too")
    options = parser.parse_args()
    if options.onnx and not torch:
        parser.error("--onnx needs PyTorch")

    random.seed(1)
    rows = play_games(options.games, options.teacher)
    print(f"{len(rows[0])} positions of {options.games} games")
    network = (torch_evaluator if torch else numpy_evaluator)(*rows, options.steps)
    print(f"a network of {'PyTorch ' + torch.__version__ if torch else 'numpy'}")

    if options.onnx:
        write_onnx(network.network, options.onnx)

    found = banyan.search(GAME, "batched:batch=16", iterations=800, evaluator=network)
    print(f"the first move: {found.best_move}, value {found.value:.2f}")
    engine = "batched:batch=8"
    found = banyan.match(
        GAME,
        engine,
        engine,
        pairs=options.pairs,
        iterations=options.iterations,
        evaluator_a=network,
    )
    print(f"over playouts at equal iterations: {found.elo:+.0f} ± {found.elo_error95:.0f} Elo (95 %)")


if __name__ == "__main__":
    main()
