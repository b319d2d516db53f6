#!/usr/bin/env python3
"""Tests `segue join --copy` with random films, each compared with the same film encoded losslessly without `--copy`.

The clips are 160x90, H.264 or HEVC with many settings. A seed decides their cuts and transitions, and the titles, overlays
and fades over them. For each film:

  - ffmpeg decodes it with `-xerror -err_detect explode` without a message, also after seeks to sync samples;
  - each frame has one picture, at its time to the tick, or within half a frame for a clip of variable frame rate;
  - copied pictures equal the clip's pictures, and their number equals the report's;
  - all other pictures have a PSNR of at least 40 dB against the lossless film;
  - the sound has an SNR of at least 30 dB against the lossless film, which a shift by one sample fails;
  - the only sample entry is `avc1` or `hvc1`, and no sample contains a parameter set.

usage: copy-films.py [--segue PATH] [--first SEED] [--count N] [--kept FOLDER] [--jobs N]

Prints the fault and the command of each film that fails, and the number of films that pass. FOLDER keeps the clips and the
failed films.
"""
import argparse
import concurrent.futures
import hashlib
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

SIZE = "160x90"
SECONDS = 3
TAGS = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
HLG = ["-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-color_range", "tv"]
JITTER = "settb=1/{0},setpts='floor(N*{0}/30+{1}*(random(1)-0.5))'"


def x264(*words, **options):
    """The arguments of an encoder, with `options` as `-x264-params`."""
    params = ":".join(f"{name.replace('_', '-')}={value}" for name, value in options.items())
    return ["-c:v", "libx264", *words] + (["-x264-params", params] if params else [])


def x265(preset, pixels="yuv420p", colors=(), **options):
    params = ":".join(["log-level=error", "pools=1"] + [f"{n.replace('_', '-')}={v}" for n, v in options.items()])
    return ["-c:v", "libx265", "-preset", preset, "-tag:v", "hvc1", "-pix_fmt", pixels, *colors, "-x265-params", params]


# The kinds of clips: the encoder's arguments. The keys "filter", "name" and "remux" apply to the clip.
SDR = {
    "plain": x264("-g", "15", "-bf", "0"),
    "pyramid": x264("-g", "30", "-bf", "3", b_pyramid="normal", b_adapt=0, scenecut=0),
    "refs1": x264("-g", "250", "-bf", "0", "-refs", "1"),
    "refs4": x264("-g", "250", "-bf", "3", "-refs", "4"),
    "open": x264("-g", "20", "-bf", "3", open_gop=1),
    "cavlc": x264("-g", "12", "-bf", "2", "-coder", "0"),
    "baseline": x264("-g", "15", "-profile:v", "baseline"),
    "slices": x264("-g", "15", "-bf", "2", slices=4),
    "refresh": x264("-g", "15", "-bf", "0", intra_refresh=1),
    "ids": x264("-g", "15", "-bf", "2", sps_id=3),
    "crf30": x264("-g", "24", "-bf", "1", "-crf", "30", "-preset", "ultrafast"),
}
VARYING = {
    "phone600": x264("-g", "15", "-bf", "0"),
    "phone90k": x264("-g", "30", "-bf", "2"),
    "phonegap": x264("-g", "15", "-bf", "2"),
}
REMUXED = {
    "matroska": ("pyramid", "mkv", []),
    "stream": ("pyramid", "ts", []),
    "quicktime": ("refs4", "mov", ["-video_track_timescale", "600"]),
    "edited": ("pyramid", "mp4", ["-ss", "0.5"]),
    "negative": ("pyramid", "mp4", ["-movflags", "negative_cts_offsets"]),
    "turned": ("pyramid", "mp4", ["-metadata:s:v", "rotate=90"]),
    "turned2": ("plain", "mp4", ["-metadata:s:v", "rotate=90"]),
    "over": ("slices", "mov", ["-metadata:s:v", "rotate=180"]),
}
HEVC = {
    "closed": x265("veryfast", open_gop=0, bframes=4, keyint=20),
    "hopen": x265("medium", open_gop=1, bframes=4, keyint=20),
    "fast": x265("ultrafast", open_gop=0, bframes=0, keyint=15),
    "long": x265("medium", open_gop=1, bframes=3, keyint=250, ref=4),
    "hslices": x265("veryfast", open_gop=0, bframes=2, keyint=30, slices=2),
}
DEEP = {
    "hlgclosed": x265("veryfast", "yuv420p10le", HLG, open_gop=0, bframes=4, keyint=20),
    "hlgopen": x265("medium", "yuv420p10le", HLG, open_gop=1, bframes=3, keyint=25),
    "hlgphone": x265("veryfast", "yuv420p10le", HLG, open_gop=1, bframes=3, keyint=30),
}
DEEP264 = {
    "ten": x264("-g", "15", "-bf", "2", "-pix_fmt", "yuv420p10le"),
    "ten4": x264("-g", "40", "-bf", "3", "-refs", "4", "-pix_fmt", "yuv420p10le"),
}
RATES = {"pal": x264("-g", "12", "-bf", "2"), "ntsc": x264("-g", "15", "-bf", "2")}
FAMILIES = [
    [*SDR, *VARYING, "matroska", "stream", "quicktime", "edited", "negative", "ntsc"],
    [*SDR], [*HEVC], [*HEVC, "plain"], [*DEEP], [*DEEP264], ["turned", "turned2"], ["turned", "over", "plain"],
    ["pal", "plain"], ["ntsc", "plain", "phone90k"],
]
TRANSITIONS = ["dissolve", "slide", "wipe", "push", "iris", "zoom-blur", "pixellate-dissolve", "cube", "page-curl"]


class Fault(Exception):
    """A film's fault, as a sentence."""


def run(*command, **options):
    child = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, **options)
    if child.returncode != 0:
        raise Fault(f"{command[0]} ended with {child.returncode}: {child.stderr.decode(errors='replace').strip()[-300:]}")
    return child


def make_clips(folder):
    """Makes the missing clips, two of each kind with different pictures. Returns their names."""
    def encode(name, words, pictures):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return
        kind, rate, chain, extra = re.split("[.-]", name)[0], "30", "null", []
        if kind in ("pal", "ntsc"):
            rate = {"pal": "25", "ntsc": "30000/1001"}[kind]
        if kind in ("phone600", "phone90k", "phonegap", "hlgphone"):
            ticks = 600 if kind == "phone600" else 90000
            chain = JITTER.format(ticks, ticks / 120)
            if kind == "phonegap":
                chain = "select='not(between(mod(n\\,40)\\,20\\,21))'," + JITTER.format(ticks, 0).replace(
                    f"N*{ticks}/30", f"T*{ticks}+{ticks}/9000")
            extra = ["-enc_time_base", f"1:{ticks}", "-fps_mode", "passthrough", "-video_track_timescale", str(ticks)]
        tags = [] if "-colorspace" in words else TAGS
        pixels = [] if "-pix_fmt" in words else ["-pix_fmt", "yuv420p"]
        run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"{pictures}=s={SIZE}:r={rate}", "-f", "lavfi", "-i",
            f"sine=f={400 + 7 * len(name)}:r=48000", "-t", str(SECONDS), "-vf", chain, *extra, *tags, *pixels, *words,
            "-threads", "1", "-c:a", "aac", path)

    encoded = {**SDR, **VARYING, **HEVC, **DEEP, **DEEP264, **RATES}
    for kind, words in encoded.items():
        for side, pictures in (("a", "testsrc2"), ("b", "mandelbrot")):
            encode(f"{kind}-{side}.mp4", words, pictures)
    for kind, (source, ending, words) in REMUXED.items():
        for side in "ab":
            path = os.path.join(folder, f"{kind}-{side}.{ending}")
            if not os.path.exists(path):
                before = words if words[:1] == ["-ss"] else []
                run("ffmpeg", "-v", "error", "-y", *before, "-i", os.path.join(folder, f"{source}-{side}.mp4"), "-c",
                    "copy", *(words if not before else []), path)
    names = sorted(name for name in os.listdir(folder) if re.search(r"\.(mp4|mov|mkv|ts)$", name))
    return {kind: [n for n in names if n.startswith(f"{kind}-")] for kind in (*encoded, *REMUXED)}


def pictures(path, seek=None, is_clip=False):
    """A file's pictures as ffmpeg decodes them, from `seek` on, joined. Throws if ffmpeg warns about a file that is no clip."""
    seeking = [] if seek is None else ["-ss", f"{seek:.6f}"]
    words = ["-xerror", "-err_detect", "explode", *seeking, "-i", path, "-map", "0:v", "-autoscale", "0"]
    # -1 is the file's time base. With a coarser one, the rawvideo muxer warns about close timestamps.
    raw = ["-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "rawvideo", "pipe:1"]
    made = run("ffmpeg", "-nostdin", "-v", "warning", *words, *raw)
    if made.stderr.strip() and not is_clip:
        raise Fault(f"ffmpeg warns about {os.path.basename(path)}: {made.stderr.decode(errors='replace').strip()[:200]}")
    return made.stdout


class Video:
    """A file's pictures as decoded by ffmpeg: bytes and timestamps, in presentation order."""

    def __init__(self, path, is_clip=False):
        facts = json.loads(run(
            "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_streams", "-show_packets", "-of", "json", path).stdout)
        self.facts = facts["streams"][0]
        self.deep = "10" in self.facts["pix_fmt"]
        self.size = self.facts["width"] * self.facts["height"] * 3 // 2 * (2 if self.deep else 1)
        self.pictures = self.cut(pictures(path, is_clip=is_clip))
        packets = [p for p in facts["packets"] if "D" not in p["flags"]]
        packets.sort(key=lambda packet: float(packet["pts_time"]))
        self.times = [float(packet["pts_time"]) for packet in packets]
        self.sync = [float(packet["pts_time"]) for packet in packets if "K" in packet["flags"]]

    def cut(self, joined):
        return [joined[at:at + self.size] for at in range(0, len(joined), self.size)]

    @property
    def hashes(self):
        return [hashlib.md5(picture).digest() for picture in self.pictures]


def decibels(a, b, deep):
    if a == b:
        return 99.0
    a, b = (memoryview(x).cast("H" if deep else "B") for x in (a, b))
    error = sum((x - y) ** 2 for x, y in zip(a, b)) / len(a)
    return 10 * math.log10((1023 if deep else 255) ** 2 / error)


def film(seed, kinds):
    """The arguments of the film of `seed`, without its output, and its extension."""
    chance = random.Random(seed)
    family = FAMILIES[seed % len(FAMILIES)]
    words = []
    for index in range(chance.randint(2, 5)):
        if index and chance.random() < 0.6:
            name = chance.choice(TRANSITIONS)
            words.append(f"+{name}:{chance.choice(['0.2', '0.4', '7f', '0.5', '12f'])}")
        elif index:
            words.append("+cut")
        if index and chance.random() < 0.05:
            words.append(f"color:{chance.choice(['red', 'black'])}@0-{chance.choice(['0.6', '1'])}")
            continue
        word = chance.choice(kinds[chance.choice(family)])
        length = SECONDS - (0.6 if "edited" in word else 0.1)
        if chance.random() < 0.6:
            start = chance.choice(["", f"{chance.uniform(0, 1):.2f}", f"{chance.randint(0, 30)}f"])
            end = chance.choice(["", f"{chance.uniform(1.9, length):.2f}", f"{chance.randint(57, 70)}f"])
            word += f"@{start}-{end}"
        if chance.random() < 0.06:
            word += chance.choice([",filter=sepia()", ",speed=1.5", ",rotate=180", ",volume=-6dB"])
        words.append(word)
    words += ["--shorten", "--no-subtitles"]
    if chance.random() < 0.3:
        start = chance.uniform(0, 2)
        words += ["--title", f"Title {seed},start={start:.2f},end={start + chance.uniform(0.1, 1.5):.2f}"]
    if chance.random() < 0.15:
        words += ["--fade-in", "0.3"]
    if chance.random() < 0.15:
        words += ["--fade-out", "0.5"]
    if chance.random() < 0.1:
        words += ["--keep-length"]
    return words, chance.choice(["mp4", "mp4", "mov", "mkv"])


def sound(path):
    """The first channel's samples."""
    made = run("ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "pipe:1")
    return memoryview(made.stdout).cast("h")[::2].tolist()


def check(seed, segue, clips, kinds, folder):
    """Makes and checks the film of `seed`. Returns the numbers of copied and encoded pictures and the lowest PSNR."""
    words, ending = film(seed, kinds)
    path, plain = (os.path.join(folder, name) for name in (f"copied.{ending}", "plain.mkv"))
    copied = run(segue, "join", *words, "--copy", "--quality", "4", "-y", "--json", "-o", path, cwd=clips)
    report = json.loads(copied.stdout)
    made = Video(path)
    depth = ["--depth", "10"] if made.deep else []
    run(segue, "join", *words, *depth, "--codec", "ffv1", "-y", "-o", plain, cwd=clips)
    count, (over, under) = report["film"]["frames"], map(int, report["film"]["fps"].split("/"))
    rate = over / under
    lossless = Video(plain)
    if len(lossless.pictures) != count:
        raise Fault(f"the lossless film has {len(lossless.pictures)} frames, the report {count}")
    if len(made.pictures) != len(made.times):
        raise Fault(f"{len(made.times)} packets, but {len(made.pictures)} decoded pictures")
    places = [math.floor(time * rate + 0.5) for time in made.times]
    if len(set(places)) != len(places) or places != sorted(places) or places[0] != 0 or places[-1] >= count:
        raise Fault(f"not one picture per frame: {places[:5]} … {places[-5:]} of {count}")

    ranges = [(clip, *part) for clip in report["clips"] for part in clip.get("copied") or []]
    varying = set()
    for clip, first, end in ranges:
        times = [time for time, _ in sources(os.path.join(clips, clip["source"]))]
        shown = [(time - times[0]) * rate for time in times]
        if [round(place) for place in shown] != list(range(len(shown))) or any(
                abs(place - round(place)) > 0.0012 * rate for place in shown):
            varying |= set(range(first, end))
    tick = 0.0011 if ending == "mkv" else 2e-5
    for time, place in zip(made.times, places):
        if place not in varying and abs(time - place / rate) > tick:
            raise Fault(f"frame {place} has the time {time} s")
    holes = set(range(count)) - set(places)
    if not holes <= varying:
        raise Fault(f"no pictures for frames {sorted(holes - varying)[:5]}")
    hashes = dict(zip(places, zip(made.times, made.hashes)))

    taken, found = set(), 0
    for clip, first, end in ranges:
        own = sources(os.path.join(clips, clip["source"]))
        rounded = 0.0011 if clip["source"].endswith((".mkv", ".ts")) else 0
        last = None
        for frame in (f for f in range(first, end) if f in hashes):
            time, digest = hashes[frame]
            wanted = time - clip["start"] / rate + clip["in"] + own[0][0]
            index = min(range(len(own)), key=lambda i: abs(own[i][0] - wanted))
            # IN may be between two pictures, and without a handle the clip's first picture is held. So the first copied
            # picture decides the offset.
            if last is None:
                back = 14 if "--keep-length" in words else 1
                near = sorted(range(max(0, index - back), min(len(own), index + 2)), key=lambda i: abs(own[i][0] - wanted))
                index = next((i for i in near if own[i][1] == digest), None)
            else:
                index = last[0] + 1 if last[0] + 1 < len(own) and own[last[0] + 1][1] == digest else None
            if index is None:
                raise Fault(f"frame {frame} is not the picture of {clip['source']} at {wanted:.4f} s")
            if last is not None and abs(time - last[1] - own[index][0] + own[last[0]][0]) > tick + rounded:
                raise Fault(f"frame {frame} is {time - last[1]:.5f} s after the previous one, unlike in the clip")
            last, found = (index, time), found + 1
            taken.add(frame)
    if found != report["film"]["copiedFrames"]:
        raise Fault(f"{found} pictures are copied, but the report has {report['film']['copiedFrames']}")

    lowest = 99.0
    for frame, picture in zip(places, made.pictures):
        if frame in taken and frame in varying:
            continue
        value = decibels(picture, lossless.pictures[frame], made.deep)
        if frame in taken and value < 99:
            raise Fault(f"frame {frame} is copied, but differs from the lossless film: {value:.1f} dB")
        if value < 40:
            raise Fault(f"frame {frame} is encoded at {value:.1f} dB")
        lowest = min(lowest, value)
    whole, other = sound(path), sound(plain)
    heard = math.floor(count * 48000 / rate)
    if not heard <= len(whole) < heard + 1024 or len(other) != heard:
        raise Fault(f"the sound has {len(whole)} samples instead of {heard}")
    # A shift of the clips' tones by one sample would have an SNR of 26 dB.
    power, error = sum(x * x for x in other), sum((x - y) ** 2 for x, y in zip(whole, other))
    if error * 1000 > power:
        raise Fault(f"the sound has an SNR of only {10 * math.log10(power / error):.1f} dB")
    if ending != "mkv":
        entry = {"h264": "avc1", "hevc": "hvc1"}[made.facts["codec_name"]]
        if found and made.facts["codec_tag_string"] != entry:
            raise Fault(f"the sample entry is {made.facts['codec_tag_string']}")
        for time in random.Random(seed).sample(made.sync, min(2, len(made.sync))):
            rest = made.cut(pictures(path, seek=max(0, time - 0.002)))
            if rest != made.pictures[len(places) - len(rest):] or len(rest) < len(places) - made.times.index(time):
                raise Fault(f"after a seek to {time} s the pictures differ")
    return found, count - found, lowest


SOURCES = {}


def sources(path):
    """The times and hashes of a clip's pictures."""
    if path not in SOURCES:
        video = Video(path, is_clip=True)
        SOURCES[path] = list(zip([t for t in video.times if t >= 0], video.hashes))
    return SOURCES[path]


def attempt(seed, segue, clips, kinds, kept):
    """Checks the film of `seed` in a new folder. Returns the seed, the result of `check`, and the fault."""
    folder = tempfile.mkdtemp(prefix=f"copied-{seed}-", dir=kept)
    try:
        made = check(seed, segue, clips, kinds, folder)
    except Fault as fault:
        if not kept:
            shutil.rmtree(folder, ignore_errors=True)
        return seed, None, str(fault)
    shutil.rmtree(folder, ignore_errors=True)
    return seed, made, None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--segue", default=".build/made/segue")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--kept")
    options = parser.parse_args()
    place = options.kept or tempfile.mkdtemp(prefix="copy-films-")
    clips = os.path.join(place, "clips")
    os.makedirs(clips, exist_ok=True)
    kinds = make_clips(clips)
    passed, copied, encoded, lowest = 0, 0, 0, 99.0
    seeds = range(options.first, options.first + options.count)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(attempt, s, os.path.abspath(options.segue), clips, kinds, options.kept) for s in seeds]
        for job in concurrent.futures.as_completed(jobs):
            seed, made, fault = job.result()
            if fault:
                print(f"{seed}: {fault}\n  {' '.join(film(seed, kinds)[0])} -o copied.{film(seed, kinds)[1]}", flush=True)
                continue
            passed, copied, encoded, lowest = passed + 1, copied + made[0], encoded + made[1], min(lowest, made[2])
    if not options.kept:
        shutil.rmtree(place, ignore_errors=True)
    print(f"{passed} of {len(seeds)} films pass: {copied} pictures copied, {encoded} encoded at {lowest:.1f} dB or better")
    sys.exit(0 if passed == len(seeds) else 1)


if __name__ == "__main__":
    main()
