#!/bin/sh
# Makes more.jsonl and more.md: matches that the suite `policies` does not play. Each line is the object that
# `banyan match --json` prints. Matches with a line are not played again.
# From the top of the tree: results/policies/more.sh [PAIRS]; PROGRAM=banyan is another program.
set -eu
cd "$(dirname "$0")"
program=${PROGRAM:-../../build/release/banyan}
pairs=${1:-100}
touch more.jsonl

# play GAME POLICY LIMIT...: one match against plain UCT.
play() {
  game=$1 policy=$2
  shift 2
  key="$game, $policy, $*"
  if grep -qF "{ \"match\": \"$key\"" more.jsonl; then return 0; fi
  echo "$key" >&2
  line=$("$program" match --game "$game" --a "seq:$policy" --b seq --pairs "$pairs" "$@" --json 2>/dev/null)
  echo "$line" | tr -d '\n' | sed "s/  */ /g; s/^{/{ \"match\": \"$key\",/" >>more.jsonl
  echo >>more.jsonl
}

# Transpositions, in games where different orders of moves often reach the same position.
for policy in tt=uct1 tt=uct2; do
  play connect_four $policy --iterations 10k
  play connect_four $policy --time 5ms
done
# AMAF where it helps most: many moves, few iterations.
for policy in rave=300 rave=1000,schedule=mse rave=300,grave=50; do
  play hex:size=11 $policy --iterations 1000
done
play hex:size=11 rave=300 --time 5ms
play hex:size=11 rave=300 --time 20ms

# The table. If a policy wins nearly all games, Elo is inaccurate, so the table has the games too.
python3 ../tables.py policies >more.md
