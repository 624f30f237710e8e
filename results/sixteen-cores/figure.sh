#!/bin/sh
# strength.svg: Elo of 16 threads over `seq` at equal time, from matches.jsonl: results/sixteen-cores/figure.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")"
data=$(mktemp)
trap 'rm -f "$data"' EXIT
# A block of rows for each engine: game number, Elo, low, high.
for engine in leaf:threads=16 tree:threads=16,lock=packed root:threads=16 tree:threads=16,batch=512; do
  for game in connect_four hex:size=11 othello; do
    ./table.sh "$program" elo | awk -v game="$game" -v engine="$engine" '$1 == game && $2 == engine { print $4, $5, $6 }'
  done
  echo
  echo
done >"$data"
gnuplot <<END
set terminal svg size 760,360 font "sans-serif,14" background "#ffffff"
set output "strength.svg"
set yrange [-450:450]
set ytics nomirror 100
set grid ytics lc rgb "#d8dee4"
set ylabel "Elo over seq, 5 ms per move"
set style fill solid 0.85 noborder
set boxwidth 0.18
set key bottom right
set border 3
set xrange [-0.6:2.6]
set xtics nomirror scale 0 ("Connect Four" 0, "Hex 11x11" 1, "Othello" 2)
set xzeroaxis lc rgb "#57606a"
place(i) = \$0 + (i - 1.5) * 0.2
plot "$data" index 0 using (place(0)):1 with boxes title "leaf" lc rgb "#8c959f", \
     "" index 1 using (place(1)):1 with boxes title "one tree, atomics everywhere" lc rgb "#bc4c00", \
     "" index 2 using (place(2)):1 with boxes title "16 trees, merged" lc rgb "#2da44e", \
     "" index 3 using (place(3)):1 with boxes title "one tree, leased subtrees" lc rgb "#1f6feb", \
     for [i=0:3] "" index i using (place(i)):1:2:3 with yerrorbars notitle pt 0 ps 0 lc rgb "#24292f"
END
