"""What a game searched by its table costs over the same game compiled into the search.

The program's own games become plugins, under other names, and searches of both take turns. Times are
processor seconds of the whole program, less those of one that searches ten iterations.

    python3 results/run-time-game/run.py BUILD_FOLDER [TURNS]

BUILD_FOLDER is build/release. Writes turns.csv beside this file.
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


def build(build_folder, folder, spec):
    """A plugin of one of the program's games; its playouts are those of the library."""
    header, kind, start, _ = GAMES[spec]
    name = "table_" + spec.split(":")[0]
    source = folder / f"{name}.cpp"
    source.write_text(
        f"""#include "core/game/plugin.hpp"
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


def search(program, library, game, engine, iterations):
    """Processor seconds of the program, and the search's result."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(
        [program, "--plugin", library, "search", "--game", game, "--engine", engine]
        + ["--iterations", str(iterations), "--json"],
        check=True,
        capture_output=True,
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, json.loads(out)


def main():
    build_folder = pathlib.Path(sys.argv[1]).resolve()
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    program = build_folder / "banyan"
    folder = build_folder / "tables"
    folder.mkdir(exist_ok=True)
    plugins = {spec: build(build_folder, folder, spec) for spec in GAMES}
    with open(HERE / "turns.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow("game engine turn iterations native table native_bytes table_bytes".split())
        for turn in range(turns):
            for spec, (_, _, _, iterations) in GAMES.items():
                name, library = plugins[spec]
                for engine in ENGINES:
                    row = {}
                    for who, game in (("native", spec), ("table", name)):
                        nothing, _ = search(program, library, game, engine, 10)
                        seconds, found = search(program, library, game, engine, iterations)
                        row[who] = (seconds - nothing, found["tree"]["bytes"])
                    numbers = [row["native"], row["table"]]
                    table.writerow(
                        [spec, engine, turn, iterations]
                        + [f"{seconds:.4f}" for seconds, _ in numbers]
                        + [memory for _, memory in numbers]
                    )
                    file.flush()


main()
