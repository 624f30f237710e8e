# For scripts that play matches into the file matches.jsonl beside them: `. "$(dirname "$0")/../matches.sh"`. Their
# arguments are the program, and the start of a game's spec if not all matches are wanted.
program=$1
here=$(dirname "$0")
only_game=${2:-}

# wanted GAME: whether the arguments ask for its matches.
wanted() {
  case $1 in "$only_game"*) ;; *) return 1 ;; esac
}

# keep_match LABEL NAME ARGS...: adds the object that `banyan match ARGS... --json` prints as a line that begins with
# LABEL, a field or several in JSON. A match with such a line is not played again; a stopped match resumes from a
# folder of that NAME.
keep_match() {
  label=$1 folder=$here/running/$(echo "$2" | tr ' :=,' '----')
  shift 2
  ! grep -qF "$label" "$here/matches.jsonl" 2>/dev/null || return 0
  "$program" match "$@" --out "$folder" --json >"$here/last.json"
  tr -d '\n' <"$here/last.json" | sed "s/  */ /g; s/^{/{ $label,/" >>"$here/matches.jsonl"
  echo >>"$here/matches.jsonl"
  rm -r "$folder" "$here/last.json"
}

# play GAME BUDGET VALUE PAIRS A B [ARGS...]: keeps a match of A against B; BUDGET is iterations or time.
play() {
  wanted "$1" || return 0
  game=$1 budget=$2 value=$3 pairs=$4 a=$5 b=$6
  shift 6
  keep_match "\"label\": \"$game, $value, $a\", \"rival\": \"$b\"" "$game-$value-$a-$b" \
    --game "$game" --a "$a" --b "$b" "--$budget" "$value" --pairs "$pairs" "$@"
}
