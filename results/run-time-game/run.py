"""What a game searched by its table costs over the same game compiled into the search.

The program's own games become plugins, under other names, and searches of both take turns. Times are
processor seconds of the whole program, less those of one that searches ten iterations.

    python3 results/run-time-game/run.py BUILD_FOLDER [TURNS]
    python3 results/run-time-game/run.py --moved BEFORE AFTER [TURNS]
    python3 results/run-time-game/run.py --hidden BEFORE AFTER [TURNS]

BUILD_FOLDER is build/release; writes turns.csv beside this file. BEFORE and AFTER are two programs, of which
the first has compiled what the second searches by a table; writes moved.csv, or hidden.csv for games of hidden
information.
"""

import csv
import json
import pathlib
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

GAMES = {  # spec: (header, type, first position, iterations of one search)
    "connect_four": ("connect_four/connect_four.hpp", "ConnectFour", "", 1_000_000),
    "othello": ("othello/othello.hpp", "Othello", "", 200_000),
    "hex:size=11": ("hex/hex.hpp", "Hex<11>", "(11)", 400_000),
}
ENGINES = [
    "seq",
    "seq:batch=512",
    "seq:solver=on",
    "tree:threads=1",
    "leaf:threads=1,playouts=16",
    "seq:select=puct",
    "seq:rave=1000",
    "batched:batch=16",
    "virtual:workers=8",
]
MOVED = {  # spec: iterations of one search
    "hex:size=13": 800_000,
    "gomoku:size=19": 400_000,
    "gomoku:swap2=on": 300_000,
    "go:size=19": 8_000,
    "dots_and_boxes": 1_000_000,
    "p_game:branching=20": 1_000_000,
    "rolit": 100_000,
    "nim": 800_000,
    "pig": 200_000,
    "sailing": 300_000,
    "2048": 10_000,
}
PLAIN = ["seq", "root:threads=1", "tree:threads=1"]
HIDDEN = {
    "kuhn": 2_000_000,
    "leduc": 1_000_000,
    "phantom": 1_000_000,
    "goofspiel": 200_000,
    "knockout_whist:players=3": 100_000,
}
INFORMED = ["pimc", "so_ismcts", "mo_ismcts"]
SIMULATED = {"pipeline:threads=1": 200_000, "virtual:workers=8": 200_000, "cluster:ranks=4": 60_000}


def build(build_folder, folder, spec):
    """A plugin of one of the program's games; its playouts are those of the library."""
    header, kind, start, _ = GAMES[spec]
    name = "table_" + spec.split(":")[0]
    source = folder / f"{name}.cpp"
    source.write_text(
        f"""#include "core/run_time/plugin.hpp"
#include "games/{header}"
using namespace banyan;
struct Mine : {kind} {{ Mine() : {kind}{start or "()"} {{}} }};
extern "C" __attribute__((visibility("default"))) GamePlugin banyan_game_plugin() {{
  GamePlugin plugin = plugin_of<{kind}>("{name}", "by its table");
  plugin.start = [](void* p, const std::int64_t*) {{ ::new (p) {kind}{start or "()"}; }};
  return plugin;
}}
"""
    )
    library = folder / f"{name}.so"
    flags = "-std=c++20 -O3 -DNDEBUG -march=native -ffp-contract=off -shared -fPIC"
    defines = "-DHWY_WANT_AVX3_DL=1 -DHWY_COMPILE_ONLY_STATIC -DHWY_SHARED_DEFINE"
    subprocess.run(
        ["c++", *flags.split(), *defines.split(), f"-I{ROOT}", source]
        + [build_folder / "games" / "libbanyan_games.a", build_folder / "core" / "libbanyan_core.a"]
        + ["-o", library],
        check=True,
    )
    return name, library


def search(program, plugins, game, engine, iterations):
    """Processor seconds of the program with those plugins, and the search's result."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(
        [program, *plugins, "search", "--game", game, "--engine", engine]
        + ["--iterations", str(iterations), "--json"],
        check=True,
        capture_output=True,
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, json.loads(out)


def cells_of_plugins(build_folder):
    """Searches as (game, engine, iterations, arguments of search() of the game itself, and by its table)."""
    program = build_folder / "banyan"
    folder = build_folder / "tables"
    folder.mkdir(exist_ok=True)
    for spec, (_, _, _, iterations) in GAMES.items():
        name, library = build(build_folder, folder, spec)
        plugins = ["--plugin", library]
        for engine in ENGINES:
            yield spec, engine, iterations, (program, plugins, spec), (program, plugins, name)


def cells_of_programs(kind, before, after):
    """The same of two programs."""
    games, engines = (HIDDEN, INFORMED) if kind == "--hidden" else (MOVED, PLAIN)
    cells = [(game, engine, n) for game, n in games.items() for engine in engines]
    if kind == "--moved":
        cells += [(game, engine, n) for game in GAMES for engine, n in SIMULATED.items()]
    for game, engine, iterations in cells:
        yield game, engine, iterations, (before, [], game), (after, [], game)


def measure(file, cells, turns):
    with open(HERE / file, "w", newline="") as out:
        table = csv.writer(out)
        table.writerow("game engine turn iterations native table native_bytes table_bytes".split())
        for turn in range(turns):
            for game, engine, iterations, *both in cells:
                times, memory = [], []
                for program, plugins, name in both:
                    nothing, _ = search(program, plugins, name, engine, 10)
                    seconds, found = search(program, plugins, name, engine, iterations)
                    times.append(f"{seconds - nothing:.4f}")
                    memory.append(found["tree"]["bytes"])
                table.writerow([game, engine, turn, iterations, *times, *memory])
                out.flush()


def main():
    kind, *given = sys.argv[1:]
    turns = int(sys.argv[-1]) if sys.argv[-1].isdigit() else 7
    if kind.startswith("--"):
        measure(f"{kind[2:]}.csv", list(cells_of_programs(kind, *given[:2])), turns)
    else:
        measure("turns.csv", list(cells_of_plugins(pathlib.Path(kind).resolve())), turns)


main()
