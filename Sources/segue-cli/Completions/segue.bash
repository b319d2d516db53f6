# Completion for bash: the tool itself lists the words that fit at the cursor.

# Sets plain to a word without its quotes, open to a quote that is still open, and cut to the part of the plain word
# that bash keeps: up to the last “=” or “:” outside of quotes, or up to the open quote.
_segue_unquote() {
  local text=$1 outer='' char i
  plain='' open='' cut=''
  for ((i = 0; i < ${#text}; i++)); do
    char=${text:i:1}
    if [[ -n $open && $char == "$open" ]]; then
      open='' cut=$outer
    elif [[ -z $open && $char == [\'\"] ]]; then
      open=$char outer=$cut cut=$plain
    elif [[ $char == \\ && (-z $open || $open == \" && ${text:i+1:1} == [\"\\\$\`]) ]]; then
      ((++i))
      plain+=${text:i:1}
    else
      plain+=$char
      [[ -z $open && $char == [=:] ]] && cut=$plain
    fi
  done
}

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

  local plain open cut directive line value
  for i in "${!words[@]}"; do
    _segue_unquote "${words[i]}"
    words[i]=$plain
  done
  local -a answer=()
  mapfile -t answer < <("${words[0]/#\~/$HOME}" completions --complete -- "${words[@]:1}" 2> /dev/null)
  directive=${answer[0]}
  COMPREPLY=()
  [[ $directive == files ]] || compopt +o default +o bashdefault

  for line in "${answer[@]:1}"; do
    value=${line%%$'\t'*}
    [[ $value == *[=:\(] ]] && compopt -o nospace
    value=${value#"$cut"}
    if [[ -z $open ]]; then
      printf -v value %q "$value"
      value=${value//\\,/,}
    fi
    COMPREPLY+=("$value")
  done
  # Bash closes an open quote after a single word, so a value that is still to come counts as a second one.
  if [[ -n $open && ${#COMPREPLY[@]} == 1 && $value == *= ]]; then COMPREPLY+=("$value…"); fi
  # Add paths to the tool's words. Without words the shell completes paths itself, since it quotes them best.
  if [[ $directive == files ]] && ((${#COMPREPLY[@]} > 0)); then
    compopt -o filenames
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "${plain#"$cut"}")
  fi
}
complete -o bashdefault -o default -F _segue segue
