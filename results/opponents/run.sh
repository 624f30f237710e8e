#!/bin/sh
# How strong Banyan's engines are against programs of others. Run it where the results are to be, with
# the program's path: results/opponents/run.sh build/release/banyan. It goes on where it was stopped.
# Needs gnugo, grhino, grhino-data and fairy-stockfish. PAIRS of each match: 20 unless told otherwise.
set -eu
banyan=$1
here=$(dirname "$0")
pairs=${PAIRS:-20}

# versus NAME GAME OPENINGS OPPONENT ENGINES...: each engine against the opponent. Ours have fixed
# iterations and theirs a level or nodes, which a busy machine does not disturb.
versus() {
  name=$1 game=$2 openings=$3 opponent=$4
  shift 4
  for engine; do
    out=$here/$name/$(echo "$engine" | tr ':=,' '---')
    "$banyan" match --game "$game" --a "$engine" --b "$opponent" --pairs "$pairs" \
      --openings "$openings,filter=none" --out "$out" >"$here/last.txt"
    mv "$here/last.txt" "$out/match.txt"
  done
}

gnugo="gnugo --mode gtp --chinese-rules --capture-all-dead --positional-superko --never-resign"
versus breakthrough breakthrough random:plies=4 'uci:cmd=fairy-stockfish,nodes=1000' \
  seq:iterations=5000 seq:iterations=20000 seq:iterations=80000 \
  tree:threads=2,iterations=80000
versus breakthrough-100 breakthrough random:plies=4 'uci:cmd=fairy-stockfish,nodes=100' \
  seq:iterations=20000 seq:iterations=80000
versus othello othello random:plies=6 gtp:cmd=gtp-rhino \
  seq:iterations=5000 seq:iterations=20000 seq:iterations=80000 \
  tree:threads=2,iterations=80000
for level in 0 10; do
  for size in 9 13; do
    versus go-$size-level-$level go:size=$size,komi=7.5 random:plies=2 "gtp:cmd='$gnugo --level $level'" \
      seq:iterations=10000 seq:iterations=80000 \
      tree:threads=2,iterations=10000 tree:threads=2,iterations=80000
  done
done
