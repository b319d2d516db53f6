#!/usr/bin/env bash
# Installs missing Debian packages, as root or with sudo.
#   Tools/packages.sh [tests]
set -euo pipefail

# Linked libraries (-dev), libraries and drivers loaded at run time, ffmpeg, the header for frei0r plug-ins, and tools that
# make packages.
packages=(libegl-dev libgles-dev libpng-dev libjpeg62-turbo-dev libwebp-dev liblcms2-dev libdeflate-dev
  libheif-dev libtiff6 libebur128-dev libxxhash-dev libpangocairo-1.0-0 librsvg2-2 fonts-dejavu-core
  libegl1 libgles2 libgl1-mesa-dri ffmpeg frei0r-plugins-dev dpkg-dev python3)
# Shells, a scheduler, a browser, OpenGL on Vulkan, other video readers, frei0r hosts, colour emoji. Tests that need a
# missing package are skipped with a message.
if [ "${1:-}" = tests ]; then
  packages+=(bash zsh fish slurm-wlm munge chromium chromium-driver python3-selenium mesa-vulkan-drivers
    python3-pip python3-venv python3-jsonschema mkvtoolnix valgrind curl libde265-examples melt gstreamer1.0-tools
    gstreamer1.0-plugins-bad fonts-noto-color-emoji)
fi

installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
mapfile -t missing < <(printf '%s\n' "${packages[@]}" | grep -vxF "$installed" || true)
[ ${#missing[@]} -gt 0 ] || exit 0
echo "installing: ${missing[*]}"
[ "$(id -u)" = 0 ] && run=() || run=(sudo)
"${run[@]}" apt-get update -qq
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
