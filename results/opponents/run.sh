#!/bin/sh
# How strong Banyan's engines are against other programs. Run it in the folder for the results, with the
# program's path: results/opponents/run.sh build/release/banyan [NAME]. With NAME it makes only the folders
# below whose names begin with NAME. A stopped run resumes.
# Needs gnugo, grhino, grhino-data and fairy-stockfish. PAIRS per match: default 20. POOL_PAIRS per match of a
# pool: default 5.
set -eu
banyan=$1
here=$(dirname "$0")
pairs=${PAIRS:-20}
only=${2:-}

# versus NAME GAME OPENINGS OPPONENT ENGINES...: each engine against the opponent. Ours have fixed iterations,
# theirs a level or fixed nodes, so a busy machine does not change the games.
versus() {
  case $1 in "$only"*) ;; *) return 0 ;; esac
  name=$1 game=$2 openings=$3 opponent=$4
  shift 4
  for engine; do
    out=$here/$name/$(echo "$engine" | tr ':=,' '---')
    "$banyan" match --game "$game" --a "$engine" --b "$opponent" --pairs "$pairs" \
      --openings "$openings,filter=none" --out "$out" >"$here/last.txt"
    mv "$here/last.txt" "$out/match.txt"
  done
}

rules="--mode gtp --chinese-rules --capture-all-dead --positional-superko --never-resign"
versus breakthrough breakthrough random:plies=4 'uci:cmd=fairy-stockfish,nodes=1000' \
  seq:iterations=5000 seq:iterations=20000 seq:iterations=80000 \
  tree:threads=2,iterations=80000
versus breakthrough-100 breakthrough random:plies=4 'uci:cmd=fairy-stockfish,nodes=100' \
  seq:iterations=20000 seq:iterations=80000
versus othello othello random:plies=6 gtp:cmd=gtp-rhino \
  seq:iterations=5000 seq:iterations=20000 seq:iterations=80000 \
  tree:threads=2,iterations=80000
for engine in seq:iterations=10000 seq:iterations=80000 tree:threads=2,iterations=10000; do
  versus go-9-level-0 go:size=9,komi=7.5 random:plies=2 "gtp:cmd='gnugo $rules --level 0'" "$engine"
done

# among NAME GAME BUDGET: a pool of GNU Go at two levels and of one and two threads with that budget. Ratings are
# relative to GNU Go at level 0. Games run one at a time, since each may use both cores. A starved GNU Go once
# exceeded the default minute per move and lost, so the time-out is longer.
among() {
  case $1 in "$only"*) ;; *) return 0 ;; esac
  out=$here/$1
  "$banyan" pool --game "$2" --pairs "${POOL_PAIRS:-5}" --openings random:plies=2,filter=none \
    --concurrency 1 --out "$out" \
    --engines "gtp:cmd='gnugo --level 0 $rules',timeout=10m;gtp:cmd='gnugo --level 10 $rules',timeout=10m;seq:$3;tree:threads=2,$3" \
    >"$here/last.txt"
  mv "$here/last.txt" "$out/pool.txt"
}

among go-9-10k go:size=9,komi=7.5 iterations=10000
among go-13-10k go:size=13,komi=7.5 iterations=10000
among go-9-100k go:size=9,komi=7.5 iterations=100000
among go-13-100k go:size=13,komi=7.5 iterations=100000
# Equal time needs an idle machine.
among go-9-100ms go:size=9,komi=7.5 time=100ms
among go-13-100ms go:size=13,komi=7.5 time=100ms
among go-9-1s go:size=9,komi=7.5 time=1s
among go-13-1s go:size=13,komi=7.5 time=1s
