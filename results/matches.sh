# For scripts that play matches into the file matches.jsonl beside them: `. "$here/../matches.sh"`. They set `here`,
# their folder, and `program`.

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
