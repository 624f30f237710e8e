#!/bin/sh
# How strong are the program's networks, and how much strength do batches of leaves cost at equal evaluations?
# With one thread and fixed iterations every game is reproducible by its seed, also on a busy machine. Each line
# of matches.jsonl is the object that `banyan match --json` prints. Matches with a line are not played again; a
# stopped match resumes. From the top of the tree:
#
#   results/networks/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

# against GAME EVALUATIONS PAIRS A B
against() {
  play "$1" iterations "$2" "$3" "$4" "$5"
}

# game GAME PAIRS RULES: rules of virtual loss. With vl=0 nearly all descents collide, which is slow.
game() {
  one=batched:eval=net,batch=1
  against "$1" 200 "$2" "$one" seq
  against "$1" 200 "$2" "$one" batched:batch=1
  # The control: a difference of half the evaluations must be found.
  against "$1" 400 "$2" "$one,iterations=200" "$one"
  for batch in 4 16 64 256; do
    for shown in $3; do
      against "$1" 400 "$2" "batched:eval=net,batch=$batch,vl=$shown" "$one"
    done
  done
}

# device GAME PAIRS: equal time of a device, 20 ms per move, at 800 us per call and 2 us per leaf. The numbers are
# evaluations in full batches of 1, 4, 16, 64 and 256.
device() {
  while read -r batch evaluations; do
    against "$1" 1379 "$2" "batched:eval=net,batch=$batch,iterations=$evaluations" \
      batched:eval=net,batch=64
  done <<END
1 25
4 99
16 385
256 3902
END
}

# time_of GAME PAIRS PLAYOUTS: against the playouts that `seq` makes in the time of 200 evaluations: 12, 2.1, 24, 35
# and 3.1 times as many, by rates per processor second of one match on an AMD EPYC (Zen 4).
time_of() {
  against "$1" 200 "$2" batched:eval=net,batch=1 "seq:iterations=$3"
}

# root GAME PAIRS: Gumbel search against PUCT, at few and many evaluations, with and without its random variables,
# and in batches. The control has half the evaluations.
root() {
  one=batched:eval=net,batch=1
  for evaluations in 4 16 64 400; do
    against "$1" "$evaluations" "$2" "$one,gumbel=16" "$one"
    against "$1" "$evaluations" "$2" "$one,gumbel=16,gumbel_scale=0" "$one"
    against "$1" "$evaluations" "$2" "$one,iterations=$((evaluations / 2))" "$one"
  done
  against "$1" 64 "$2" batched:eval=net,batch=16,gumbel=16 batched:eval=net,batch=16
}

# rule GAME PAIRS: visits that follow the regularised policy against PUCT, at few and many evaluations, also with
# other exploration constants; the controls are those of root.
rule() {
  one=batched:eval=net,batch=1
  for evaluations in 4 16 64 400; do
    for c in '' ,c=0.4 ,c=0.75 ,c=3; do
      against "$1" "$evaluations" "$2" "$one,select=regularized$c" "$one"
    done
  done
}

# width GAME PAIRS: other exploration constants against the default of 1.5, and the cost of batches at the largest.
width() {
  one=batched:eval=net,batch=1
  for c in 0.4 0.75 3 6; do
    against "$1" 400 "$2" "$one,c=$c" "$one"
  done
  for shown in mean 1; do
    against "$1" 400 "$2" "batched:eval=net,batch=64,vl=$shown,c=6" "$one,c=6"
  done
}

# in_virtual_time GAME PAIRS C: equal virtual time of a device by three costs of a call and of a leaf: a network on the CPU, a
# small and a large GPU. A batch of 64 makes some 1300 evaluations per move. A descent takes 1 us.
in_virtual_time() {
  while read -r device clock; do
    on=batched:eval=net,c=$3,simulated=on,descent=1us,device=$device,clock=$clock
    for keys in batch=1 batch=4 batch=16 batch=256 batch=64,threads=2,streams=2 batch=64,inflight=128 \
      batch=64,cache=1M; do
      against "$1" 1 "$2" "$on,$keys" "$on,batch=64"
    done
    # The control: half of the time.
    against "$1" 1 "$2" "$on,batch=64,iterations=650" "$on,batch=64"
  done <<END
2us+550ns 2ms
800us+2us 20ms
3ms+20us 90ms
END
}

# tuned GAME PAIRS C PLAYOUTS: both sides at their best constants, PUCT's by `width` and that of `seq` by ../tuning; the
# choice judged by other games; batches; a device's equal time. PLAYOUTS as for time_of.
tuned() {
  one=batched:eval=net,batch=1,c=$3
  [ "$3" = 1.5 ] || play "$1" iterations 400 "$2" "$one" batched:eval=net,batch=1,c=1.5 --seed 2
  against "$1" 200 "$2" "$one" seq:c=auto
  against "$1" 200 "$2" "$one" "seq:c=auto,iterations=$4"
  against "$1" 400 "$2" "$one,iterations=200" "$one"
  for batch in 4 16 64 256; do
    for shown in mean 1; do
      against "$1" 400 "$2" "batched:eval=net,batch=$batch,c=$3,vl=$shown" "$one"
    done
  done
  while read -r batch evaluations; do
    against "$1" 1379 "$2" "batched:eval=net,batch=$batch,c=$3,iterations=$evaluations" \
      "batched:eval=net,batch=64,c=$3"
  done <<END
1 25
4 99
16 385
256 3902
END
}

game connect_four 200 "mean 1 3 0"
game hex:size=7 200 "mean 1 3 0"
game othello 100 "mean 1 3"
game go:size=9 50 "mean 1 3"
game hex:size=11 50 "mean 1 3"
device connect_four 100
device hex:size=7 100
device othello 50
time_of connect_four 100 2400
time_of othello 50 420
time_of hex:size=7 100 4800
time_of hex:size=11 50 7000
time_of go:size=9 50 620
width hex:size=11 50
width hex:size=7 100
width connect_four 100
width othello 50
width go:size=9 50
root connect_four 200
root hex:size=7 200
root othello 100
# Othello again, with the exploration constant that makes PUCT stronger there.
for evaluations in 16 64 400; do
  narrow=batched:eval=net,batch=1,c=0.75
  against othello "$evaluations" 100 "$narrow,gumbel=16,gumbel_scale=0" "$narrow"
done
rule connect_four 200
rule hex:size=7 200
rule othello 100
in_virtual_time connect_four 100 1.5
in_virtual_time hex:size=7 100 1.5
in_virtual_time othello 50 0.75
tuned othello 100 0.75 420
tuned hex:size=11 100 6 7000
tuned connect_four 100 1.5 2400
tuned hex:size=7 100 1.5 4800
python3 "$here/../tables.py" networks
