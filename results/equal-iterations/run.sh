#!/bin/sh
# Do batches, a shared tree, or both cost strength? Each engine plays `seq` at equal iterations per move, where
# only the quality of iterations counts, and at equal time, where speed counts too. Controls are `seq` against
# itself (A/A) and against half the budget: matches that find no loss must find that difference. With fixed
# iterations a busy machine does not change the games of one thread; equal time needs an idle machine.
# Each line of matches.jsonl is the object that `banyan match --json` prints. Matches with a line are not played
# again; a stopped match resumes. From the top of the tree:
# results/equal-iterations/run.sh build/release/banyan [GAME [BUDGET]]
# PAIRS=N: pairs of games per match.
set -eu
. "$(dirname "$0")/../matches.sh"
only_budget=${3:-}

# against_seq GAME BUDGET PAIRS [A...]. The budget is per move: "5000 iterations" or "20 ms". A is half, the control,
# or an engine: all of them, if none is named.
against_seq() {
  wanted "$1" || return 0
  case $2 in "$only_budget"*) ;; *) return 0 ;; esac
  game=$1 budget_text=$2 pairs=${PAIRS:-$3} amount=${2% *}
  case $2 in
    *ms) budget="--time ${amount}ms" half="time=$((amount / 2))ms" ;;
    *) budget="--iterations $amount" half="iterations=$((amount / 2))" ;;
  esac
  shift 3
  [ $# -gt 0 ] || set -- seq half seq:batch=512 tree:threads=1 tree:threads=2 tree:threads=2,batch=512
  for engine; do
    [ "$engine" != half ] || engine=seq:$half
    # shellcheck disable=SC2086  # two words
    keep_match "\"label\": \"$game, $budget_text, $engine\"" "$game-$budget_text-$engine" \
      --game "$game" --a "$engine" --b seq $budget --pairs "$pairs"
  done
}

against_seq connect_four '5000 iterations' 4000
against_seq hex:size=11 '5000 iterations' 1000
against_seq connect_four '20000 iterations' 1500
against_seq hex:size=11 '20000 iterations' 500
against_seq hex:size=11 '20 ms' 400
against_seq connect_four '20 ms' 400
against_seq othello '5000 iterations' 1000
against_seq gomoku '5000 iterations' 1000
# Where the default shared tree is used: with 400 000 iterations and more.
for game in connect_four hex:size=11 othello; do
  for budget in '400000 iterations' '1000000 iterations'; do
    against_seq "$game" "$budget" 600 half tree:threads=2 tree:threads=2,batch=512 tree:threads=2,batch=64 seq:batch=512
  done
done
python3 "$here/../tables.py" equal-iterations
