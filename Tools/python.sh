#!/usr/bin/env bash
# Makes a Python environment with NumPy and moviepy from the registry, for the tests and the benchmarks. An existing one is
# kept. A failure leaves no files.
#   PYTHON=python3 Tools/python.sh FOLDER
set -euo pipefail
folder=${1:?name the folder}
"$folder/bin/python" -c 'import numpy, moviepy' 2> /dev/null && exit
rm -rf "$folder"
{ "${PYTHON:-python3}" -m venv "$folder" && "$folder/bin/pip" install -q --disable-pip-version-check numpy 'moviepy>=2,<3'; } ||
  { rm -rf "$folder"; exit 69; }
