#!/bin/sh
# Makes games.csv again on standard output: matches on Hex 7x7 by one process and by four ranks, in turns. From the
# top of the tree: results/ranks/games.sh >results/ranks/games.csv
set -eu
cd "$(dirname "$0")/../.."

# games_a_second COMMAND...
games_a_second() {
  "$@" match --json --game hex:size=7 --a seq --b seq:c=1 --iterations "$iterations" --pairs "$pairs" |
    awk -F '[:,]' '
      { gsub(/[ "]/, "", $1); value[$1] = $2 }
      END { printf "%.2f", value["games"] / value["wall_seconds"] }'
}

echo 'turn,iterations,one_process,four_ranks'
for turn in 1 2 3 4 5 6 7; do
  for budget in '1000 1200' '8000 150'; do
    iterations=${budget% *} pairs=${budget#* }
    one=$(games_a_second ./run)
    echo "$turn,$iterations,$one,$(games_a_second ./run mpirun -n 4)"
  done
done
