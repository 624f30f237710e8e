#!/bin/sh
# The speed of the engines and of the steps of the ablation by several whole runs, each a process with a seed of its
# own. Tables of this folder have intervals of runs, which scatter more than the searches of one process. Needs an idle
# machine, three minutes a run. Runs that are there already are kept. From the top of the tree:
#
#   results/speed/run.sh build/release/banyan [RUNS]
set -eu
program=$1
here=$(dirname "$0")
for seed in $(seq "${2:-5}"); do
  out=$here/$seed
  [ ! -e "$out/results.csv" ] || continue
  "$program" bench --suites throughput,ablation --games connect_four,hex:size=11 --seed "$seed" --out "$out" --engines \
"plain;seq;seq:batch=512;leaf:threads=1;leaf:threads=2;root:threads=1;root:threads=2;tree:threads=1;tree:threads=2;\
tree:threads=1,lock=packed;tree:threads=2,lock=packed;tree:threads=1,batch=512;tree:threads=2,batch=512"
  find "$out" -type f ! -name run.json ! -name results.csv -delete
  rm -rf "$out/figures"
done
