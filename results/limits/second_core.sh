#!/bin/sh
# One thread and two of the default shared tree at equal iterations, by each PROGRAM, in turns in
# random order:
#
#   results/limits/second_core.sh TURNS PROGRAM... >second_core.csv
#
# Needs an idle machine.
set -eu
turns=$1
shift

echo game,iterations,turn,commit,engine,seconds
for turn in $(seq "$turns"); do
  for search in hex:size=11/1000000 hex:size=11/3000000 hex:size=11/10000000 \
      connect_four/1000000 connect_four/3000000 othello/300000 go:size=9/200000; do
    for program in "$@"; do
      for engine in tree:threads=1 tree:threads=2 root:threads=2; do echo "$engine $program"; done
    done | shuf |
      while read -r engine program; do
        commit=$("$program" --version | sed 's/.*(\(.*\))/\1/')
        "$program" search --game "${search%/*}" --engine "$engine" --iterations "${search#*/}" \
            --seed "$turn" --json |
          awk -v row="${search%/*},${search#*/},$turn,$commit,$engine" '
            /^  "seconds":/ { gsub(/[^0-9.e-]/, "", $2); print row "," $2 }'
      done
  done
done
