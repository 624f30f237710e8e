#!/bin/sh
# Solves this folder's problems again (docs/python/reasoning.py), some 30 minutes of two cores. The constant is
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

# Steps that a model writes. The constants were chosen on 100 problems of their own, the powers of the other two families on 40.
rules=
for c in 0.02 0.05 0.1 0.2; do for a in 0.3 0.4 0.5; do rules="$rules sampled/puct:c=$c,widen_power=$a"; done; done
# shellcheck disable=SC2086
solve --first 100000 --problems 100 --concurrency 1 --rounds off --rule $rules --csv "$out/sampled-tuning.csv"

family() {
  name=$1 c=$2 power=$3
  shift 3
  solve --concurrency 1 --rounds off --rule "plain/$c,$power" "sampled/puct:c=$c,widen_power=$power" \
    sampled/adaptive sampled/adaptive:prior=beta best-of-n --csv "$out/sampled-$name.csv" "$@"
  solve --concurrency 1 8 32 --rule "sampled/puct:c=$c,widen_power=$power" --csv "$out/sampled-$name-calls.csv" "$@"
}
family steps 0.02 0.5 --problems 300
for problem in wide deep; do
  solve --problem "$problem" --problems 300 --calls 256 --concurrency 1 8 --rounds off \
    --rule sampled/puct sampled/adaptive sampled/adaptive:prior=beta best-of-n --csv "$out/sampled-$problem.csv"
done
family depth 0.02 0.2 --problems 200 --depth 30 --chance 0.8 --signal 0.3
family branching 0.02 0.4 --problems 200 --branching 30 --chance 0.3 --signal 0.3

# Several searches share one server.
./run python docs/python/shared_server.py --rate 0.04 0.12 --csv "$out/shared.csv"
