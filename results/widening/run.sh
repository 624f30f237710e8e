#!/bin/sh
# What progressive widening and maximum entropy tree search bring, at equal iterations: each against the same search
# without. Each line of matches.jsonl is the object that `banyan match --json` prints. Matches with a line are not
# played again; a stopped match resumes. From the top of the tree:
#
#   results/widening/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

# Moves in the order of the game's priors.
for game in gomoku connect_four; do
  for widen in 1 2 4; do
    play "$game" iterations 1000 100 "seq:select=puct,priors=game,widen=$widen" seq:select=puct,priors=game
  done
done
play gomoku iterations 10k 100 seq:select=puct,priors=game,widen=2 seq:select=puct,priors=game

# In random order.
for widen in 1 2 4; do
  play hex:size=11 iterations 1000 100 "seq:widen=$widen" seq
done

# Outcomes of chance.
for widen in 1 2; do
  play 2048 iterations 300 100 "seq:widen_chance=$widen" seq
done

for softness in 0.01 0.03 0.1; do
  play sailing:size=8 iterations 3000 100 "seq:select=ments,softness=$softness" seq
done
play sailing:size=8 iterations 3000 100 seq:backup=soft,softness=0.03 seq
play sailing:size=8 iterations 3000 100 seq:backup=max seq
python3 "$here/../tables.py" widening
