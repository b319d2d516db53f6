"""`make bench`: Segue compared with other programs on this machine. Prints a table, the lines below their targets, and the
lines that fell since the table in Benchmarks.md. The newer one of PATH's ffmpeg and imageio-ffmpeg's is used.

Segue and the other program run alternately, under the same load. Each number is the median of the turns. The ratio is of
wall-clock rates. The last column is the ratio of processor-time rates, on which other load has less effect.

usage: bench.py [--segue PATH] [--hosts FOLDER] [--turns N] [--only WORDS]
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
A, B = (os.path.join(HERE, "..", "Examples", name) for name in ("dusk.png", "night.png"))
FULL, X264 = "1920:1080", ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"]


class Missing(Exception):
    """The error that a program is not installed, or failed."""


class Sample:
    """Frames per second of wall-clock time and of processor time."""

    def __init__(self, frames, wall, processor):
        self.wall, self.processor = frames / max(wall, 1e-9), frames / max(processor, 1e-9)


def run(*command, **options):
    """Runs a command. Returns wall-clock and processor seconds, its children's included."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as log:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            log.seek(0)
            raise Missing(f"{command[0]}: {log.read().decode(errors='replace').strip()[-200:]}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def version(ffmpeg):
    """The version of an ffmpeg, as text and as comparable numbers."""
    try:
        text = subprocess.run([ffmpeg, "-version"], capture_output=True, text=True).stdout
    except OSError:
        return "", (0,)
    found = re.match(r"ffmpeg version (\D*(\d+(?:\.\d+)*)\S*)", text)
    return (found[1], tuple(map(int, found[2].split(".")))) if found else ("", (0,))


def take_newest_ffmpeg(folder):
    """Puts the newest ffmpeg first in PATH, also for Segue. Returns its name and version."""
    known = [shutil.which("ffmpeg")]
    try:
        import imageio_ffmpeg
        known.append(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        pass
    newest = max((path for path in known if path), key=lambda path: version(path)[1], default=None)
    if newest is None:
        sys.exit("make bench needs ffmpeg: apt-get install ffmpeg")
    os.mkdir(os.path.join(folder, "bin"))
    os.symlink(newest, os.path.join(folder, "bin", "ffmpeg"))
    os.environ["PATH"] = os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"]
    return f"ffmpeg {version(newest)[0]}"


def peers():
    """The installed libraries to compare with, with their versions."""
    from importlib import metadata
    found = []
    for package in ("opencv-python-headless", "opencv-python", "skia-python", "moderngl", "moviepy"):
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            pass
    return found


def without_measures(name):
    """A line's name without units and measured values, the key to the same line of another table."""
    return re.sub(r"\s*\((frames/s|Mpixel/s|1/MB|1/library|SSIM|jobs/s|of 300)\)$|[\d.]+ (MB|µs)", "", name).strip()


def recorded():
    """The ratios in Benchmarks.md, by line."""
    with open(os.path.join(HERE, "..", "Benchmarks.md")) as file:
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in file if line.startswith("| ")]
    return {without_measures(row[0]): float(row[3]) for row in rows
            if len(row) == 7 and re.fullmatch(r"[\d.]+", row[3])}


class Bench:
    # The relative difference between two runs on one machine.
    noise = 0.1

    def __init__(self, arguments, folder):
        self.segue, self.hosts, self.turns, self.only, self.folder = (
            arguments.segue, os.path.realpath(arguments.hosts), arguments.turns, arguments.only, folder)
        self.rows, self.short, self.skipped, self.fell = [], [], [], []
        self.before = recorded()

    def path(self, name):
        return os.path.join(self.folder, name)

    # Measurements.

    def report(self, transition, *options, frames=300):
        command = [self.segue, "bench", "-t", transition, "--runs", "1", "--frames", str(frames), "--json"]
        done = subprocess.run(command + list(options), capture_output=True)
        if done.returncode != 0:
            reason = done.stderr.decode(errors="replace").strip()[-200:]
            raise Missing(f"segue bench {transition} ended with {done.returncode}: {reason}")
        return json.loads(done.stdout)

    def ours(self, transition, *options, frames=300):
        report = self.report(transition, *options, frames=frames)
        return Sample(frames, report["seconds"]["runs"][0], report["seconds"]["processor"][0])

    def job(self, output, *options, frames):
        return Sample(frames, *run(self.segue, A, B, "-o", self.path(output), "-y", "-q", *options))

    def graph(self, effect, size, frames, rate=60):
        """The filter graph of ffmpeg's transition between two pictures, which are decoded once."""
        loop = "format=gbrp,loop=-1:1:0,trim=end_frame=%d" % (frames + 1)
        scale = "" if size == FULL else f"scale={size},"
        return (f"[0]{scale}{loop}[a];[1]{scale}{loop}[b];"
                f"[a][b]xfade={effect}:duration={frames / rate}:offset=0")

    def ffmpeg(self, effect, after, *output, frames, size=FULL, rate=60):
        inputs = ["-framerate", str(rate), "-i", A, "-framerate", str(rate), "-i", B]
        command = ["ffmpeg", "-v", "error", "-nostdin", "-y", *inputs, "-filter_complex",
                   self.graph(effect, size, frames, rate) + after, "-frames:v", str(frames), *output]
        return Sample(frames, *run(*command))

    def frames_alone(self, effect, frames=41):
        """ffmpeg's transition without an encoder. The time excludes starting and decoding."""
        one = run_of(self.ffmpeg(effect, "", "-f", "null", "-", frames=1), 1)
        all = run_of(self.ffmpeg(effect, "", "-f", "null", "-", frames=frames), frames)
        return Sample(frames - 1, all[0] - one[0], all[1] - one[1])

    def filtered(self, chain, frames=200):
        """Segue's filter of one picture: the exponent ends the dissolve at once, so only the filter takes time."""
        return self.ours("dissolve", "-p", "exponent=100", "--backend", "cpu", "--filter", chain, frames=frames)

    def filter_alone(self, effect, frames=61, inputs=1):
        """ffmpeg's filter of pictures, which are decoded once. The time excludes starting and decoding."""
        loop = "loop=-1:1:0,trim=end_frame=%d" % (frames + 1)
        sources = ";".join(f"[{i}]format=gbrp,{loop}[s{i}]" for i in range(inputs))
        graph = sources + ";" + "".join(f"[s{i}]" for i in range(inputs)) + effect
        def sample(count):
            return run("ffmpeg", "-v", "error", "-nostdin", "-y", "-i", A, "-i", B, "-filter_complex", graph,
                       "-frames:v", str(count), "-f", "null", "-")
        one, all = sample(1), sample(frames)
        return Sample(frames - 1, all[0] - one[0], all[1] - one[1])

    def peer(self, name, frames, *files):
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, "peers.py"), name, str(frames), *files], capture_output=True)
        if done.returncode != 0:
            raise Missing(done.stderr.decode(errors="replace").strip().splitlines()[-1])
        result = json.loads(done.stdout)
        return Sample(frames, result["wall"], result["processor"])

    # Output.

    def wanted(self, name):
        return not self.only or any(word in name for word in self.only)

    def line(self, name, target, ours, theirs, unit="frames/s"):
        """Runs Segue and another program alternately and prints a line."""
        self.lines(ours, [(name, target, theirs)], unit)

    def lines(self, ours, beside, unit="frames/s"):
        """Runs Segue and several programs alternately and prints a line for each: name, target, program, and for slow programs
        the number of turns."""
        beside = [line for line in beside if self.wanted(line[0])]
        mine, others = [], {line[0]: [] for line in beside}
        counts = {name: min(turns, default=self.turns) for name, _, _, *turns in beside}
        for turn in range(max(counts.values(), default=0)):
            try:
                mine.append(ours())
            except Missing as reason:
                self.skipped += [f"{name}: {reason}" for name in others]
                return
            for name, _, theirs, *_ in beside:
                if name not in others or turn >= counts[name]:
                    continue
                try:
                    others[name].append(theirs())
                except Missing as reason:
                    self.skipped.append(f"{name}: {reason}")
                    del others[name]
        middle = lambda samples, kind: statistics.median(getattr(s, kind) for s in samples)
        for name, target, *_ in beside:
            if name in others:
                by_processor = middle(mine, "processor") / middle(others[name], "processor")
                self.row(name, middle(mine, "wall"), middle(others[name], "wall"), target, unit, by_processor)

    def row(self, name, ours, theirs, target, unit="frames/s", by_processor=None):
        """Prints a line of results; higher is better."""
        ratio = ours / theirs
        verdict = "reached" if ratio >= target else "missed"
        if ratio < target:
            self.short.append(f"{name}: {ratio:.2f} of {target}")
        before = self.before.get(without_measures(name))
        if before is not None and ratio < before * (1 - self.noise):
            self.fell.append(f"{name}: {before:.2f} to {ratio:.2f}")
        cells = [name, number(ours), number(theirs), f"{ratio:.2f}", f"{target:g}", verdict,
                 "" if by_processor is None else f"{by_processor:.2f}"]
        self.rows.append(cells)
        print(f"| {name} ({unit}) | " + " | ".join(cells[1:]) + " |", flush=True)


def run_of(sample, frames):
    return frames / sample.wall, frames / sample.processor


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def renderers(bench):
    bench.line("pixellate-dissolve, against xfade=pixelize", 30,
               lambda: bench.ours("pixellate-dissolve"), lambda: bench.frames_alone("pixelize"))
    bench.line("dissolve, against xfade=fade", 2,
               lambda: bench.ours("dissolve"), lambda: bench.frames_alone("fade", 121))
    bench.line("dissolve, against OpenCV's addWeighted", 1,
               lambda: bench.ours("dissolve"), lambda: bench.peer("opencv", 300))
    for transition, motion in (("slide", "slide"), ("zoom-fade", "zoom"), ("pin-rotate", "rotate")):
        bench.line(f"{transition}, against Skia's raster backend", 4,
                   lambda: bench.ours(transition, frames=120), lambda: bench.peer("skia-" + motion, 30))
    bench.line("GPU renderer on software GL, against a plain loop", 1.5,
               lambda: bench.ours("pixellate-dissolve", "--backend", "gpu", frames=40),
               lambda: bench.peer("gl", 20))


def filters(bench):
    """Filters compared with ffmpeg's and with OpenCV's."""
    table = bench.path("graded.cube")
    with open(table, "w") as file:
        steps = [i / 32 for i in range(33)]
        print("LUT_3D_SIZE 33", file=file)
        for blue in steps:
            for green in steps:
                for red in steps:
                    print(red ** 0.9, 0.9 * green + 0.1 * red, blue ** 1.1, file=file)
    lines = [
        ("tone table", "gamma(0.8)", "lutrgb=r='gammaval(0.8)':g='gammaval(0.8)':b='gammaval(0.8)'", "tone", 1),
        ("colour matrix", "sepia(1)", "colorchannelmixer=.4:.7:.1:0:.3:.6:.1:0:.2:.5:.1", "matrix", 1),
        ("LUT of 33 points, tetrahedral", f'lut("{table}")', f"lut3d={table}:interp=tetrahedral", None, 1),
        ("Gaussian blur of 8 pixels", "blur(8px)", "gblur=sigma=8", "blur", 1),
        ("swirl", "swirl(0.5)", None, "remap", 1),
        ("Sobel", "sobel(1)", "sobel", "sobel", 1),
        ("vignette", "vignette(0.8)", "vignette", "vignette", 1),
        ("multiply blend", f'blend-picture("{B}", multiply, 1)', "blend=all_mode=multiply", "multiply", 2),
    ]
    for name, chain, effect, other, inputs in lines:
        if effect:
            bench.line(f"{name}, against ffmpeg's {effect.split('=')[0]}", 1,
                       lambda: bench.filtered(chain), lambda: bench.filter_alone(effect, inputs=inputs))
        if other:
            bench.line(f"{name}, against OpenCV", 1,
                       lambda: bench.filtered(chain), lambda: bench.peer("opencv-" + other, 100))


def ceilings(bench):
    for transition, index, target in (("pixellate-dissolve", 0, 0.6), ("dissolve", 1, 0.8)):
        name = f"{transition}, against the memory"
        if not bench.wanted(name):
            continue
        reports = [bench.report(transition, frames=300) for _ in range(bench.turns * 2 - 1)]
        ceiling = statistics.median(r["ceilings"][index]["framesPerSecond"] for r in reports)
        rate = statistics.median(r["framesPerSecond"]["median"] for r in reports)
        bench.row(f"{name}: {reports[0]['ceilings'][index]['name']}", rate, ceiling, target)


def large(bench):
    for transition in ("slide", "zoom-fade", "pin-rotate"):
        name = f"{transition} at 3840x2160, against 60 a second"
        if bench.wanted(name):
            reports = [bench.report(transition, "-s", "3840x2160", frames=60) for _ in range(bench.turns)]
            # The rate of all threads without other load.
            undisturbed = statistics.median(
                60 * r["threads"] / r["seconds"]["processor"][0] for r in reports)
            rate = statistics.median(r["runs"][0] for r in reports)
            bench.row(name, rate, 60, 1, by_processor=undisturbed / 60)
    for transition in ("pixellate-dissolve", "dissolve", "slide"):
        name = f"{transition} at 3840x2160, against 1920x1080"
        if bench.wanted(name):
            small, big = [], []
            for _ in range(bench.turns):
                small.append(bench.report(transition)["runs"][0] * 1920 * 1080 / 1e6)
                big.append(bench.report(transition, "-s", "3840x2160", frames=75)["runs"][0] * 3840 * 2160 / 1e6)
            bench.row(name, statistics.median(big), statistics.median(small), 0.5, "Mpixel/s")


def video(bench):
    name = "H.264, against the encoder from a raw file"
    if bench.wanted(name):
        run(bench.segue, A, B, "-d", "2", "-o", bench.path("ready.y4m"), "-y", "-q")
        run("ffmpeg", "-v", "error", "-y", "-i", bench.path("ready.y4m"), "-f", "rawvideo", bench.path("ready"))
        os.remove(bench.path("ready.y4m"))
    source = ["-f", "rawvideo", "-video_size", "1920x1080", "-framerate", "60", "-pixel_format", "yuv420p"]
    encode = ["ffmpeg", "-v", "error", "-nostdin", "-y", *source, "-i", bench.path("ready"), *X264,
              "-movflags", "+faststart", bench.path("raw.mp4")]
    job = lambda: bench.job("ours.mp4", "-d", "2", frames=121)
    bench.line(name, 0.95, job, lambda: Sample(121, *run(*encode)))
    bench.line("H.264, against xfade=pixelize", 1.2, job,
               lambda: bench.ffmpeg("pixelize", "", *X264, "-movflags", "+faststart",
                                    bench.path("theirs.mp4"), frames=121))


def sequence(bench):
    name = "PNG sequence, against ffmpeg"
    if not bench.wanted(name):
        return
    for folder in ("ours", "theirs"):
        os.makedirs(bench.path(folder), exist_ok=True)
    bench.line(name, 5, lambda: bench.job("ours/", "-d", "2", frames=121),
               lambda: bench.ffmpeg("pixelize", ",format=rgb24", bench.path("theirs/%05d.png"), frames=121))
    ours, theirs = (folder_size(bench.path(f)) / 1e6 for f in ("ours", "theirs"))
    bench.row(f"{name}: bytes, {ours:.2f} MB beside {theirs:.2f} MB", 1 / ours, 1 / theirs, 1 / 1.1, "1/MB")


def animation(bench):
    name, size, rate, frames = "GIF 854x480, against palettegen and paletteuse", "854:480", 25, 51
    if not bench.wanted(name):
        return
    palette = ",split[c][d];[c]palettegen[p];[d][p]paletteuse"
    options = ["-s", "854x480", "-d", "2", "-r", "25"]
    for label, dither, target in (("", "", 3), (" with our dither", "=dither=bayer:bayer_scale=3", 1)):
        bench.line(name + label, target, lambda: bench.job("ours.gif", *options, frames=frames),
                   lambda: bench.ffmpeg("pixelize", palette + dither, bench.path("theirs.gif"), frames=frames,
                                        size=size, rate=rate))
        ours, theirs = (os.path.getsize(bench.path(f)) / 1e6 for f in ("ours.gif", "theirs.gif"))
        bench.row(f"{name}{label}: bytes, {ours:.2f} MB beside {theirs:.2f} MB", 1 / ours, 1 / theirs, 0.99, "1/MB")
        run(bench.segue, A, B, "-o", bench.path("gif.mkv"), "--codec", "ffv1", "-y", "-q", *options)
        bench.ffmpeg("pixelize", "", "-c:v", "ffv1", bench.path("theirs.mkv"), frames=frames, size=size, rate=rate)
        bench.row(f"{name}{label}: SSIM to the frames", similarity(bench.path("ours.gif"), bench.path("gif.mkv")),
                  similarity(bench.path("theirs.gif"), bench.path("theirs.mkv")), 0.99, "SSIM")


def startup(bench):
    """The start of the tool, and its size, compared with fixed limits."""
    name = "segue --version"
    if not bench.wanted(name):
        return
    times = [run(bench.segue, "--version")[0] for _ in range(30)]
    # The program waits to print into a full pipe; its memory is read meanwhile.
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while os.write(writer, bytes(4096)):
            pass
    except BlockingIOError:
        os.set_blocking(writer, True)
    child = subprocess.Popen([bench.segue, "--version"], stdout=writer)
    time.sleep(0.5)
    with open(f"/proc/{child.pid}/status") as file:
        memory = int(re.search(r"VmHWM:\s+(\d+) kB", file.read())[1]) / 1024
    os.close(reader)
    child.wait()
    os.close(writer)
    libraries = subprocess.run(["ldd", bench.segue], capture_output=True, text=True).stdout.splitlines()
    bench.row(f"{name}, against one within 5 ms", 1 / min(times), 200, 1)
    for what, value, limit, unit in (
            (f"{name}: memory", memory, 10, "MB"), (f"{name}: libraries", len(libraries), 8, ""),
            ("the program: size", os.stat(bench.segue).st_size / 1e6, 28, "MB")):
        text = [f"{amount:.4g} {unit}".strip() for amount in (value, limit)]
        bench.row(f"{what}, {text[0]}, at most {text[1]}", 1 / value, 1 / limit, 1, f"1/{unit}" if unit else "1/library")


def still(bench):
    name = "one still of 640x360, against ffmpeg"
    if not bench.wanted(name):
        return
    first, second = bench.path("a.png"), bench.path("b.png")
    for source, target in ((A, first), (B, second)):
        run("ffmpeg", "-v", "error", "-y", "-i", source, "-vf", "scale=640:360", "-frames:v", "1", target)
    graph = "xfade=pixelize:duration=1:offset=-0.5,format=rgb24"
    theirs = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", first, "-i", second, "-filter_complex", graph,
              "-frames:v", "1", bench.path("theirs.png")]
    ours = [bench.segue, first, second, "-o", bench.path("ours.png"), "--at", "0.5", "-y", "-q"]
    turns, bench.turns = bench.turns, bench.turns * 3
    bench.line(name, 1, lambda: Sample(1, *run(*ours)), lambda: Sample(1, *run(*theirs)))
    bench.turns = turns


def many(bench):
    """A batch compared with a shell loop of the same commands."""
    for label, count, target, output, options, keys in (
            ("stills of 640x360", 200, 3, "%d.png", ["--at", "0.5"], {"at": 0.5}),
            ("WebP of 640x360, a second each", 20, 1.5, "%d.webp", ["-d", "1"], {"duration": 1})):
        name = f"{count} jobs: {label}, against xargs -P{os.cpu_count()}"
        if not bench.wanted(name):
            continue
        first, second, jobs = bench.path("first.png"), bench.path("second.png"), bench.path("jobs.jsonl")
        for source, target_file in ((A, first), (B, second)):
            run("ffmpeg", "-v", "error", "-y", "-i", source, "-vf", "scale=640:360", "-frames:v", "1", target_file)
        with open(jobs, "w") as file:
            for index in range(count):
                line = {"from": first, "to": second, "output": bench.path(output % index), "overwrite": True, **keys}
                file.write(json.dumps(line) + "\n")
        command = " ".join(["seq", str(count), "|", "xargs", f"-P{os.cpu_count()}", "-I{}", bench.segue, first, second,
                            "-y", "-q", *options, "-o", bench.path(output.replace("%d", "{}"))])
        turns, bench.turns = bench.turns, 1
        bench.line(name, target, lambda: Sample(count, *run(bench.segue, "batch", jobs, "-q")),
                   lambda: Sample(count, *run("sh", "-c", command)), "jobs/s")
        bench.turns = turns


def realtime(bench):
    name = "paced at 60 a second, deadlines met"
    if not bench.wanted(name):
        return
    report = bench.report("pixellate-dissolve", "--backend", "cpu", "--realtime", "60", frames=300)
    late = report["latenessMicroseconds"]
    bench.row(f"{name}; lateness p50 {late['p50']:.0f} µs, p99 {late['p99']:.0f} µs, maximum {late['maximum']:.0f} µs",
              report["deadlines"] - report["missed"], report["deadlines"], 1, "of 300")


FILM = [*X264, "-c:a", "aac", "-b:a", "192k", "-movflags", "+faststart"]


def crossfades(bench, clips, seconds, overlap, frames):
    """ffmpeg's film of equally long `clips`, in one filter graph."""
    parts, video, sound = [], "0:v", "0:a"
    for index in range(1, len(clips)):
        offset = round((seconds - overlap) * index, 3)
        parts.append(f"[{video}][{index}:v]xfade=fade:duration={overlap}:offset={offset}[v{index}]")
        parts.append(f"[{sound}][{index}:a]acrossfade=d={overlap}:c1=qsin:c2=qsin[a{index}]")
        video, sound = f"v{index}", f"a{index}"
    inputs = [word for clip in clips for word in ("-i", clip)]
    return Sample(frames, *run("ffmpeg", "-v", "error", "-nostdin", "-y", *inputs, "-filter_complex", ";".join(parts),
                               "-map", f"[{video}]", "-map", f"[{sound}]", *FILM, bench.path("theirs.mp4")))


def film(bench):
    """Ten clips of 5 s and nine dissolves of 1 s, with sound: 41 s."""
    name, clips, frames = "film of ten clips", [], 1230
    if not bench.wanted(name):
        return
    for index in range(10):
        clips.append(bench.path(f"clip{index}.mp4"))
        run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=5", "-f", "lavfi", "-i",
            f"sine=f={220 + 40 * index}:r=48000:d=5", "-vf", f"hue=h={36 * index},format=yuv420p", "-c:v", "libx264",
            "-preset", "veryfast", "-colorspace", "bt709", "-color_range", "tv", "-c:a", "aac", clips[-1])
    encode = [*FILM, bench.path("theirs.mp4")]
    ours = lambda: Sample(frames, *run(bench.segue, "join", *clips, "-d", "1", "-o", bench.path("ours.mp4"), "-y", "-q"))

    def again():
        """The film, decoded and encoded again."""
        if not os.path.exists(bench.path("film.mp4")):
            os.rename(bench.path("ours.mp4"), bench.path("film.mp4"))
        return Sample(frames, *run("ffmpeg", "-v", "error", "-nostdin", "-y", "-i", bench.path("film.mp4"), *encode))

    bench.lines(ours, [
        (f"{name}, against xfade and acrossfade", 1.1, lambda: crossfades(bench, clips, 5, 1, frames)),
        (f"{name}, against decoding and encoding its frames alone", 0.9, again),
        (f"{name}, against moviepy", 3, lambda: bench.peer("moviepy", frames, bench.path("theirs.mp4"), *clips), 1),
    ])


def copied(bench):
    """Ten clips of 10 s and nine dissolves of 0.8 s with `--copy`: 92.8 s. Keyframes are 30 or 250 frames apart."""
    for name, distance in (("copied film of ten clips", 30), ("copied film, a keyframe every 250 frames", 250)):
        if not bench.wanted(name):
            continue
        clips, frames = [], 10 * 300 - 9 * 24
        for index in range(10):
            clips.append(bench.path(f"copied{index}.mp4"))
            run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=10", "-f", "lavfi", "-i",
                f"sine=f={220 + 40 * index}:r=48000:d=10", "-vf", f"hue=h={36 * index},format=yuv420p", *X264, "-g",
                str(distance), "-colorspace", "bt709", "-color_range", "tv", "-c:a", "aac", clips[-1])
        film = lambda *words: Sample(frames, *run(
            bench.segue, "join", *clips, *words, "-o", bench.path("ours.mp4"), "-y", "-q"))
        plan = subprocess.run([bench.segue, "join", *clips, "--copy", "--plan", "--json"], capture_output=True)
        drawn = frames - json.loads(plan.stdout)["film"]["copiedFrames"]
        lines = [(f"{name}, against xfade and acrossfade", 4, lambda: crossfades(bench, clips, 10, 0.8, frames)),
                 (f"{name}, {drawn} of {frames} frames encoded, against the same film without copying",
                  round(0.8 * frames / drawn, 1), film, 2)]
        if distance == 250:
            lines = [(lines[0][0], 1, lines[0][2], 1)]
        bench.lines(lambda: film("--copy"), lines)
        if distance == 30:
            bench.line("copied film of one clip, against ffmpeg -c copy", 0.5,
                       lambda: Sample(300, *run(bench.segue, "join", clips[0], "--copy", "-o", bench.path("one.mp4"), "-y",
                                                "-q")),
                       lambda: Sample(300, *run("ffmpeg", "-v", "error", "-nostdin", "-y", "-i", clips[0], "-c", "copy",
                                                "-movflags", "+faststart", bench.path("theirs.mp4"))))


def hosts(bench):
    """C, Python, moviepy and melt with libsegue, compared with the tool and with their own transitions."""
    environment = {**os.environ, "SEGUE_LIBRARY": os.path.join(bench.hosts, "lib", "libsegue.so"),
                   "FREI0R_PATH": os.path.join(bench.hosts, "lib", "frei0r-1", "segue"),
                   "PYTHONPATH": os.path.join(HERE, "..", "Hosts", "python")}
    if not os.path.exists(environment["SEGUE_LIBRARY"]):
        raise Missing(f"{bench.hosts} has no libsegue; run make hosts")
    lines = [f"libsegue, {name}: from C, against segue bench" for name in ("dissolve", "pixellate-dissolve")]
    run("cc", "-O2", os.path.join(HERE, "bench.c"), "-o", bench.path("library"),
        "-I" + os.path.join(bench.hosts, "include"), environment["SEGUE_LIBRARY"])
    library = {"LD_LIBRARY_PATH": os.path.join(bench.hosts, "lib"), **environment}

    def drawn(frames, *command):
        done = subprocess.run(command, capture_output=True, env=library)
        if done.returncode != 0:
            raise Missing((done.stderr.decode(errors="replace").strip().splitlines() or ["no reason"])[-1])
        result = json.loads(done.stdout)
        return Sample(frames, result["wall"], result["processor"])

    python = lambda frames, *words: drawn(
        frames, sys.executable, os.path.join(HERE, "peers.py"), words[0], str(frames), *words[1:])
    for name, line in zip(("dissolve", "pixellate-dissolve"), lines):
        own = lambda: drawn(300, bench.path("library"), name, "300")
        bench.line(line, 0.95, own, lambda: bench.ours(name, "--backend", "cpu", "--format", "rgba"))
        bench.line(f"libsegue, {name}: from Python, against C", 0.9, lambda: python(300, "segue", name), own)
    name = "libsegue, the first frame of 640×360 after dlopen, against one within 10 ms"
    if bench.wanted(name):
        run("cc", "-O2", os.path.join(HERE, "first-frame.c"), "-o", bench.path("first-frame"),
            "-I" + os.path.join(bench.hosts, "include"))
        times = [float(subprocess.check_output([bench.path("first-frame"), environment["SEGUE_LIBRARY"]]))
                 for _ in range(10)]
        bench.row(name, 1000 / min(times), 100, 1)
    bench.line("a crossfade in moviepy, against moviepy's", 3, lambda: python(30, "moviepy-segue"),
               lambda: python(30, "moviepy-crossfade"))

    def melt(*mixer):
        return Sample(150, *run("melt", "-silent", A, "out=149", B, "out=149", "-mix", "150", "-mixer", *mixer, "-consumer",
                                "avformat:" + os.devnull, "f=rawvideo", "vcodec=rawvideo", "pix_fmt=rgba",
                                "mlt_image_format=rgba", "an=1", "real_time=-1", "width=1920", "height=1080",
                                env=environment))
    bench.line("a dissolve in melt, against MLT's luma", 1,
               lambda: melt("frei0r.segue_dissolve", "progress=0=0;149=1"), lambda: melt("luma"))


def folder_size(folder):
    return sum(entry.stat().st_size for entry in os.scandir(folder))


def similarity(file, original):
    done = subprocess.run(
        ["ffmpeg", "-nostdin", "-i", file, "-i", original, "-lavfi",
         "[0]format=gbrp[a];[1]format=gbrp[b];[a][b]ssim", "-f", "null", "-"], capture_output=True)
    text = done.stderr.decode(errors="replace")
    if "All:" not in text:
        raise Missing("ffmpeg has no ssim filter")
    return float(text.rsplit("All:", 1)[1].split()[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--segue", default=os.path.join(HERE, "..", ".build", "made", "segue"))
    parser.add_argument("--hosts", default=os.path.join(HERE, "..", ".build", "made", "hosts"))
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", nargs="*")
    arguments = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", file=sys.stderr)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="segue-bench-") as folder:
        print("compared with " + ", ".join([take_newest_ffmpeg(folder)] + peers()) + "\n")
        print("| work | ours | theirs | ratio | target | result | ratio by processor time |")
        print("| --- | --: | --: | --: | --: | --- | --: |", flush=True)
        bench = Bench(arguments, folder)
        for part in (renderers, filters, ceilings, large, video, sequence, animation, startup, still, film, copied, many,
                     realtime, hosts):
            try:
                part(bench)
            except Missing as reason:
                bench.skipped.append(f"{part.__name__}: {reason}")
    print(f"load average after: {os.getloadavg()[0]:.1f}; it took {(time.monotonic() - start) / 60:.0f} minutes",
          file=sys.stderr)
    for line in bench.skipped:
        print("SKIPPED: " + line)
    print("\nlines below their targets:" if bench.short else "\nall lines reach their targets")
    for line in bench.short:
        print("  " + line)
    print("\nlines that fell since the table in Benchmarks.md:" if bench.fell else "\nno line fell since the table in Benchmarks.md")
    for line in bench.fell:
        print("  " + line)


if __name__ == "__main__":
    main()
