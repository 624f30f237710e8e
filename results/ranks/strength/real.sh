#!/bin/sh
# How strong one search by four MPI ranks is: matches against `seq`, each in its own folder under real/, which
# holds games.jsonl too. From the top of the tree: results/ranks/strength/real.sh [NAME]. With NAME it plays only
# the matches whose names begin with NAME. A stopped run resumes. PAIRS per match: default 200.
set -eu
cd "$(dirname "$0")/../../.."
pairs=${PAIRS:-200}
only=${1:-}

# against_seq NAME GAME ENGINE BUDGET...
against_seq() {
  case $1 in "$only"*) ;; *) return 0 ;; esac
  out=results/ranks/strength/real/$1
  mkdir -p "$out"
  game=$2 engine=$3
  shift 3
  ./run mpirun -n 4 match --game "$game" --a "$engine" --b seq --pairs "$pairs" "$@" --out "$out" >"$out/new.txt"
  mv "$out/new.txt" "$out/match.txt"
}

# At equal iterations; up to a sixteenth of them are in flight.
for game in hex:size=7 othello; do
  for scheme in tds df root; do
    against_seq "${game%%:*}-$scheme" "$game" "cluster:scheme=$scheme" --iterations 3000
  done
done

# At equal time, with playouts that only sleep for 1 ms: four ranks make four times the iterations, as on four
# machines.
for scheme in tds df root; do
  against_seq "sleep-$scheme" 'p_game:branching=4,depth=12,sleep=1ms' "cluster:scheme=$scheme" \
    --time 100ms --openings random:plies=2,filter=none
done
