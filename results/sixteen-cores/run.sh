#!/bin/sh
# Measures a machine of 16 cores: transfers of cache lines, the speed of all engines by threads, settings of the
# shared tree, speeds at equal iterations, and matches against `seq` at equal time. Needs an idle machine, about
# twelve minutes. Runs that are there already are kept. From the top of the tree, with `banyan` and `hot_loops` built:
#
#   results/sixteen-cores/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

[ -s "$here/lines.csv" ] || "$(dirname "$program")/hot_loops" --benchmark_filter=transfer_ \
  --benchmark_min_time=0.2 --benchmark_repetitions=3 --benchmark_report_aggregates_only=false \
  --benchmark_format=csv | grep -v '_\(mean\|median\|stddev\|cv\)"' >"$here/lines.csv"

"$program" bench --study scaling_losses --search-time 100ms --out "$here/speed"

# speeds FOLDER ENGINES: of two games.
speeds() {
  "$program" bench --suites throughput --games connect_four,hex:size=11 --search-time 100ms --engines "$2" \
    --out "$here/$1"
}
tree=tree:threads=16
all=$tree
for key in top=256 top=1024 top=4096 pin=compact trees=2 trees=4 batch=512 batch=512,top=256 batch=512,top=1024 \
    batch=2048 batch=4096 portion=2 exec=jthread; do
  all="$all;$tree,$key"
done
speeds settings "$all"
all=
for threads in 1 2 4 8 16; do all="${all}tree:threads=$threads,iterations=4000000;"; done
speeds equal "${all}root:threads=16,iterations=4000000"

for run in 1 2; do
  for engine in $tree,batch=512 $tree root:threads=16 $tree,lock=packed leaf:threads=16; do
    for game in connect_four hex:size=11 othello; do
      wanted "$game" || continue
      keep_match "\"label\": \"$game, 5ms, $engine\", \"run\": $run" "$run-$game-$engine" --game "$game" --a "$engine" \
        --b seq --time 5ms --pairs $((run == 1 ? 25 : 75)) --seed "$run"
    done
  done
done
python3 "$here/../tables.py" sixteen-cores
python3 "$here/../tables.py" --figure sixteen-cores
