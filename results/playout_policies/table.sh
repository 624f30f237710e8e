#!/bin/sh
# The table of README.md, from matches.jsonl: results/playout_policies/table.sh
set -eu
cd "$(dirname "$0")"
awk "$(cat ../json.awk)"'
BEGIN {
  print "| game | each move | engine | against | pairs | iterations/s, times | Elo |"
  print "|---|---:|---|---|---:|---:|---:|"
}
{
  split(field("label"), label, ", ")
  each = label[2] ~ /s$/ ? label[2] : label[2] " iterations"
  print "| " label[1] " | " each " | `" field("a") "` | `" field("b") "` | " field("deals") " | " \
    sprintf("%.2f", pair("iterations_per_second")) " | " \
    sprintf("%+.0f ± %.0f", field("elo"), field("elo_error95")) " |"
}
' matches.jsonl
