"""Segue's transitions between pictures in memory.

    import segue
    slide = segue.Transition("slide", rows=12, timing="spring(0.8)")
    frame = slide.frame(a, b, 0.5)
    for frame in slide.frames(a, b, fps=60): ...

A picture is any object with the buffer protocol: a NumPy array of shape (height, width, 3 or 4) and type uint8, or uint16
with 4 channels; or bytes, with `size=(width, height)`. Channels are red, green, blue and straight alpha in sRGB, top row
first. Frames equal those of the tool's `segue FROM TO --at PROGRESS`.

Invalid values raise `segue.Error`; an object whose memory is no picture raises `TypeError`.

Every function may be called from any thread; drawing releases the GIL. For video use the tool:
`segue from.png to.png -o out.mp4 -t slide`.
"""

from __future__ import annotations

import ctypes
from fractions import Fraction
from typing import Any, Iterator, NamedTuple, Optional, Sequence, Tuple, Union

from . import _buffers
from ._library import FITS, Error, Object, Options, failure, library

__all__ = ["Description", "Error", "Parameter", "Picture", "Transition", "filters", "transitions", "version"]

#: The version of the library: major, minor and patch numbers, separated by dots.
version: str = library.segue_version().decode()


class Parameter(NamedTuple):
    """A parameter of a transition or of a filter."""
    #: The name, with dashes; a keyword of `Transition` has underscores instead.
    name: str
    #: "float", "int", "bool", "vec2", "vec3", "vec4", "color", "choice", "texture" or "points".
    type: str
    #: The default as typed on the command line; None if the parameter has no default.
    default: Optional[str]
    #: The least value of each number, inclusive; -inf if unbounded.
    minimum: float
    #: The greatest value of each number, inclusive; inf if unbounded.
    maximum: float
    #: The unit in words; None without a unit.
    unit: Optional[str]
    #: The words of a choice; empty for other types.
    choices: Tuple[str, ...]
    #: The meaning, in one sentence.
    summary: str


class Description(NamedTuple):
    """A transition or a filter."""
    #: The name: lower case, words joined by dashes.
    name: str
    #: The look or the effect, in one sentence.
    summary: str
    #: The source of the effect: a program, a paper or an article.
    source: str
    #: The default duration in seconds; 0 for a filter.
    duration: float
    #: The default timing curve; None for a filter.
    timing: Optional[str]
    #: The parameters, in the order of listings.
    parameters: Tuple[Parameter, ...]


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode()


def _words(choices) -> Tuple[str, ...]:
    words = []
    while choices and choices[len(words)]:
        words.append(choices[len(words)].decode())
    return tuple(words)


def _descriptions(function) -> Tuple[Description, ...]:
    count = ctypes.c_size_t()
    first = function(ctypes.byref(count))
    return tuple(
        Description(
            _text(d.name), _text(d.summary), _text(d.source), d.duration, _text(d.timing),
            tuple(
                Parameter(
                    _text(p.name), _text(p.type), _text(p.value), p.minimum, p.maximum, _text(p.unit), _words(p.choices),
                    _text(p.summary))
                for p in d.parameters[:d.parameter_count]))
        for d in first[:count.value])


def transitions() -> Tuple[Description, ...]:
    """The built-in transitions, in the order of `segue list`."""
    return _descriptions(library.segue_transitions)


def filters() -> Tuple[Description, ...]:
    """The filters for chains such as "sepia blur(0.02*p)", in the order of listings."""
    return _descriptions(library.segue_filters)


class Picture:
    """A picture that is prepared once and drawn many times.

    `source` is a picture as described in the module; its pixels are copied. Plain bytes need `size`, in pixels.
    `to=(width, height)`, 1 to 16384 each, and `fit` ("cover", "contain", "stretch" or "blur") fit it to another size with
    a Lanczos filter.

    Raises `Error` for an invalid shape, size or fit, and `TypeError` for memory that is no picture.
    """

    def __init__(self, source: Any, size: Optional[Tuple[int, int]] = None, *, to: Optional[Tuple[int, int]] = None,
                 fit: str = "cover"):
        buffer = _buffers.Buffer(source, "the picture", size)
        self._object = Object(library.segue_picture_new(buffer.pixels), library.segue_picture_free)
        self._like = source if hasattr(source, "__array_interface__") else None
        #: (height, width, channels), with 3 or 4 channels.
        self.shape: Tuple[int, int, int] = buffer.shape
        #: Bits per channel, 8 or 16.
        self.bits: int = buffer.bits
        if fit not in FITS:
            raise Error(f"the fit is “{fit}”, but must be one of {', '.join(FITS)}")
        if to is not None:
            self._object = Object(
                library.segue_picture_new_fitted(self._object.pointer, *to, FITS[fit]), library.segue_picture_free)
            self.shape = (to[1], to[0], self.shape[2])


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(_typed, value))
    return str(value)


class Transition:
    """A built-in transition by its name, one of ffmpeg's as "xfade:NAME", or a look's JSON as `look`.

    Parameters are keywords with the names of `segue.transitions()`, with underscores for dashes. `timing` is the curve
    for `frames` and `progress`, such as "spring(0.8)". `from_filter`, `to_filter` and `filter` are filter chains for the
    outgoing picture, the incoming picture and the frame. `background` is a CSS colour, by default black between opaque
    pictures, else transparent. `threads` is the number of drawing threads, at most 1024; 0 is one per core.

    Raises `Error` for an unknown name, an invalid parameter, curve, look, chain or colour, and for a parameter that names
    a file.
    """

    def __init__(self, name: Optional[str] = None, *, look: Optional[str] = None, timing: Optional[str] = None,
                 from_filter: Optional[str] = None, to_filter: Optional[str] = None, filter: Optional[str] = None,
                 background: Optional[str] = None, threads: int = 0, **parameters: Any):
        texts = [f"{key.replace('_', '-')}={_typed(value)}".encode() for key, value in parameters.items()]
        values = (ctypes.c_char_p * (len(texts) + 1))(*texts, None)
        words = [None if text is None else str(text).encode() for text in (name, look, timing, from_filter, to_filter, filter, background)]
        self._object = Object(
            library.segue_transition_new(Options(words[0], words[1], values, *words[2:])), library.segue_transition_free)
        self._threads = threads
        self._renderers: dict = {}

    @property
    def duration(self) -> float:
        """The default duration in seconds; for a spring with a mass its settling time."""
        return self._checked(library.segue_transition_duration(self._object.pointer, 0))

    def progress(self, time: float, duration: Optional[float] = None) -> float:
        """The progress `time` seconds after the beginning of a run of `duration` seconds, along the timing curve.

        It is 0 before the run and 1 from its end on; a spring may exceed 1 in between. `None` is the default duration.
        Raises `Error` unless the duration is above 0 and at most a day.
        """
        return self._checked(library.segue_transition_progress(self._object.pointer, time, self._seconds(duration)))

    def frame(self, a: Any, b: Any, progress: float, *, size: Optional[Tuple[int, int]] = None, out: Any = None) -> Any:
        """The frame between the pictures `a`, shown at progress 0, and `b`, shown at 1; no timing curve is applied.

        Progress may be outside of 0 to 1, as with springs. `size=(width, height)` is the size of pictures as plain bytes.
        The frame is written to `out` and returned: writable memory of the pictures' size with 3 or 4 channels. Without
        `out` the result is a NumPy array of `a`'s shape if `a` is one, else a bytearray; it has 4 channels if `a` or `b`
        has.

        Raises `Error` for pictures of two sizes, a progress that is not finite and values out of bounds.
        """
        if isinstance(a, Picture) != isinstance(b, Picture):
            a, b = (p if isinstance(p, Picture) else Picture(p, size) for p in (a, b))
        is_prepared = isinstance(a, Picture)
        first = a if is_prepared else _buffers.Buffer(a, "the outgoing picture", size)
        second = b if is_prepared else _buffers.Buffer(b, "the incoming picture", size)
        height, width, channels = first.shape
        if out is None:
            channels = max(channels, second.shape[2])
            out = _buffers.made(a._like if is_prepared else a, (height, width, channels), first.bits)
        target = _buffers.Buffer(out, "out", (width, height), writable=True)
        renderer = self._renderer(width, height, target.bits)
        draw = library.segue_render if is_prepared else library.segue_render_pixels
        inputs = (first._object.pointer, second._object.pointer) if is_prepared else (first.pixels, second.pixels)
        if draw(renderer.pointer, self._object.pointer, progress, *inputs, target.pixels) != 0:
            raise failure()
        return out

    def frames(self, a: Any, b: Any, fps: Union[int, float, Fraction] = 60, duration: Optional[float] = None, *,
               size: Optional[Tuple[int, int]] = None, out: Any = None) -> Iterator[Any]:
        """The frames of `segue A B -r FPS -d DURATION`; the default of `duration` is the transition's.

        The first is `a` and the last `b`. `fps` is above 0 and at most a million; a float is the nearest fraction with a
        denominator of at most 100,000. `duration` is in seconds, above 0 and at most a day. With `out` each frame
        overwrites the previous one.

        Raises `Error` for other rates and durations, before the first frame.
        """
        rate = Fraction(fps).limit_denominator(100_000)
        run = (self._object.pointer, self._seconds(duration), rate.numerator, rate.denominator)
        count = library.segue_frame_count(*run)
        if count == 0:
            raise failure()
        a, b = (p if isinstance(p, Picture) else Picture(p, size) for p in (a, b))
        return (self.frame(a, b, library.segue_frame_progress(*run, index), out=out) for index in range(count))

    def save(self, path: str, *_: Any, **__: Any) -> None:
        """Raises NotImplementedError: the library does not encode frames."""
        raise NotImplementedError(
            f"segue's Python package draws frames but does not encode them; use the tool: segue FROM TO -o {path}")

    @staticmethod
    def _seconds(duration: Optional[float]) -> float:
        if duration is not None and not duration > 0:
            raise Error(f"the duration is {duration} s, but must be above 0 and at most a day")
        return duration or 0

    @staticmethod
    def _checked(value: float) -> float:
        if value != value:
            raise failure()
        return value

    def _renderer(self, width: int, height: int, bits: int) -> Object:
        key = (width, height, bits)
        renderer = self._renderers.get(key)
        if renderer is None:
            renderer = Object(library.segue_renderer_new(*key, self._threads), library.segue_renderer_free)
            # The previous renderer is freed once its last frame is drawn.
            self._renderers = {key: renderer}
        return renderer
