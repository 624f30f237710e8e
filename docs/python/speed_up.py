"""Speed-up curves: iterations per second of shared trees by threads, over those of seq.

    ./run python docs/python/speed_up.py --game hex:size=11 --out speed_up.svg

All engines search in turns, so that a change of the machine's speed touches all alike.
"""

import argparse
import os
import statistics

import banyan

ENGINES = ["tree", "tree:lock=packed", "root"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--time", default="300ms", help="of a search")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--out", help="file of the figure, .svg or .png")
    options = parser.parse_args()

    counts = range(1, options.threads + 1)
    specs = {("seq", 1): "seq"}
    for engine in ENGINES:
        for threads in counts:
            separator = "," if ":" in engine else ":"
            specs[engine, threads] = f"{engine}{separator}threads={threads}"
    rates = {key: [] for key in specs}
    for turn in range(options.turns):
        for key, spec in specs.items():
            found = banyan.search(options.game, spec, time=options.time, seed=turn)
            rates[key].append(found.iterations_per_second)

    speed_ups = {}
    for key, samples in rates.items():
        ratios = [mine / seq for mine, seq in zip(samples, rates["seq", 1])]
        speed_ups[key] = statistics.median(ratios)
        print(f"{specs[key]:28} {statistics.median(samples):12,.0f} /s  {speed_ups[key]:6.2f} x seq")
    if options.out:
        draw(options, counts, speed_ups)


def draw(options, counts, speed_ups):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    for engine in ENGINES:
        axes.plot(counts, [speed_ups[engine, n] for n in counts], marker="o", label=engine)
    axes.axhline(1, color="grey", linewidth=1, label="seq")
    axes.set(xlabel="threads", ylabel="iterations/s over those of seq", xticks=list(counts))
    axes.set_title(f"Speed-up on {options.game}, searches of {options.time}")
    axes.set_ylim(bottom=0)
    axes.legend()
    figure.tight_layout()
    figure.savefig(options.out)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
