#!/bin/sh
# Solves this folder's problems again (docs/python/reasoning.py), some 20 minutes of two cores. The constant is
# chosen on problems of its own. From the top of the tree:
#
#   results/slow-leaves/run.sh
set -eu
cd "$(dirname "$0")/../.."
out=results/slow-leaves
solve() { ./run python docs/python/slow_leaves.py "$@"; }

rules=
for c in 0 0.02 0.05 0.1 0.2 0.5; do rules="$rules puct:c=$c,solver=on"; done
for c in 0.05 0.1 0.2 0.3 0.5 0.7 1; do rules="$rules puct:c=$c,solver=on,backup=max"; done
for noise in 0.25 0.5; do
  # shellcheck disable=SC2086
  solve --first 100000 --problems 400 --concurrency 1 --rounds off --noise "$noise" --rule $rules \
    --csv "$out/tuning-$noise.csv"
done

tuned=puct:c=0.05,solver=on
solve --problems 500 --concurrency 1 2 4 8 16 32 64 --rule "$tuned,vl=1" "$tuned,vl=mean" --csv "$out/calls.csv"
solve --problems 500 --concurrency 1 8 16 32 --latency constant lognormal heavy --rule "$tuned,vl=1" \
  --csv "$out/latency.csv"
solve --problems 500 --concurrency 1 8 --rounds off --rule "$tuned,vl=0" --csv "$out/no-loss.csv"
