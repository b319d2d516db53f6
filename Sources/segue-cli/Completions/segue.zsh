#compdef segue
# Completion for zsh: the tool itself lists the words that fit at the cursor.
_segue() {
  local -a answer values shown
  local line value
  answer=("${(@f)$(${(Q)words[1]/#\~/$HOME} completions --complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2> /dev/null)}")
  [[ $PREFIX == --*=* ]] && compset -P '*='
  local -a plain open
  for line in "${(@)answer[2,-1]}"; do
    [[ -n $line ]] || continue
    value=${line%%$'\t'*}
    if [[ $value == *= ]]; then open+=("$value"); else plain+=("$value"); fi
    shown+=("${value//:/\\:}:${line#*$'\t'}")
  done
  local result=1
  if (( $#open )); then compadd -S '' -a open && result=0; fi
  if (( $#plain )); then _describe -t values 'segue' shown && result=0; fi
  if [[ $answer[1] == files ]]; then _files && result=0; fi
  return result
}
if [[ $funcstack[1] == _segue ]]; then _segue "$@"; else compdef _segue segue; fi
