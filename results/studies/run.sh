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
for study in scaling_limits phase_diagram; do
  ../../run bench --study $study --out $study
  rm -rf $study/figures $study/report.html $study/results.csv
done
