"""Clips of moviepy 2 joined with Segue's transitions."""

from __future__ import annotations

import threading
from typing import Any, Sequence, Union

import numpy
from moviepy import AudioClip, CompositeAudioClip, VideoClip

from . import Error, Transition


def join(clips: Sequence[VideoClip], transition: Union[str, Transition] = "dissolve", duration: float = 1,
         **parameters: Any) -> VideoClip:
    """Joins clips. Each one overlaps the next for `duration` seconds, in which the transition plays.

    The clips must have one size, and each must be at least as long as its transitions together. The sound is crossfaded
    with equal power, as in `segue join`. The result has the highest rate of the clips, and a mask if a clip has one.
    Further keywords are those of `segue.Transition`.

    Raises `segue.Error` without clips, for clips of different sizes, for too short clips, and for an invalid transition.
    """
    clips = list(clips)
    if not clips:
        raise Error("there are no clips to join")
    for clip in clips:
        if tuple(clip.size) != tuple(clips[0].size):
            raise Error(f"a clip is {clip.size[0]}x{clip.size[1]} pixels, but the first one is {clips[0].size[0]}x"
                        f"{clips[0].size[1]}; use clip.resized")
    for index, clip in enumerate(clips):
        needed = duration * ((index > 0) + (index < len(clips) - 1))
        if clip.duration is None or clip.duration < needed:
            raise Error(f"clip {index + 1} is {clip.duration} s long, but its transitions take {needed} s")
    if not isinstance(transition, Transition):
        transition = Transition(transition, **parameters)
    if len(clips) > 1:
        transition.progress(0, duration)
    starts = [0.0]
    for clip in clips[:-1]:
        starts.append(starts[-1] + clip.duration - duration)
    total = starts[-1] + clips[-1].duration

    def place(time: float):
        """The index of the clip at a time (of the first one in a transition), and whether a transition is playing."""
        index = max((i for i, start in enumerate(starts) if start <= time), default=0)
        if index > 0 and time < starts[index] + duration:
            return index - 1, True
        return index, False

    def shown(clip: VideoClip, time: float):
        return clip.get_frame(min(max(time, 0), clip.duration))

    frame = _Frames(clips, starts, duration, transition, place, shown)
    joined = VideoClip(frame.picture, duration=total)
    if any(clip.mask is not None for clip in clips):
        joined = joined.with_mask(VideoClip(frame.mask, is_mask=True, duration=total))
    sounds = [
        _crossing(clip.audio, clip.duration, duration if index > 0 else 0, duration if index < len(clips) - 1 else 0)
        .with_start(starts[index])
        for index, clip in enumerate(clips) if clip.audio is not None]
    if sounds:
        joined = joined.with_audio(CompositeAudioClip(sounds).with_duration(total))
    rates = [clip.fps for clip in clips if getattr(clip, "fps", None)]
    return joined.with_fps(max(rates)) if rates else joined


class _Frames:
    """The frames of joined clips. The last frame is kept, since moviepy requests picture and mask separately."""

    def __init__(self, clips, starts, duration, transition, place, shown):
        self._clips, self._starts, self._duration = clips, starts, duration
        self._transition, self._place, self._shown = transition, place, shown
        self._has_mask = any(clip.mask is not None for clip in clips)
        self._lock, self._last = threading.Lock(), (None, None)

    def picture(self, time: float):
        frame = self._frame(time)
        return frame[:, :, :3] if self._has_mask else frame

    def mask(self, time: float):
        return self._frame(time)[:, :, 3] / 255.0

    def _pixels(self, index: int, time: float):
        clip, time = self._clips[index], time - self._starts[index]
        picture = numpy.ascontiguousarray(self._shown(clip, time), numpy.uint8)
        if not self._has_mask:
            return picture
        alpha = 255 if clip.mask is None else numpy.rint(self._shown(clip.mask, time) * 255).astype(numpy.uint8)
        return numpy.dstack([picture, numpy.broadcast_to(alpha, picture.shape[:2])])

    def _frame(self, time: float):
        with self._lock:
            if self._last[0] == time and self._has_mask:
                return self._last[1]
        index, is_transition = self._place(time)
        frame = self._pixels(index, time)
        if is_transition:
            progress = self._transition.progress(time - self._starts[index + 1], self._duration)
            frame = self._transition.frame(frame, self._pixels(index + 1, time), progress)
        with self._lock:
            self._last = (time, frame)
        return frame


def _crossing(sound: AudioClip, length: float, fade_in: float, fade_out: float) -> AudioClip:
    """The sound of a clip of `length` seconds with quarter-sine fades at its ends."""

    def filtered(get_frame, time):
        samples = get_frame(time)
        gain = numpy.ones_like(numpy.asarray(time, dtype=float))
        for width, distance in ((fade_in, time), (fade_out, length - time)):
            if width > 0:
                gain = gain * numpy.sin(numpy.clip(numpy.asarray(distance, dtype=float) / width, 0, 1) * numpy.pi / 2)
        return samples * (gain[:, None] if getattr(samples, "ndim", 0) == 2 else gain)

    return sound.transform(filtered, keep_duration=True).with_duration(min(length, sound.duration or length))
