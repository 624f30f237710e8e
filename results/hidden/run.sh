#!/bin/sh
# Makes this folder's data: matches of engines for hidden information, each line of *.jsonl the object
# that `banyan match --json` prints. A file that is there is kept, so a stopped run goes on with the
# next. From the top of the tree: results/hidden/run.sh [DEALS]
set -eu
cd "$(dirname "$0")"
program=../../build/release/banyan
deals=${1:-100}

# play FILE GAME A B BUDGET...: one match, added to FILE.
play() {
  file=$1 game=$2 a=$3 b=$4
  shift 4
  "$program" match --game "$game" --a "$a" --b "$b" --pairs "$deals" "$@" --json 2>/dev/null |
    tr -d '\n' | sed 's/  */ /g' >>"$file.part"
  echo >>"$file.part"
}

# Every engine against every other, at equal iterations and at equal time.
round_robin() {
  [ ! -e round_robin.jsonl ] || return 0
  rm -f round_robin.jsonl.part
  for game in knockout_whist phantom; do
    for pair in mo_ismcts,so_ismcts mo_ismcts,pimc mo_ismcts,random so_ismcts,pimc \
      so_ismcts,random pimc,random cheat,mo_ismcts cheat,so_ismcts cheat,pimc; do
      for budget in '--iterations 1000' '--time 2ms'; do
        # shellcheck disable=SC2086  # a budget is two words
        play round_robin.jsonl $game "${pair%,*}" "${pair#*,}" $budget
      done
    done
  done
  mv round_robin.jsonl.part round_robin.jsonl
}

# Every way to run in parallel against one thread; 4 and 8 threads are more than this machine's cores.
parallel() {
  [ ! -e parallel.jsonl ] || return 0
  rm -f parallel.jsonl.part
  for game in knockout_whist phantom; do
    for n in 2 4 8; do
      for engine in "so_ismcts:trees=$n,threads=1" "so_ismcts:threads=$n,vl=0" \
        "so_ismcts:threads=$n,vl=1" "so_ismcts:playouts=$n" "pimc:threads=$n"; do
        for budget in '--iterations 1000' '--time 2ms'; do
          # shellcheck disable=SC2086
          play parallel.jsonl $game "$engine" so_ismcts $budget
        done
      done
    done
  done
  mv parallel.jsonl.part parallel.jsonl
}

# How far from an equilibrium the engines' average strategies are.
exploitability() {
  [ ! -e exploitability.txt ] || return 0
  for engine in so_ismcts mo_ismcts:apart=on pimc; do
    "$program" exploitability --game kuhn --engine $engine --iterations 100,1k,10k,100k
  done >exploitability.txt
  for engine in so_ismcts mo_ismcts:apart=on pimc; do
    "$program" exploitability --game leduc --engine $engine --iterations 100,1k,10k
  done >>exploitability.txt
}

round_robin
parallel
exploitability
