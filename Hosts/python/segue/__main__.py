"""The tool as the command `segue` and as `python -m segue`."""

import os
import signal
import sys
from typing import Optional


def _bundled_ffmpeg() -> Optional[str]:
    """The path of the package imageio-ffmpeg's ffmpeg; None without it."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe
        return get_ffmpeg_exe()
    except (ImportError, RuntimeError):
        return None


def main() -> None:
    """Replaces this process with the tool."""
    # Importing shutil and imageio_ffmpeg would take longer than the tool's start.
    has_ffmpeg = any(os.access(os.path.join(folder, "ffmpeg"), os.X_OK) for folder in os.get_exec_path())
    if not has_ffmpeg and not os.environ.get("SEGUE_FFMPEG"):
        ffmpeg = _bundled_ffmpeg()
        if ffmpeg is not None:
            os.environ["SEGUE_FFMPEG"] = ffmpeg
    # Python ignores SIGPIPE, and a program inherits that.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "segue")
    os.execv(program, [program] + sys.argv[1:])


if __name__ == "__main__":
    main()
