#!/bin/sh
# Measures the studies of `banyan bench --study`, on a machine with nothing else to do (a quarter of
# an hour on two cores), and keeps of each its data and its tables.
#   results/studies/run.sh
set -eu
cd "$(dirname "$0")"
for study in locks playout_cost virtual_loss executors; do
  ../../run bench --study $study --out $study
  rm -rf $study/figures $study/report.html  # `./run report` makes them again
done
# On solved positions, by simulated workers: no clock decides anything, so a busy machine will do.
measure() {
  ../../run bench --study "$1" --profile "$2" --out "$1"
  find "$1" -type f ! -name run.json ! -name summary.md ! -name truth.json \
    ! -name '*-4.00-k-playouts.svg' ! -name 'phase_diagram-*.svg' -delete
}
measure scaling_limits standard
measure phase_diagram full
