#!/usr/bin/env bash
# Runs the tests that compare OpenGL ES with the pixel arithmetic on other drivers: Mesa's llvmpipe, softpipe and zink, and
# SwiftShader, which shares no code with Mesa. All drivers must produce the same bytes.
#   TIER=usual|full Tools/drivers.sh DRIVER…
set -euo pipefail
cd "$(dirname "$0")/.."
source Tools/test-environment.sh
tests='ConformanceTests/(theDriver|openGL|mappingAnew|handMadeOnOpenGL)|FilterTests/renderersAgree'
tests+='|RandomDrawingTests/openGL|DeepPlanesTests/openGL'
swiftshader=$PWD/.build/swiftshader
export GALLIVM_PERF=nopt

for driver in "$@"; do
  echo "OpenGL ES on $driver:"
  if [ "$driver" != swiftshader ]; then
    EXPECTED_DRIVER=$driver GALLIUM_DRIVER=$driver LIBGL_ALWAYS_SOFTWARE=1 run_tests --filter "$tests"
  elif Tools/swiftshader.sh "$swiftshader"; then
    EXPECTED_DRIVER=SwiftShader REQUIRE_GPU=1 LD_LIBRARY_PATH=$swiftshader run_tests --filter "$tests"
  else
    echo "SKIPPED: SwiftShader could not be downloaded"
  fi
done
