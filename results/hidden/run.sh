#!/bin/sh
# Makes this folder's data: matches of engines for hidden information. Each line of *.jsonl is the object
# that `banyan match --json` prints. A match with a line of as many deals is not played again, so a stopped
# run resumes. A match of another number of deals is played again, and its line replaces the old one.
# From the top of the tree: results/hidden/run.sh [DEALS], or DEALS=N results/hidden/run.sh
set -eu
cd "$(dirname "$0")"
program=../../build/release/banyan
deals=${1:-${DEALS:-80}}

# play FILE GAME A B BUDGET: one match. A budget has the form that the program's results use.
play() {
  file=$1 game=$2 a=$3 b=$4 budget=$5
  case $budget in
    '1.00 k iterations') limit='--iterations 1000' ;;
    '2.0 ms') limit='--time 2ms' ;;
  esac
  touch "$file"
  players="\"game\": \"$game\", \"a\": \"$a\", \"b\": \"$b\", "
  if grep -F "$players" "$file" | grep -F "\"budget\": \"$budget\"" | grep -q "\"deals\": $deals,"; then
    return 0
  fi
  echo "$file: $game, $a against $b, $budget" >&2
  # shellcheck disable=SC2086  # a limit is two words
  line=$("$program" match --game "$game" --a "$a" --b "$b" --pairs "$deals" $limit --json 2>/dev/null)
  awk -v players="$players" -v budget="\"budget\": \"$budget\"" \
    '!(index($0, players) && index($0, budget))' "$file" >"$file.part"
  echo "$line" | tr -d '\n' | sed 's/  */ /g' >>"$file.part"
  echo >>"$file.part"
  mv "$file.part" "$file"
}

# Every engine against every other, at equal iterations and at equal time.
round_robin() {
  for game in knockout_whist phantom; do
    for pair in mo_ismcts,so_ismcts mo_ismcts,pimc mo_ismcts,random so_ismcts,pimc \
      so_ismcts,random pimc,random cheat,mo_ismcts cheat,so_ismcts cheat,pimc cheat,random; do
      for budget in '1.00 k iterations' '2.0 ms'; do
        play round_robin.jsonl "$game" "${pair%,*}" "${pair#*,}" "$budget"
      done
    done
  done
}

# Whist for three: each of the two engines has one or two of the seats.
three_players() {
  for pair in mo_ismcts,so_ismcts mo_ismcts,pimc so_ismcts,pimc; do
    play three_players.jsonl knockout_whist:players=3 "${pair%,*}" "${pair#*,}" '1.00 k iterations'
  done
}

# Every way to search in parallel against one thread: root, tree, leaf (and its playouts on one thread),
# determinizations. If the machine has fewer cores than threads, threads share cores.
parallel() {
  for game in knockout_whist phantom; do
    for n in 2 4 8; do
      for engine in "so_ismcts:trees=$n,threads=1" "so_ismcts:threads=$n,vl=0" \
        "so_ismcts:threads=$n,vl=1" "so_ismcts:threads=$n,playouts=$n,share=leaf" \
        "so_ismcts:playouts=$n" "pimc:threads=$n"; do
        for budget in '1.00 k iterations' '2.0 ms'; do
          play parallel.jsonl "$game" "$engine" so_ismcts "$budget"
        done
      done
    done
  done
}

# How far from an equilibrium the engines' average strategies are.
exploitability() {
  [ ! -e exploitability.txt ] || return 0
  for engine in so_ismcts mo_ismcts:apart=on pimc; do
    "$program" exploitability --game kuhn --engine $engine --iterations 100,1k,10k,100k
  done >exploitability.part
  for engine in so_ismcts mo_ismcts:apart=on pimc; do
    "$program" exploitability --game leduc --engine $engine --iterations 100,1k,10k
  done >>exploitability.part
  mv exploitability.part exploitability.txt
}

round_robin
three_players
parallel
exploitability
python3 ../tables.py hidden >tables.md
