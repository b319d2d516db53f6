"""The C library with the declarations of segue.h."""

import ctypes
import os
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_void_p


class Parameter(Structure):
    _fields_ = [
        ("name", c_char_p), ("type", c_char_p), ("value", c_char_p), ("minimum", c_double), ("maximum", c_double),
        ("unit", c_char_p), ("choices", POINTER(c_char_p)), ("summary", c_char_p)]


class Description(Structure):
    _fields_ = [
        ("name", c_char_p), ("summary", c_char_p), ("source", c_char_p), ("duration", c_double), ("timing", c_char_p),
        ("parameters", POINTER(Parameter)), ("parameter_count", c_size_t)]


class Options(Structure):
    _fields_ = [
        ("name", c_char_p), ("look", c_char_p), ("parameters", POINTER(c_char_p)), ("timing", c_char_p),
        ("from_filter", c_char_p), ("to_filter", c_char_p), ("filter", c_char_p),
        ("background", c_char_p)]


class Pixels(Structure):
    _fields_ = [
        ("data", c_void_p), ("width", c_int64), ("height", c_int64), ("stride", c_int64), ("format", c_int32),
        ("alpha", c_int32)]


RGBA8, BGRA8, RGB8, RGBA16 = range(4)
FITS = {"cover": 0, "contain": 1, "stretch": 2, "blur": 3}

_FUNCTIONS = {
    "version": (c_char_p,),
    "last_status": (c_int,),
    "message": (c_char_p,),
    "transitions": (POINTER(Description), POINTER(c_size_t)),
    "filters": (POINTER(Description), POINTER(c_size_t)),
    "check_timing": (c_int, c_char_p),
    "transition_new": (c_void_p, POINTER(Options)),
    "transition_free": (None, c_void_p),
    "transition_duration": (c_double, c_void_p, c_double),
    "transition_progress": (c_double, c_void_p, c_double, c_double),
    "frame_count": (c_int64, c_void_p, c_double, c_int64, c_int64),
    "frame_progress": (c_double, c_void_p, c_double, c_int64, c_int64, c_int64),
    "picture_new": (c_void_p, POINTER(Pixels)),
    "picture_new_fitted": (c_void_p, c_void_p, c_int64, c_int64, c_int32),
    "picture_free": (None, c_void_p),
    "renderer_new": (c_void_p, c_int64, c_int64, c_int32, c_int32),
    "renderer_free": (None, c_void_p),
    "render": (c_int, c_void_p, c_void_p, c_double, c_void_p, c_void_p, POINTER(Pixels)),
    "render_pixels": (c_int, c_void_p, c_void_p, c_double, POINTER(Pixels), POINTER(Pixels), POINTER(Pixels)),
}


def _loaded():
    """The library beside this file, or the one at SEGUE_LIBRARY."""
    library = ctypes.CDLL(os.environ.get("SEGUE_LIBRARY") or os.path.join(os.path.dirname(__file__), "libsegue.so"))
    for name, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(library, "segue_" + name)
        function.restype, function.argtypes = result, arguments
    return library


library = _loaded()


class Error(ValueError):
    """An error: a sentence, and its kind in `status` as the tool's exit code.

    64 is an invalid argument, 65 an invalid look or filter chain, 70 an internal error.
    """

    def __init__(self, sentence: str, status: int = 64):
        super().__init__(sentence)
        self.status = status


def failure() -> Error:
    """The error of this thread's last call."""
    return Error(library.segue_message().decode(), library.segue_last_status())


class Object:
    """An object of the library, freed with its last reference."""

    def __init__(self, pointer, free):
        if not pointer:
            raise failure()
        self.pointer, self._free = pointer, free

    def __del__(self):
        if getattr(self, "pointer", None):
            self._free(self.pointer)
