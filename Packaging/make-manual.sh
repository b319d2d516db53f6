#!/usr/bin/env bash
# Writes the manual page, made from PROGRAM's help, to standard output.
#   Packaging/make-manual.sh PROGRAM
set -euo pipefail

program=${1:?which program}
version=$("$program" --version | cut -d" " -f2)

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
printf '.SH NAME\nsegue \\- make transitions from two pictures, and films from clips and pictures\n'
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
the data of an input is invalid
.TP
.B 66
an input is missing or cannot be read
.TP
.B 69
a required GPU, driver, library or encoder is missing
.TP
.B 70
an internal error
.TP
.B 71
the system denies memory, threads or mappings
.TP
.B 73
the output cannot be created, or exists already
.TP
.B 74
reading or writing failed
.TP
.B 129, 130, 143
ended by SIGHUP, SIGINT or SIGTERM
.PP
Unless the status is 0, no output is left behind, and an existing file is untouched.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Messages without colours.
.TP
.B FORCE_COLOR
Messages with colours even in a file.
.TP
.B SEGUE_FFMPEG, SEGUE_FFPROBE
Absolute paths of ffmpeg and ffprobe; default: those in PATH.
.TP
.B SEGUE_TRANSITIONS_PATH
Colon-separated folders; their .glsl and .json files are available by name.
.TP
.B XDG_DATA_HOME
The folder that contains segue/transitions; default ~/.local/share.
.TP
.B TMPDIR
The folder for temporary files; default /tmp.
.SH FILES
.TP
.I ~/.local/share/segue/transitions/*.glsl
Transitions in the format of gl-transitions.com, available by name.
.TP
.I ~/.local/share/segue/transitions/*.json
Looks, available by name.
.TP
.I JOBS.jsonl.journal
The outputs of a batch, for \-\-resume. For a list on stdin it is segue\-batch.journal.
.SH EXAMPLES
.TP
One second of H.264 at 60 frames/s:
segue from.jpg to.jpg \-o out.mp4
.TP
Rows on springs at half the speed; then the last frame stands still for 1 s:
segue from.png to.png \-o slide.mov \-t slide \-p rows=12 \-d 2.2 \-\-hold\-end 1s
.TP
An animated WebP on a spring:
segue light.png dark.png \-o theme.webp \-s 854x480 \-t iris \-\-timing 'spring(0.8)' \-r 30
.TP
One frame, halfway through:
segue from.png to.png \-o half.png \-\-at 0.5
.TP
Uncompressed frames, piped into another program:
segue from.png to.png \-\-format y4m \-o \- | ffplay \-
.TP
Every parameter of a transition:
segue list slide
.SH "SEE ALSO"
.BR ffmpeg (1),
.BR ffprobe (1),
.BR ffplay (1),
.BR melt (1),
.BR sbatch (1)
ROFF
