#!/usr/bin/env bash
# Makes an environment of Python with what the tests and the bench draw beside: NumPy and moviepy, from the registry. It is made
# once; where it cannot be, nothing is left.
#   PYTHON=python3 Tools/python.sh FOLDER
set -euo pipefail
folder=${1:?which folder}
"$folder/bin/python" -c 'import numpy, moviepy' 2> /dev/null && exit
rm -rf "$folder"
{ "${PYTHON:-python3}" -m venv "$folder" && "$folder/bin/pip" install -q --disable-pip-version-check numpy 'moviepy>=2,<3'; } ||
  { rm -rf "$folder"; exit 69; }
