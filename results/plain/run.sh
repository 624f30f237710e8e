#!/bin/sh
# Compares the sequential core with a plain UCT (`plain`) at equal iterations, in turns of random order:
#
#   results/plain/run.sh [TURNS] >turns.csv
#
# Each search has its own process and seed, and warms up first. Processor time is measured, so other work on
# the machine matters little.
set -eu
cd "$(dirname "$0")/../.."
turns=${1:-7}

searches() {
  while read -r game iterations; do
    for engine in plain seq seq:batch=512; do echo "$game $iterations $engine"; done
  done <<END
connect_four 1000000
hex:size=11 1000000
othello 300000
go:size=9 200000
END
}

echo game,turn,engine,playouts,processor_seconds
for turn in $(seq "$turns"); do
  searches | shuf | while read -r game iterations engine; do
    build/release/banyan search --game "$game" --engine "$engine" --iterations "$iterations" \
      --seed "$turn" --warm-up --json |
      awk -v row="$game,$turn,$engine" '
        /^  "playouts":/ { gsub(/[^0-9]/, ""); playouts = $0 }
        /^    "processor_seconds":/ { gsub(/[^0-9.e-]/, "", $2); seconds = $2 }
        END { print row "," playouts "," seconds }'
  done
done
