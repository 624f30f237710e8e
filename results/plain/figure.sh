#!/bin/sh
# plain.svg from turns.csv: playouts per processor second over those of `plain`, with the 95 %
# intervals of table.sh.
set -eu
cd "$(dirname "$0")"
data=$(mktemp)
trap 'rm -f "$data"' EXIT
./table.sh | sed -n '3,$p' | sed 's/[|()]/ /g; s/ to / /g; s/ k / /' >"$data"
gnuplot <<END
set terminal svg size 760,330 font "sans-serif,14" background "#ffffff"
set output "plain.svg"
set logscale y 2
set yrange [0.7:16]
set ytics nomirror (1, 2, 4, 8, 16)
set grid ytics lc rgb "#d8dee4"
set ylabel "times plain UCT"
set style data histogram
set style histogram errorbars gap 1 lw 1.5
set style fill solid 0.85 noborder
set key top right
set border 3
set errorbars 1 lc rgb "#24292f"
set xrange [-0.7:3.6]
set xtics nomirror
set xtics ("Connect Four" 0, "Hex 11x11" 1, "Othello" 2, "Go 9x9" 3)
plot "$data" using 3:4:5 title "seq, exact UCT" lc rgb "#1f6feb", \
     "$data" using 6:7:8 title "seq:batch=512" lc rgb "#bc4c00", \
     1 notitle lc rgb "#57606a" dt 2
END
