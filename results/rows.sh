#!/bin/sh
# Writes the tidy table of every committed run again, FOLDER/results.csv, from the measured files.
# (`banyan report FOLDER` writes it too, with rows.jsonl, figures and a page.)
#   results/rows.sh [BANYAN]
set -eu
cd "$(dirname "$0")/.."
banyan=$(realpath "${1:-build/release/banyan}")
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
for run in $(git grep -l '"profile":' -- 'results/*run.json'); do
  folder=$(dirname "$run")
  rm -rf "${copy:?}/run"
  cp -r "$folder" "$copy/run"
  PATH=/nowhere "$banyan" report "$copy/run" > /dev/null  # without gnuplot: no figures are wanted
  cp "$copy/run/results.csv" "$folder/results.csv"
done
