# Completion for fish: the tool itself lists the words that fit at the cursor.
function __segue_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer ($words[1] completions --complete -- $words[2..-1] "$current" 2>/dev/null)
    # Fish replaces the whole word, so put the option in front of each value.
    set -l option ''
    string match -qr '^--[^=]+=' -- $current; and set option (string replace -r '=.*' '=' -- $current)
    for line in $answer[2..-1]
        echo "$option$line"
    end
    if test "$answer[1]" = files
        for path in (__fish_complete_path (string replace -- "$option" '' $current))
            echo "$option$path"
        end
    end
end
complete -c segue -f -a '(__segue_complete)'
