#!/bin/sh
# Whether playouts drawn ahead win games at equal time, on an idle machine; adds to matches.jsonl. From the top of the
# tree:
#
#   results/limits/ahead.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"
play othello time 10ms 400 seq:c=0.7,ahead=on seq:c=0.7
play breakthrough time 10ms 400 seq:c=0.7,ahead=on seq:c=0.7
