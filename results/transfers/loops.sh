#!/bin/sh
# Measures transfers of cache lines (lines.csv) and iterations on shared trees (trees.csv) on this machine,
# some minutes. It may be busy: each loop counts only what no other program interrupted.
#
#   results/transfers/loops.sh results/transfers
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")/../.."

loops() {
  ./run loops --benchmark_enable_random_interleaving=true --benchmark_format=csv \
    --benchmark_report_aggregates_only=false "$@" | grep -v '_\(mean\|median\|stddev\|cv\)"'
}
loops --benchmark_filter='transfer_' --benchmark_min_time=1 --benchmark_repetitions=5 >"$folder/lines.csv"
loops --benchmark_filter='shared_tree.*iterations:(20000|200000)/' --benchmark_min_time=1.5 \
  --benchmark_repetitions=6 >"$folder/trees.csv"
