#!/bin/sh
# Measures the studies of `banyan bench --study` again: an hour on two idle cores, then some three hours of one.
# Keeps the data, tables and own figures of each.
#   results/studies/run.sh                 all of them
#   results/studies/run.sh STUDY...        these, of the studies of speed
set -eu
cd "$(dirname "$0")"
new=$(mktemp -d)  # until all are done, so that all measure the same source
trap 'rm -rf "$new"' EXIT
for study in ${*:-locks playout_cost virtual_loss executors scaling_losses tree_size}; do
  ../../run bench --study "$study" --out "$new/$study"
  rm "$new/$study/report.html"  # `./run report` makes it again
  find "$new/$study/figures" -type f ! -name "$study-*.svg" -delete
done
for study in "$new"/*; do
  rm -rf "$(basename "$study")"
  cp -r "$study" .
done
[ $# -eq 0 ] || exit 0
# Solved positions, simulated workers: no result depends on the clock, so a busy machine is fine.
measure() {
  ../../run bench --study "$1" --profile "$2" --out "$1"
  find "$1" -type f ! -name run.json ! -name results.csv ! -name summary.md \
    ! -name '*-4.00-k-playouts.svg' ! -name '*-1.60-k-playouts.svg' ! -name 'phase_diagram-*.svg' \
    ! -name 'virtual_loss_lengths.svg' -delete
}
measure scaling_limits standard
measure phase_diagram full
measure virtual_loss_lengths full
measure puct_losses full
