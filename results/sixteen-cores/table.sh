#!/bin/sh
# The tables of README.md: results/sixteen-cores/table.sh PROGRAM [elo]; with elo only those rows, for figure.sh.
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")"

# Elo over seq, of the pairs of all runs together, by the program's own statistics.
strength() {
  awk "$(cat ../json.awk)"'
  {
    match($0, /"pentanomial": \[[^]]*/)
    split(substr($0, RSTART + 16, RLENGTH - 16), pairs, ",")
    key = field("game") " " field("a")
    if (!(key in all)) keys[++count] = key
    for (i = 1; i <= 5; ++i) {
      all[key] += pairs[i]
      of[key, i] += pairs[i]
    }
  }
  END {
    for (k = 1; k <= count; ++k) {
      key = keys[k]
      print key, all[key], of[key, 1], of[key, 2], of[key, 3], of[key, 4], of[key, 5]
    }
  }' matches.jsonl | while read -r game engine pairs counts; do
    # shellcheck disable=SC2086  # five counts
    "$program" elo --pairs $counts --json | awk -v key="$game $engine $pairs" '
      /^  "elo(_lower95|_upper95)?":/ { gsub(/[":,]/, ""); value[$1] = $2 }
      END { print key, value["elo"], value["elo_lower95"], value["elo_upper95"] }'
  done
}

[ "${2:-}" != elo ] || { strength; exit; }

echo "| game | engine | pairs | Elo over \`seq\` (95 %) |"
echo "|---|---|---:|---:|"
strength | sort -k1,1 -s | awk '{ printf "| %s | `%s` | %d | %+.0f (%+.0f to %+.0f) |\n", $1, $2, $3, $4, $5, $6 }'

# rates FOLDER: M iterations per second, by game and engine.
rates() {
  sed 's/"\([^"]*\)"/\1/g; s/,iterations=4000000//' "$1/results.csv" | awk -F, '
  # An engine may have commas, so columns count from the end: metric, value, low95, high95, n, unit, text.
  $(NF - 6) == "iterations_per_second" && $(NF - 7) == "" {
    engine = $5
    for (i = 6; i <= NF - 13; ++i) engine = engine "," $i
    printf "%s %s %.3g\n", $3, engine, $(NF - 5) / 1e6
  }'
}
echo
echo "| M iterations/s | engine | 1 | 2 | 4 | 8 | 16 |"
echo "|---|---|---:|---:|---:|---:|---:|"
for folder in speed equal; do
  rates "$folder" | awk -v folder="$folder" '
  {
    threads = match($2, /threads=[0-9]+/) ? substr($2, RSTART + 8, RLENGTH - 8) : 1
    sub(/:?threads=[0-9]+,?/, ":", $2)
    sub(/:$/, "", $2)
    key = $1 " | `" $2 "`" (folder == "equal" ? ", 4 million" : "")
    if (!(key in seen)) { seen[key] = 1; keys[++count] = key }
    rate[key, threads] = $3
  }
  END {
    for (k = 1; k <= count; ++k) {
      line = "| " keys[k] " |"
      for (threads = 1; threads <= 16; threads *= 2) {
        line = line " " ((keys[k], threads) in rate ? rate[keys[k], threads] : "") " |"
      }
      print line
    }
  }'
done
echo
echo "| M iterations/s, 16 threads | connect_four | hex:size=11 |"
echo "|---|---:|---:|"
rates settings | awk '
{ rate[$1, $2] = $3; if ($1 == "connect_four") engines[++count] = $2 }
END { for (i = 1; i <= count; ++i) {
  print "| `" engines[i] "` | " rate["connect_four", engines[i]] " | " rate["hex:size=11", engines[i]] " |" } }'
