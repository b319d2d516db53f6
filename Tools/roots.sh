#!/usr/bin/env bash
# Installs the artefacts in DIST in minimal roots of several distributions, tests them as nobody and prints a table.
#   [SUITES=…] Tools/roots.sh FOLDER DIST PROGRAM    PROGRAM is the source build, whose bytes the table compares
# FOLDER keeps the roots, about 1.2 GB each. debootstrap makes a missing one in a minute or two. Each trial has an
# overlay over its root and separate namespaces, so that its files, mounts and processes end with it.
set -euo pipefail
repository=$(realpath "$(dirname "$0")/..")
dist=$(realpath "${2:?name the folder of artefacts}")
program=$(realpath "${3:?name the program}")
suites=${SUITES:-bookworm trixie jammy noble bullseye}
# Suites whose C library is older than the artefacts need. Their refusal must name the needed version.
too_old=" bullseye "
refusal='GLIBC_[0-9.]+|libc6 \(>= [^)]*\)|not a supported wheel'

skip() { echo "SKIPPED: $*" >&2; }
command -v debootstrap > /dev/null || { skip "roots, debootstrap is missing: apt-get install debootstrap"; exit 0; }
unshare --mount true 2> /dev/null || { skip "roots, mounting needs root rights"; exit 0; }
mkdir -p "${1:?name the folder of roots}"
cd "$1"
rm -rf logs
mkdir -p mount logs

# Files that a trial finds in /tmp.
files=("$repository"/Tools/{smoke,root-trial}.sh "$repository"/Examples/{dusk,night}.png)
certificates=/etc/ssl/certs/ca-certificates.crt
[ ! -e $certificates ] || files+=($certificates)

# isolated COMMAND…: runs COMMAND in namespaces. Its mounts and processes end with it, and it ends with this script.
isolated() { setpriv --pdeathsig KILL unshare --mount --pid --ipc --fork --kill-child "$@"; }

# enter LAYERS CHANGES COMMAND…: runs COMMAND in the root of LAYERS, topmost first. The folder CHANGES receives the
# written files, or is empty to drop them. If BARE is set, there is neither /dev/shm nor /dev/dri.
enter() { isolated "$BASH" -euc "$(declare -p files); $(declare -f entered); entered \"\$@\"" - "$@"; }
entered() {
  local layers=$1 changes=${2:-mount/changes} root=mount/root
  shift 2
  mount -t tmpfs tmpfs mount
  mkdir -p $root "$changes" "$changes.work"
  mount -t overlay overlay -o "lowerdir=$layers,upperdir=$changes,workdir=$changes.work" $root
  mount -t proc proc $root/proc
  mount -t tmpfs -o mode=1777 tmpfs $root/tmp
  mount -t tmpfs -o mode=755 tmpfs $root/dev
  for device in null zero full random urandom; do
    touch $root/dev/$device
    mount --bind /dev/$device $root/dev/$device
  done
  ln -s /proc/self/fd $root/dev/fd
  if [ -z "${BARE:-}" ]; then
    mkdir $root/dev/shm
    mount -t tmpfs -o mode=1777 tmpfs $root/dev/shm
    if [ -e /dev/dri ]; then mkdir $root/dev/dri && mount --bind /dev/dri $root/dev/dri; fi
  fi
  cp -L /etc/resolv.conf $root/etc/resolv.conf
  cp "${files[@]}" $root/tmp/
  local passed=(PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
  [ -z "${PIP_INDEX_URL:-}" ] || passed+=("PIP_INDEX_URL=$PIP_INDEX_URL")
  chroot $root /usr/bin/env -i "${passed[@]}" "$@" < /dev/null
}

# Makes the root of a suite if it is missing.
make_root() {
  local suite=$1 options=() source=http://deb.debian.org/debian script=$1
  [ ! -d "$suite" ] || return 0
  case $suite in
  jammy | noble)
    source=http://archive.ubuntu.com/ubuntu
    ubuntu_keys || return
    # The script for a suite that debootstrap does not know. Ubuntu has used one script since 2007.
    [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=gutsy
    options=(--components=main,universe --keyring="$PWD/ubuntu.gpg") ;;
  esac
  rm -rf "$suite.part"
  isolated debootstrap --variant=minbase "${options[@]}" "$suite" "$PWD/$suite.part" "$source" "$script" \
    > "logs/$suite.log" 2>&1 || return
  chroot "$suite.part" apt-get clean
  mv "$suite.part" "$suite"
}
# Downloads Ubuntu's keys in a Debian package, whose digest is in the index that Debian signs.
ubuntu_keys() {
  [ ! -e ubuntu.gpg ] || return 0
  local package=ubuntu-keyring_2023.11.28.1-0.2_all.deb
  local digest=b2e7ed48431bf9e7978ae810bbdaf253093570d6e3f864e575b7c13554b81174
  curl -sSfo "$package" "http://deb.debian.org/debian/pool/main/u/ubuntu-keyring/$package" || return
  echo "$digest  $package" | sha256sum --check --quiet || return
  dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/share/keyrings/ubuntu-archive-keyring.gpg > ubuntu.part || return
  mv ubuntu.part ubuntu.gpg
}

# make_layer SUITE SET: sets `layers` to the layers of a root with a set of packages: none, python, full or python+full. A
# missing layer is installed and kept.
make_layer() {
  layers=$1
  [ -n "$2" ] || return 0
  local layer=$1+$2 packages=()
  [[ $2 != *python* ]] || packages+=(python3 python3-venv)
  [[ $2 != *full* ]] || packages+=(ffmpeg libegl1 libgles2 libgl1-mesa-dri)
  if [ ! -d "$layer" ]; then
    rm -rf "$layer.part"
    enter "$1" "$layer.part" sh -euc \
      'apt-get update; apt-get install -y --no-install-recommends "$@"; apt-get clean' - "${packages[@]}" \
      > "logs/$layer.log" 2>&1 || return
    rm -rf "$layer.part.work"
    mv "$layer.part" "$layer"
  fi
  layers=$layer:$1
}

# trial SUITE SET CONDITION ARTEFACT: installs and tests an artefact in a root with a set of packages. Prints its row.
trial() {
  local suite=$1 set=$2 condition=$3 artefact=$4 status=0 layers
  local name=${artefact##*/}
  name=${name%.xz}
  local log=logs/$suite-${name##*.}-$condition.log
  make_layer "$suite" "$set" || { skip "$suite with $set, see $PWD/logs/$suite+$set.log"; return; }
  # Minimal roots cannot unpack xz.
  if [[ $artefact = *.xz ]]; then xz -dc "$artefact" > "logs/$name"; else cp "$artefact" "logs/$name"; fi
  local files=("${files[@]}" "logs/$name") BARE=
  [ "$condition" != bare ] || BARE=1
  export BARE
  enter "$layers" "" sh /tmp/root-trial.sh "$name" "$condition" > "$log" 2>&1 || status=$?
  rm "logs/$name"
  row "$suite" "$condition" "${name##*.}" "$log" $status
}

# cell LOG NAME: the result of the checks whose names begin with NAME.
cell() { sed -n "s/^ok  *$2.*/yes/p; s/^FAILED  *$2.*/FAILED/p" "$1" | LC_ALL=C sort | grep -m1 . || echo –; }

row() {
  local suite=$1 condition=$2 kind=$3 log=$4 status=$5 install mp4 bytes=yes
  kind=${kind/tar/tarball}
  kind=${kind/whl/wheel}
  install=$(sed -n 's/^installed in //p' "$log")
  if [[ $too_old == *" $suite "* ]]; then
    if [ "$status" != 0 ] && install=$(grep -Eom1 "$refusal" "$log"); then install="refused: $install"; else
      install=FAILED
      failed+=("$log")
    fi
    echo "| $suite | $kind, $condition | $install | | | | | | | | |"
    return
  fi
  mp4=$(cell "$log" 'MP4 without' | sed 's/yes/refused/')
  [ "$mp4" != – ] || mp4=$(cell "$log" 'an MP4')
  grep -E '^[0-9a-f]{64}  ' "$log" | cmp -s - expected || bytes=FAILED
  [ "$status" = 0 ] && [ $bytes = yes ] || failed+=("$log")
  echo "| $suite | $kind, $condition | ${install:-FAILED} | $(cell "$log" 'a PNG still') | $mp4" \
    "| $(cell "$log" 'a GIF') | $(cell "$log" 'an animated WebP') | $(sed -n 's/^device: //p' "$log")" \
    "| $(cell "$log" "the GPU's bytes") | $(cell "$log" 'nothing on stderr') | $bytes |"
}

shopt -s nullglob
tarballs=("$dist"/segue-*.tar.*) wheels=("$dist"/segue-*.whl) packages=("$dist"/segue_*.deb)
[ $((${#tarballs[@]} + ${#wheels[@]} + ${#packages[@]})) -gt 0 ] || { echo "$dist has no artefacts" >&2; exit 66; }

failed=()
"$repository/Tools/smoke.sh" "$program" | grep -E '^[0-9a-f]{64}  ' > expected
echo '| root | artefact | install | still | MP4 | GIF | WebP | device | GPU | silent | bytes |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |'
for suite in $suites; do
  make_root "$suite" || { skip "$suite, debootstrap failed, see $PWD/logs/$suite.log"; continue; }
  for tarball in "${tarballs[@]}"; do trial "$suite" '' bare "$tarball"; done
  for wheel in "${wheels[@]}"; do trial "$suite" python bare "$wheel"; done
  for package in "${packages[@]}"; do trial "$suite" '' bare "$package"; done
  [[ $too_old != *" $suite "* ]] || continue
  for tarball in "${tarballs[@]}"; do trial "$suite" full full "$tarball"; done
  for wheel in "${wheels[@]}"; do
    trial "$suite" python extra "$wheel"
    trial "$suite" python+full full "$wheel"
  done
  for package in "${packages[@]}"; do trial "$suite" '' recommended "$package"; done
done
for log in "${failed[@]}"; do
  printf '\n%s:\n' "$PWD/$log"
  if grep -q ^FAILED "$log"; then grep -E '^FAILED|^ {8}' "$log"; else tail -12 "$log"; fi
done
[ ${#failed[@]} = 0 ]
