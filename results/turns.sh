#!/bin/sh
# What iterations cost: searches by engines and programs in turns, each turn in random order with a seed of its own.
# From the top of the tree:
#
#   results/turns.sh TURNS "GAME/ITERATIONS..." "ENGINE..." PROGRAM... >FILE.csv
#
# GAME/400ms limits the time instead. A PROGRAM is build/release/banyan, or COMMIT=FILE, as built at COMMIT by `cmake
# --preset release && cmake --build build/release`. Processor time hardly depends on other work on the machine; for
# engines of several threads it must be idle. SEARCH=OPTIONS gives `banyan search` more options, such as --warm-up.
# tables.py reads the file.
set -eu
turns=$1 sizes=$2 engines=$3
shift 3

programs=
for program; do
  case $program in
    *=*) ;;
    *) program=$("$program" --version | sed 's/.*(\(.*\))/\1/')=$program ;;
  esac
  programs="$programs $program"
done

searches() {
  for size in $sizes; do
    for engine in $engines; do
      for program in $programs; do echo "$program $size $engine"; done
    done
  done
}

echo game,turn,commit,engine,iterations,playouts,seconds,processor_seconds,depth
for turn in $(seq "$turns"); do
  searches | shuf | while read -r program size engine; do
    case ${size#*/} in *[a-z]) limit=--time ;; *) limit=--iterations ;; esac
    # An engine that a program does not have leaves no row.
    "${program#*=}" search --game "${size%/*}" --engine "$engine" "$limit" "${size#*/}" --seed "$turn" \
      ${SEARCH:-} --json 2>/dev/null |
      awk -v row="${size%/*},$turn,${program%%=*},\"$engine\"" '
        /^ *"(iterations|playouts|seconds|processor_seconds|mean_depth)":/ {
          gsub(/[":,]/, "", $1)
          sub(/,$/, "", $2)
          if (!($1 in value)) value[$1] = $2
        }
        END {
          if (value["iterations"] > 0) {
            print row "," value["iterations"] "," value["playouts"] "," value["seconds"] "," \
              value["processor_seconds"] "," value["mean_depth"]
          }
        }'
  done
done
