#!/bin/sh
# How strong one search by 8 and 64 ranks is at equal iterations: matches against `seq`, each in its own
# folder, which holds games.jsonl too. Run it in the folder for the results:
# results/ranks/strength/run.sh build/release/banyan [GAME-NAME]. With GAME-NAME it plays only the matches whose
# folders begin with it. A stopped run resumes. PAIRS per match: default 200.
# Iterations are fixed and ranks simulated, so a busy machine does not change the games.
set -eu
banyan=$1
here=$(dirname "$0")
pairs=${PAIRS:-200}
only=${2:-}

# against_seq NAME ENGINE: at 3000 iterations per move.
against_seq() {
  out=$(echo "$game" | tr ':=' '--')/$1
  case $out in "$only"*) ;; *) return 0 ;; esac
  mkdir -p "$here/$out"
  "$banyan" match --game "$game" --a "$2" --b seq --pairs "$pairs" --iterations 3000 \
    --out "$here/$out" >"$here/last.txt"
  mv "$here/last.txt" "$here/$out/match.txt"
}

for game in hex:size=7 othello; do
  against_seq control seq:iterations=1500
  for scheme in tds df; do
    against_seq "$scheme-8" "cluster:scheme=$scheme,ranks=8,jobs=16,simulated=on"
  done
  against_seq root-8 cluster:scheme=root,ranks=8,simulated=on
  for jobs in 3 16; do
    for scheme in tds df; do
      against_seq "$scheme-64-jobs-$jobs" "cluster:scheme=$scheme,ranks=64,jobs=$jobs,simulated=on"
    done
  done
  against_seq root-64 cluster:scheme=root,ranks=64,simulated=on
  for ranks in 8 64; do
    against_seq "root-$ranks-share" "cluster:scheme=root,ranks=$ranks,share=10,simulated=on"
  done
done
