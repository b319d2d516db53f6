# Completion for fish: the tool itself lists the words that fit at the cursor.
function __segue_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # The word without its quotes, of which one may still be open.
    set -l plain (string unescape -- $current "$current'" "$current\"" 2>/dev/null)[1]
    set -l answer ($words[1] completions --complete -- $words[2..-1] "$plain" 2>/dev/null)
    printf '%s\n' $answer[2..-1]
    if test "$answer[1]" = files
        # Fish replaces the whole word, so put the option in front of each path.
        set -l option (string match -r '^--[^=]+=' -- $plain)
        for path in (__fish_complete_path (string replace -- "$option" '' $plain))
            echo "$option$path"
        end
    end
end
complete -c segue -f -a '(__segue_complete)'
