#compdef segue
# Completion for zsh: the tool itself lists the words that fit at the cursor.
_segue() {
  local -a answer open plain
  local line value word head current=${(Q)PREFIX} result=1
  answer=("${(@f)$(${(Q)words[1]/#\~/$HOME} completions --complete -- "${(@Q)words[2,CURRENT-1]}" "$current" 2> /dev/null)}")
  # Only the part after the last “,”, “=” or “:” is completed and shown.
  head=${current%"${current##*[,=:]}"}
  for line in "${(@)answer[2,-1]}"; do
    [[ -n $line ]] || continue
    value=${line%%$'\t'*}
    word=${value#"$head"}
    word=${word//:/\\:}:${line#*$'\t'}
    if [[ $value == *[=:\(] ]]; then open+=("$word"); else plain+=("$word"); fi
  done
  if (( $#open + $#plain )); then
    compset -P '*[,=:]'
    if (( $#open )); then _describe -t keys 'key' open -S '' && result=0; fi
    if (( $#plain )); then _describe -t values 'segue' plain && result=0; fi
  else
    [[ $PREFIX == --*=* ]] && compset -P '*='
  fi
  if [[ $answer[1] == files ]]; then _files && result=0; fi
  return result
}
if [[ $funcstack[1] == _segue ]]; then _segue "$@"; else compdef _segue segue; fi
