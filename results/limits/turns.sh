#!/bin/sh
# Exact searches, batches and leaves by two programs in turns, 400 ms each in random order:
#
#   results/limits/turns.sh BEFORE AFTER [TURNS] >turns.csv
#
# BEFORE runs only seq, the reference: all values are multiples of it. Needs an idle machine.
set -eu
before=$1 after=$2 turns=${3:-11}

engines() {
  echo "before $before seq"
  echo "after $after seq"
  echo "after $after seq:batch=512"
  case $1 in
    ultimate* | breakthrough)
      echo "after $after leaf:threads=1,playouts=1"
      echo "after $after leaf:threads=1,playouts=64"
      ;;
  esac
}

echo game,turn,program,engine,playouts,seconds
for turn in $(seq "$turns"); do
  for game in ultimate_tic_tac_toe breakthrough go:size=9 hex:size=11 connect_four; do
    engines "$game" | shuf | while read -r which program engine; do
      "$program" search --game "$game" --engine "$engine" --time 400ms --seed "$turn" --json |
        awk -v row="$game,$turn,$which,\"$engine\"" '
          /^  "playouts":/ { gsub(/[^0-9]/, ""); playouts = $0 }
          /^  "seconds":/ { gsub(/[^0-9.e-]/, "", $2); seconds = $2 }
          END { print row "," playouts "," seconds }'
    done
  done
done
