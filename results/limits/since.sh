#!/bin/sh
# What an iteration costs by several commits' programs, in turns of random order, for an idle machine. From the top of
# the tree:
#
#   results/limits/since.sh TURNS COMMIT=PROGRAM... >results/limits/since.csv
#
# where PROGRAM is `banyan` as built at COMMIT by `cmake --preset release && cmake --build build/release`. For one game
# alone: GAME=othello results/limits/since.sh ... For some engines: ENGINES="seq seq:rave=100" results/limits/since.sh ...
set -eu
turns=$1
engines=${ENGINES:-seq seq:batch=512 tree:threads=1 tree:threads=2 root:threads=2 seq:solver=on seq:reuse=on
  seq:fpu=1.1 seq:select=puct seq:rave=100}
shift

searches() {
  while read -r game iterations; do
    [ "${GAME:-$game}" = "$game" ] || continue
    for engine in $engines; do
      for program in "$@"; do
        echo "$program $game $iterations $engine"
      done
    done
  done <<END
connect_four 800000
ultimate_tic_tac_toe 400000
othello 100000
hex:size=7 400000
hex:size=11 400000
breakthrough 200000
tic_tac_toe 800000
go:size=9 40000
END
}

echo game,turn,commit,engine,iterations,seconds,processor_seconds
for turn in $(seq "$turns"); do
  searches "$@" | shuf | while read -r program game iterations engine; do
    "${program#*=}" search --game "$game" --engine "$engine" --iterations "$iterations" --seed "$turn" --json \
      2>/dev/null |
      awk -v row="$game,$turn,${program%%=*},$engine" '
        /^  "iterations":/ { gsub(/[^0-9]/, ""); iterations = $0 }
        /^  "seconds":/ { gsub(/[^0-9.e-]/, "", $2); seconds = $2 }
        /^    "processor_seconds":/ { gsub(/[^0-9.e-]/, "", $2); processor = $2 }
        END { if (iterations > 0) print row "," iterations "," seconds "," processor }'
  done
done
