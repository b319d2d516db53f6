#!/usr/bin/env bash
# Writes the manual page, made from PROGRAM's help, to standard output.
#   Packaging/make-manual.sh PROGRAM
set -euo pipefail

program=${1:?which program}
version=$("$program" --version | cut -d" " -f1)

# page LEVEL: converts a help screen to roff. Capitalised titles become sections, arguments and options tagged paragraphs.
page() {
  awk -v level="$1" '
    function escaped(text) { gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text); sub(/^[.\x27]/, "\\\\\\&&", text); return text }
    /^OVERVIEW: / { sub(/^OVERVIEW: /, ""); print escaped($0); next }
    /^USAGE: / { sub(/^USAGE: /, ""); print ".PP\n.nf"; print escaped($0); usage = 1; next }
    usage && /^$/ { print ".fi"; usage = 0; next }
    usage { sub(/^ +/, ""); print escaped($0); next }
    /^SUBCOMMANDS:/ { exit }
    /^[A-Z ]+:$/ { sub(/:$/, ""); print level " \"" $0 "\""; next }
    /^  [^ ]/ {
      sub(/^  /, ""); print ".TP"
      split_at = match($0, /  +/)
      if (split_at) { print ".B " escaped(substr($0, 1, split_at - 1)); print escaped(substr($0, split_at + RLENGTH)) }
      # After a long tag, one space separates the explanation.
      else if (length($0) > 24 && match($0, /> /)) { print ".B " escaped(substr($0, 1, RSTART)); print escaped(substr($0, RSTART + 2)) }
      else print ".B " escaped($0)
      next
    }
    /^$/ { if (!tagged) print ".PP"; next }
    { sub(/^ +/, ""); print escaped($0) }'
}

printf '.TH SEGUE 1 "" "segue %s" "User Commands"\n' "$version"
printf '.SH NAME\nsegue \\- render a transition between two pictures as video\n'
printf '.SH SYNOPSIS\n.nf\n'
"$program" --help | awk '/^USAGE: / { on = 1; sub(/^USAGE: /, "") } on && /^$/ { exit } on { sub(/^ +/, ""); gsub(/-/, "\\-"); print }'
printf '.fi\n.SH DESCRIPTION\n'
"$program" --help | page .SH | sed '/^\.SH "EXAMPLES"/,$d'
"$program" --help | awk '/^SUBCOMMANDS:/ { on = 1; next } on && /^  [a-z]/ { print $1 }' | while read -r command; do
  printf '.SH "SEGUE %s"\n' "${command^^}"
  "$program" help "$command" | page .SS
done
cat << 'ROFF'
.SH "EXIT STATUS"
.TP
.B 0
done
.TP
.B 64
the arguments are invalid
.TP
.B 65
an input's data is bad
.TP
.B 66
an input is missing or cannot be read
.TP
.B 69
a GPU, driver or encoder that is needed is missing
.TP
.B 70
an internal error
.TP
.B 73
the output cannot be created, or exists
.TP
.B 74
reading or writing failed
.TP
.B 129, 130, 143
ended by SIGHUP, SIGINT or SIGTERM
.PP
On any of them but 0 no output is left, and one that was there before is untouched.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Messages have no colours.
.TP
.B FORCE_COLOR
Messages have colours also where they go to a file.
.TP
.B SEGUE_FFMPEG, SEGUE_FFPROBE
Absolute paths of ffmpeg and ffprobe; by default those in PATH.
.TP
.B SEGUE_TRANSITIONS_PATH
Folders, separated by colons, whose .glsl files go by their names.
.TP
.B XDG_DATA_HOME
Where the folder segue/transitions with more of them is; ~/.local/share when it is not set.
.TP
.B TMPDIR
Where pictures are put while ffmpeg decodes them.
.SH FILES
.TP
.I ~/.local/share/segue/transitions/*.glsl
Transitions in the format of gl-transitions.com that go by their names.
.TP
.I ~/.local/share/segue/transitions/*.json
Looks, likewise.
.TP
.I JOBS.jsonl.journal
What a batch has made, so that it can be resumed; of a list on stdin segue\-batch.journal.
.SH EXAMPLES
.TP
One second of H.264 at 60 frames/s:
segue from.jpg to.jpg \-o out.mp4
.TP
Rows on springs, half the speed, holding the last frame for a second:
segue from.png to.png \-o slide.mov \-t slide \-p rows=12 \-d 2.2 \-\-hold\-end 1s
.TP
An animated WebP with a spring:
segue light.png dark.png \-o theme.webp \-s 854x480 \-t iris \-\-timing 'spring(0.8)' \-r 30
.TP
One frame, half-way:
segue from.png to.png \-o half.png \-\-at 0.5
.TP
Frames for another program:
segue from.png to.png \-\-format y4m \-o \- | ffplay \-
.TP
Everything that can be set about one transition:
segue list slide
.SH "SEE ALSO"
.BR ffmpeg (1),
.BR ffprobe (1),
.BR ffplay (1),
.BR melt (1),
.BR sbatch (1)
ROFF
