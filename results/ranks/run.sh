#!/bin/sh
# Measures this folder's ranks.csv and draws its figure again, in the given folder.
set -eu
out=$1
cd "$(dirname "$0")/../.."
mkdir -p "$out"

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

gnuplot <<END
set terminal svg size 720,420 dynamic background "white"
set output "$out/ranks.svg"
set datafile separator ","
set logscale xy 2
set xlabel "ranks"
set ylabel "iterations/s over what so many sleepers could make"
unset logscale y
set yrange [0:1.1]
set xrange [0.9:8.8]
set xtics (1, 2, 4, 8)
set key outside right
best(playout) = playout eq "100us" ? 1e4 : playout eq "1ms" ? 1e3 : 1e2
plot for [p in "100us 1ms 10ms"] for [s in "tds df"] "$out/ranks.csv" every ::1 \
  using (strcol(1) eq p && strcol(2) eq s ? column(3) : NaN):(column(4) / (column(3) * best(p))) \
  with linespoints title s." ".p
END
