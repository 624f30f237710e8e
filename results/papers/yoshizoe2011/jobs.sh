#!/bin/sh
# Yoshizoe et al. (2011), depth-first with playouts of 1 ms: the speed-up of 1200 simulated ranks against the
# number of jobs per core at the start. The clock is virtual, so other work on the machine changes nothing.
#
#   results/papers/yoshizoe2011/jobs.sh >jobs.csv
set -eu
cd "$(dirname "$0")/../../.."

virtual_ns() {  # RANKS JOBS SEED
  build/release/banyan search --game p_game:branching=16,depth=20 --iterations 240000 --seed "$3" \
    --engine "cluster:scheme=df,ranks=$1,jobs=$2,simulated=on,playout=1ms" --json |
    awk '/"virtual_ns":/ { gsub(/[^0-9]/, "", $2); print $2 }'
}

echo jobs,seed,speedup
for seed in 1 2; do
  one=$(virtual_ns 1 1 "$seed")
  for jobs in 1 2 3 4 8 16; do
    echo "$one $(virtual_ns 1200 "$jobs" "$seed") $jobs $seed" |
      awk '{ printf("%d,%d,%.1f\n", $3, $4, $1 / $2) }'
  done
done
