#!/bin/sh
# Makes efficiency.csv again on standard output: the two schemes with playouts that sleep 1 ms, on 1 and on 8
# ranks in turns. From the top of the tree: results/ranks/efficiency.sh >results/ranks/efficiency.csv
set -eu
cd "$(dirname "$0")/../.."

echo 'turn,scheme,ranks,iterations_per_second'
for turn in 1 2 3 4 5; do
  for scheme in tds df; do
    for ranks in 1 8; do
      ./run mpirun -n 8 search --json --time 6s --game p_game:branching=8,depth=20,sleep=1ms \
          --engine "cluster:scheme=$scheme,ranks=$ranks" |
        awk -F '[:,]' -v row="$turn,$scheme,$ranks" '
          { gsub(/[ "]/, "", $1); value[$1] = $2 }
          END { printf "%s,%.0f\n", row, value["iterations_per_second"] }'
    done
  done
done
