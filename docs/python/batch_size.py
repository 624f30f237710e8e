"""Strength against batch size: what leaves that are evaluated together cost at equal iterations.

    ./run python docs/python/batch_size.py --pairs 200 --out batch_size.svg

A descent that goes on before earlier ones came back knows less. Each batch size plays batches of
one leaf, with as many iterations per move.
"""

import argparse

import banyan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--batches", type=int, nargs="+", default=[4, 16, 64])
    parser.add_argument("--iterations", type=int, default=400, help="per move")
    parser.add_argument("--pairs", type=int, default=100, help="of games, per batch size")
    parser.add_argument("--out", help="file of the figure, .svg or .png")
    options = parser.parse_args()

    elos, errors = [], []
    for batch in options.batches:
        found = banyan.match(
            options.game,
            f"batched:batch={batch}",
            "batched:batch=1",
            pairs=options.pairs,
            iterations=options.iterations,
        )
        elos.append(found.elo)
        errors.append(found.elo_error95)
        print(f"batch={batch:<5} {found.elo:+6.0f} ± {found.elo_error95:.0f} Elo (95 %)")
    if options.out:
        draw(options, elos, errors)


def draw(options, elos, errors):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    axes.errorbar(options.batches, elos, yerr=errors, marker="o", capsize=4)
    axes.axhline(0, color="grey", linewidth=1)
    axes.set_xscale("log", base=2)
    axes.set_xticks(options.batches, [str(batch) for batch in options.batches])
    axes.set(xlabel="leaves per batch", ylabel="Elo over batches of one leaf (95 %)")
    axes.set_title(f"{options.game}, {options.iterations} iterations per move")
    figure.tight_layout()
    figure.savefig(options.out)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
