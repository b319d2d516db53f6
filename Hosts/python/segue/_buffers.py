"""Pictures in the memory of Python objects, through the buffer protocol (PEP 3118)."""

import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_ssize_t, c_void_p, py_object

from ._library import RGB8, RGBA16, RGBA8, Error, Pixels


class _View(Structure):
    _fields_ = [
        ("buf", c_void_p), ("obj", py_object), ("len", c_ssize_t), ("itemsize", c_ssize_t), ("readonly", c_int),
        ("ndim", c_int), ("format", c_char_p), ("shape", POINTER(c_ssize_t)), ("strides", POINTER(c_ssize_t)),
        ("suboffsets", POINTER(c_ssize_t)), ("internal", c_void_p)]


_WRITABLE, _FORMAT, _STRIDES = 1, 4, 0x18
_get = ctypes.pythonapi.PyObject_GetBuffer
_get.argtypes = [py_object, c_void_p, c_int]
_release = ctypes.pythonapi.PyBuffer_Release
_release.argtypes, _release.restype = [c_void_p], None


class Buffer:
    """The pixels of an object, locked for the lifetime of this buffer.

    `shape` is (height, width, channels); `bits` is 8 or 16.
    """

    def __init__(self, source, name: str, size=None, writable: bool = False):
        self._view, self._held = _View(), False
        try:
            _get(source, byref(self._view), _FORMAT | _STRIDES | (_WRITABLE if writable else 0))
        except (TypeError, BufferError, ValueError) as error:
            raise TypeError(f"{name} is a {type(source).__name__}, whose memory cannot be "
                            f"{'written' if writable else 'read'}: {error}") from None
        self._held = True
        view = self._view
        shape = [view.shape[i] for i in range(view.ndim)]
        strides = [view.strides[i] for i in range(view.ndim)]
        code = (view.format or b"B").decode().lstrip("@=<")
        if code not in ("B", "c", "H") or (code == "H" and view.itemsize != 2):
            raise TypeError(f"{name} has values of type {code!r}, but a channel must be uint8 or uint16")
        self.bits = 8 * view.itemsize
        if len(shape) == 1 and size is not None:
            width, height = size
            channels = shape[0] // (width * height) if width > 0 and height > 0 else 0
            shape, strides = [height, width, channels], [width * channels * view.itemsize, channels * view.itemsize, strides[0]]
            if width * height * channels * view.itemsize != view.len:
                raise Error(f"{name} has {view.len} bytes, but must have {width}x{height} pixels of 3 or 4 channels")
        if len(shape) != 3 or shape[2] not in (3, 4):
            hint = "; give size=(width, height) for plain bytes" if len(shape) == 1 else ""
            raise Error(f"{name} has the shape {tuple(shape)}, but must be (height, width, 3 or 4){hint}")
        if self.bits == 16 and shape[2] == 3:
            raise Error(f"{name} has 3 channels of 16 bits, but 16 bits need 4 channels: red, green, blue and alpha")
        if strides[2] != view.itemsize or strides[1] != shape[2] * view.itemsize or strides[0] < 0:
            raise Error(f"the pixels of {name} are not contiguous in memory; numpy.ascontiguousarray copies them")
        self.shape = tuple(shape)
        form = RGBA16 if self.bits == 16 else RGBA8 if shape[2] == 4 else RGB8
        self.pixels = Pixels(view.buf, shape[1], shape[0], strides[0] if shape[0] > 1 else 0, form, 0)

    def __del__(self):
        if getattr(self, "_held", False):
            _release(byref(self._view))


def made(like, shape, bits: int):
    """Memory for a frame: a NumPy array if `like` is one, else a bytearray."""
    if hasattr(like, "__array_interface__"):
        import numpy
        return numpy.empty(shape, numpy.uint8 if bits == 8 else numpy.uint16)
    return bytearray(shape[0] * shape[1] * shape[2] * bits // 8)
