#!/bin/sh
# The table of a folder's README.md, from its matches.jsonl: results/matches_table.sh FOLDER
set -eu
awk "$(cat "$(dirname "$0")/json.awk")"'
BEGIN {
  print "| game | each move | engine | against | pairs | iterations/s, times | Elo, or score |"
  print "|---|---:|---|---|---:|---:|---:|"
}
{
  split(field("label"), label, ", ")
  each = label[2] ~ /s$/ ? label[2] : label[2] " iterations"
  elo = field("elo")
  ahead = elo != "-" ? sprintf("%+.0f ± %.0f", elo, field("elo_error95")) : \
    sprintf("%+.2f ± %.2f %s", field("score"), field("score_error95"), field("unit"))
  print "| " label[1] " | " each " | `" field("a") "` | `" field("b") "` | " field("deals") " | " \
    sprintf("%.2f", pair("iterations_per_second")) " | " ahead " |"
}
' "$1/matches.jsonl"
