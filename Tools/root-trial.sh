#!/bin/sh
# Installs an artefact in a root, as root, and tests the program as nobody, whose home is read-only. Tools/roots.sh runs
# it with its files in /tmp.
#   root-trial.sh ARTEFACT CONDITION
# Prints the seconds of the installation, the lines of smoke.sh, further checks in the same form, and the devices.
set -eu
cd /tmp
artefact=$1 condition=$2 status=0
mkdir -p -m 555 /home/nobody
mkdir -m 777 made
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/home/nobody "$@"; }

begin() { start=$(date +%s.%N); }
ended() { echo "installed in $(echo "$start $(date +%s.%N)" | awk '{ printf "%.1f s", $2 - $1 }')"; }
case $artefact in
*.tar | *.tar.*)
  mkdir /opt/segue
  begin
  tar -xf "$artefact" -C /opt/segue
  ended
  program=$(find /opt/segue -path '*/bin/segue') ;;
*.whl)
  export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
  [ ! -e ca-certificates.crt ] || export PIP_CERT=/tmp/ca-certificates.crt
  extra=
  [ "$condition" != extra ] || extra='[ffmpeg]'
  as_nobody python3 -m venv venv
  begin
  as_nobody venv/bin/pip install -q "/tmp/$artefact$extra"
  ended
  program=/tmp/venv/bin/segue ;;
*.deb)
  apt-get update -qq
  recommends=--no-install-recommends
  [ "$condition" != recommended ] || recommends=--install-recommends
  begin
  apt-get install -y -q $recommends "/tmp/$artefact" > apt.log 2>&1 || { cat apt.log; exit 1; }
  ended
  program=/usr/bin/segue ;;
esac
PATH=$(dirname "$program"):$PATH

check() {
  name=$1
  shift
  if "$@" > messages 2>&1; then echo "ok      $name"; else
    echo "FAILED  $name"
    sed 's/^/        /' messages
    status=1
  fi
}
still() { as_nobody segue dusk.png night.png -o "made/$1.png" -s 160x90 --at 0.5 --backend "$1" --json > made/report; }
silent() { still auto && still cpu && as_nobody segue devices > made/devices && [ ! -s messages ]; }
gpu() {
  still gpu && [ ! -s messages ] && cmp made/cpu.png made/gpu.png && grep -q '"backend" *: *"gpu"' made/report && return
  grep '"reason"' made/report
  return 1
}
video() { as_nobody segue dusk.png night.png -o made/out.mp4 -s 160x90 -d 0.2; }

check "the program starts" as_nobody segue --version
[ $status = 0 ] || exit 1
check "nothing on stderr" silent
case $condition in
full | recommended) check "the GPU's bytes are the CPU's" gpu ;;
extra)
  check "an MP4 by imageio-ffmpeg" video
  # smoke.sh looks for ffmpeg in PATH.
  mkdir ffmpeg
  ln -s "$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')" ffmpeg/ffmpeg
  PATH=/tmp/ffmpeg:$PATH ;;
esac
[ ! -e venv ] || check "the Python library" as_nobody venv/bin/python -c 'import segue; assert segue.transitions()'
as_nobody sh smoke.sh || status=1
# The kind of the default device, and Mesa's renderer if there is one.
as_nobody segue devices |
  awk '/^\*/ { kind = $3 } /llvmpipe/ { mesa = ", llvmpipe" } END { print "device: " kind mesa }'
exit $status
