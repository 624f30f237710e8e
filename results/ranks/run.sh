#!/bin/sh
# Measures this folder's ranks.csv again and draws its figure.
set -eu
cd "$(dirname "$0")/../.."
out=results/ranks

echo 'playout,scheme,ranks,iterations_per_second,messages_per_iteration,bytes_per_iteration,root_share,idle_share' >"$out/ranks.csv"
for playout in 100us 1ms 10ms; do
  for scheme in tds df; do
    for ranks in 1 2 4 8; do
      ./run mpirun -n 8 search --json --time 6s --game "p_game:branching=8,depth=20,sleep=$playout" \
          --engine "cluster:scheme=$scheme,ranks=$ranks,jobs=16" |
        awk -F '[:,]' -v row="$playout,$scheme,$ranks" -v ranks="$ranks" '
          { gsub(/[ "]/, "", $1); value[$1] = $2 }
          END {
            n = value["iterations"]
            received = value["messages_received"] ? value["messages_received"] : 1
            printf "%s,%.0f,%.2f,%.0f,%.3f,%.3f\n", row, value["iterations_per_second"],
              value["messages"] / n, value["message_bytes"] / n,
              value["messages_received_root"] / received,
              value["idle_ns"] / 1e9 / ranks / value["seconds"]
          }' >>"$out/ranks.csv"
    done
  done
done

python3 results/tables.py --figure ranks
