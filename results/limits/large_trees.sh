#!/bin/sh
# Rates of trees of 10 and 100 million iterations, in turns of random order, as CSV:
#
#   results/limits/large_trees.sh build/release/banyan [TURNS] >results/limits/large_trees.csv
#
# Needs an idle machine with 12 GB of memory, and three minutes a turn.
set -eu
program=$1
commit=$("$program" --version | sed 's/.*(\(.*\))/\1/')

echo game,turn,commit,engine,iterations,seconds,depth
for turn in $(seq "${2:-2}"); do
  for game in connect_four hex:size=11; do
    for engine in seq seq:batch=512 tree:threads=2; do
      for iterations in 10000000 100000000; do echo "$game $engine $iterations"; done
    done
  done | shuf |
    while read -r game engine iterations; do
      case $engine in *:*) memory=,memory=8G ;; *) memory=:memory=8G ;; esac
      "$program" search --game "$game" --engine "$engine$memory" --iterations "$iterations" --seed "$turn" --json |
        awk -v row="$game,$turn,$commit,\"$engine\",$iterations" '
          /^  "seconds":/ || /"mean_depth":/ { gsub(/[^0-9.e-]/, "", $2); value[$1] = $2 }
          END { print row "," value["\"seconds\":"] "," value["\"mean_depth\":"] }'
    done
done
