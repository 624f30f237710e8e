#!/bin/sh
# The tables of README.md, from matches.jsonl: results/tuning/table.sh
set -eu
cd "$(dirname "$0")"
for part in choose judge tuned; do
  echo "$part:"
  echo "| game | iterations a move | engine | against | pairs | Elo (95 %) |"
  echo "|---|---:|---|---|---:|---:|"
  awk "$(cat ../json.awk)"'
  field("part") == "'$part'" {
    split(field("label"), label, ", ")
    printf "| %s | %d | `%s` | `%s` | %d | %+.0f ± %.0f |\n", label[1], label[2], field("a"), field("b"),
      field("deals"), field("elo"), field("elo_error95")
  }' matches.jsonl
  echo
done
