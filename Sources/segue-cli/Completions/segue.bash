# Completion for bash: the tool itself lists the words that fit at the cursor.
_segue() {
  # Bash splits words at “=” and “:”, so join them to the words that the tool would get.
  local rest=${COMP_LINE:0:COMP_POINT} word trimmed i
  local -a words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    trimmed=${rest#"${rest%%[![:space:]]*}"}
    ((i == COMP_CWORD)) && word=$trimmed
    if ((i > 0)) && [[ $trimmed == "$rest" && -n $rest ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    rest=${trimmed#"$word"}
  done

  local current=${words[${#words[@]} - 1]} directive line value
  local -a answer=()
  mapfile -t answer < <("${words[0]/#\~/$HOME}" completions --complete -- "${words[@]:1}" 2> /dev/null)
  directive=${answer[0]}
  COMPREPLY=()
  [[ $directive == files ]] || compopt +o default +o bashdefault

  # Replace only the part after the last “=” or “:”.
  local cut=
  [[ $current == *[=:]* ]] && cut=${current%"${current##*[=:]}"}
  [[ $current == --*=* ]] && cut=${cut#*=}
  for line in "${answer[@]:1}"; do
    value=${line%%$'\t'*}
    value=${value#"$cut"}
    [[ $value == *[=:] ]] && compopt -o nospace
    COMPREPLY+=("$(printf '%q' "$value")")
  done
  # Add paths to the tool's words. Without words the shell completes paths itself, since it quotes them best.
  if [[ $directive == files ]] && ((${#COMPREPLY[@]} > 0)); then
    compopt -o filenames
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o bashdefault -o default -F _segue segue
