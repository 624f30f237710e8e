#!/bin/sh
# What do calls in flight cost in games whose leaves are worth what a network says: at equal calls, and in equal time of
# a server? In virtual time, so that every game is reproducible by its seed, also on a busy machine. Each line of
# matches.jsonl is the object that `banyan match --json` prints. Matches with a line are not played again; a stopped
# match resumes. From the top of the tree:
#
#   results/slow-leaves/games.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

one=batched:eval=net,batch=1

# at_equal_calls GAME PAIRS: each against one call at a time. `batch=` is a round, which waits for its slowest call.
at_equal_calls() {
  any="batched:simulated=on,eval=net,device=exponential:mean=1s"
  # The controls: a half and an eighth of the calls.
  for calls in 128 32; do play "$1" iterations 256 "$2" "$one,iterations=$calls" "$one"; done
  for calls in 16 64 256; do
    for loss in mean 1; do
      play "$1" iterations 256 "$2" "$any,batch=1,streams=$calls,vl=$loss" "$one"
      play "$1" iterations 256 "$2" "$any,batch=$calls,streams=1,vl=$loss" "$one"
    done
  done
  play "$1" iterations 256 "$2" "$any,batch=1,streams=16,vl=0" "$one"
}

# in_equal_time GAME PAIRS: ten seconds a move, and at most 1000 visits where results are known, of a server that answers 32 calls at a time, which take 1 s in the mean.
in_equal_time() {
  game=$1 pairs=$2
  for latency in constant:mean=1s exponential:mean=1s lognormal:mean=1s,sigma=1 pareto:mean=1s,shape=1.5; do
    of="batched:simulated=on,eval=net,iterations=1000,device='$latency,concurrent=32'"
    against_all batch=32,streams=1,clock=10s
    [ "$latency" = lognormal:mean=1s,sigma=1 ] || continue
    for calls in 1 8; do against_all batch=1,streams=$calls,clock=10s; done
    against_all batch=1,streams=32,vl=1,clock=10s
    against_all batch=1,streams=32,clock=5s
  done
}
against_all() {
  all="$of,batch=1,streams=32,clock=10s"
  keep_match "\"label\": \"$game, 10 s, $of,$1\", \"rival\": \"$all\"" "$game-$latency-$1" \
    --game "$game" --a "$of,$1" --b "$all" --pairs "$pairs"
}

at_equal_calls connect_four 150
in_equal_time connect_four 60
in_equal_time hex:size=7 60
at_equal_calls hex:size=7 60
