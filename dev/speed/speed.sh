#!/bin/sh
# ./run speed [COMMIT [ROUNDS]]: how fast this tree's searches are beside those of a commit, each hot loop of each main
# game in turns. Before a change of core, parallel or games lands, its message names each that is shown to be slower.
# Without a commit it is that of .ci/passed. Its program is built in build/before.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
commit=$(git rev-parse -q --verify "${1:-$(cat .ci/passed)}^{commit}") || {
  echo "banyan: speed takes a commit, and '${1:-}' is none" >&2
  exit 2
}
before=$root/build/before
if [ -e "$before" ]; then
  git -C "$before" checkout -q --detach "$commit"
else
  git worktree prune
  git worktree add -q --detach "$before" "$commit"
fi
echo "banyan: building $(git log -1 --format='%h, %s' "$commit") in build/before" >&2
"$before/run" --version >/dev/null

# compare GAMES ENGINES
compare() {
  build/release/banyan bench --against "$before/build/release/banyan" --games "$1" --engines "$2" \
    --rounds "$rounds" --search-time 100ms --tolerance 5
}
rounds=${2:-7}
compare 'tic_tac_toe,connect_four,ultimate_tic_tac_toe,othello,breakthrough,hex,gomoku,go' \
  'seq;seq:batch=512;tree:threads=1;leaf:threads=1,playouts=512'
compare 'connect_four,othello,hex,go' 'seq:select=puct;seq:rave=100;seq:solver=on;batched:eval=net,batch=64'
