"""Libraries that bench.py compares Segue with. OpenCV, Skia's raster backend and a plain OpenGL loop draw frames into
memory; moviepy joins clips. Each prints its rate as JSON. A missing library causes exit status 69.

usage: peers.py opencv | opencv-FILTER | skia-slide | skia-zoom | skia-rotate | gl   [frames]
       peers.py moviepy frames out.mp4 clip …
       peers.py segue frames TRANSITION | moviepy-crossfade frames | moviepy-segue frames
"""
import json
import os
import resource
import sys
import time


def pictures(width=1920, height=1080):
    import numpy

    def picture(seed):
        noise = numpy.random.default_rng(seed).integers(0, 16, (height, width, 4), dtype=numpy.uint8)
        noise[..., 0] += numpy.linspace(0, 200, width, dtype=numpy.uint8)[None, :]
        noise[..., 1] += numpy.linspace(0, 200, height, dtype=numpy.uint8)[:, None]
        noise[..., 3] = 255
        return noise

    return picture(1), picture(2)


def measure(frames, draw, name):
    """Draws a tenth of `frames` to warm up, then `frames` frames at progress from 0 to 1, and prints the rate."""
    for i in range(max(2, frames // 10)):
        draw(i / frames)
    wall, busy = time.perf_counter(), time.process_time()
    for i in range(frames):
        draw(i / max(1, frames - 1))
    wall, busy = time.perf_counter() - wall, time.process_time() - busy
    print(json.dumps({"name": name, "frames": frames, "wall": wall, "processor": busy}))


def opencv(frames):
    import cv2

    a, b = pictures()
    # A ring of outputs, as in a pipeline, so that no output stays in the cache.
    ring = [a.copy() for _ in range(8)]
    count = [0]

    def draw(progress):
        count[0] += 1
        cv2.addWeighted(a, 1 - progress, b, progress, 0, ring[count[0] % 8])

    measure(frames, draw, f"OpenCV {cv2.__version__} addWeighted, {cv2.getNumThreads()} threads")


def opencv_filter(frames, name):
    """A filter of RGBA pictures, as in OpenCV's documentation. The time excludes making tables and maps."""
    import cv2
    import numpy

    a, b = pictures()
    height, width = a.shape[:2]
    ring = [a.copy() for _ in range(8)]
    count = [0]

    def tone():
        table = numpy.array([min(255, int(255 * (i / 255) ** 0.8 + 0.5)) for i in range(256)], dtype=numpy.uint8)
        return lambda out: cv2.LUT(a, table, out)

    def matrix():
        weights = numpy.array([[0.4, 0.7, 0.1, 0], [0.3, 0.6, 0.1, 0], [0.2, 0.5, 0.1, 0], [0, 0, 0, 1]], dtype=numpy.float32)
        return lambda out: cv2.transform(a, weights, out)

    def remap():
        y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
        dx, dy = x - width / 2, y - height / 2
        d = numpy.minimum(1, numpy.sqrt(dx * dx + dy * dy) / (0.5 * width))
        turn = (1 - d) ** 2 * 4
        u = width / 2 + numpy.cos(turn) * dx - numpy.sin(turn) * dy
        v = height / 2 + numpy.sin(turn) * dx + numpy.cos(turn) * dy
        first, second = cv2.convertMaps(u, v, cv2.CV_16SC2)
        return lambda out: cv2.remap(a, first, second, cv2.INTER_LINEAR, out, cv2.BORDER_REPLICATE)

    def sobel():
        def draw(out):
            grey = cv2.cvtColor(a, cv2.COLOR_RGBA2GRAY)
            x = cv2.convertScaleAbs(cv2.Sobel(grey, cv2.CV_16S, 1, 0))
            y = cv2.convertScaleAbs(cv2.Sobel(grey, cv2.CV_16S, 0, 1))
            cv2.cvtColor(cv2.addWeighted(x, 0.5, y, 0.5, 0), cv2.COLOR_GRAY2RGBA, out)
        return draw

    def vignette():
        y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
        d = numpy.sqrt((x - width / 2) ** 2 + (y - height / 2) ** 2) / width
        shade = (255 * numpy.clip(1.2 - d, 0, 1)).astype(numpy.uint8)
        shades = numpy.dstack([shade, shade, shade, numpy.full_like(shade, 255)])
        return lambda out: cv2.multiply(a, shades, out, 1 / 255)

    filters = {
        "tone": tone, "matrix": matrix, "remap": remap, "sobel": sobel, "vignette": vignette,
        "blur": lambda: lambda out: cv2.GaussianBlur(a, (0, 0), 8, out),
        "multiply": lambda: lambda out: cv2.multiply(a, b, out, 1 / 255),
    }
    work = filters[name]()

    def draw(_):
        count[0] += 1
        work(ring[count[0] % 8])

    measure(frames, draw, f"OpenCV {cv2.__version__} {name}, {cv2.getNumThreads()} threads")


def skia(frames, motion):
    import skia

    # Opaque pictures in the surface's pixel layout, which needs no conversion.
    first, second = (
        skia.Image.fromarray(p, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType) for p in pictures())
    width, height = first.width(), first.height()
    surface = skia.Surface.MakeRaster(
        skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType))
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear)

    def place(canvas, image, matrix, alpha=1.0):
        canvas.save()
        canvas.concat(matrix)
        canvas.drawImage(image, 0, 0, sampling, skia.Paint(Alphaf=alpha))
        canvas.restore()

    def scaled(scale):
        matrix = skia.Matrix.Translate(width / 2, height / 2)
        matrix.preScale(scale, scale)
        return matrix.preTranslate(-width / 2, -height / 2)

    def draw(progress):
        with surface as canvas:
            canvas.clear(skia.ColorBLACK)
            if motion == "slide":
                place(canvas, first, skia.Matrix.Translate(-0.3 * width * progress, 0))
                place(canvas, second, skia.Matrix.Translate(width * (1 - progress), 0))
            elif motion == "zoom":
                place(canvas, first, scaled(1 + 0.5 * progress))
                place(canvas, second, scaled(0.5 + 0.5 * progress), progress)
            else:
                place(canvas, first, skia.Matrix())
                place(canvas, second, skia.Matrix.RotateDeg(90 * (1 - progress)))
        surface.flushAndSubmit()

    measure(frames, draw, f"Skia {skia.__version__} raster, bilinear, one thread")


VERTEX = """#version 330
in vec2 place; out vec2 uv;
void main() { uv = place * 0.5 + 0.5; gl_Position = vec4(place, 0, 1); }"""
FRAGMENT = """#version 330
uniform sampler2D a; uniform sampler2D b; uniform float progress; in vec2 uv; out vec4 color;
vec2 cell(float size) { return size <= 0.0 ? uv : (floor(uv / size) + 0.5) * size; }
void main() {
  color = mix(texture(a, cell(0.1 * progress)), texture(b, cell(0.1 * (1.0 - progress))), progress);
}"""


def gl(frames):
    import moderngl
    import numpy

    context = moderngl.create_context(standalone=True, backend="egl")
    textures = [context.texture((1920, 1080), 4, p.tobytes()) for p in pictures()]
    program = context.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
    program["a"], program["b"] = 0, 1
    square = context.buffer(numpy.array([-1, -1, 3, -1, -1, 3], dtype="f4").tobytes())
    vertices = context.vertex_array(program, [(square, "2f", "place")])
    target = context.simple_framebuffer((1920, 1080), 4)
    memory = bytearray(1920 * 1080 * 4)
    target.use()
    for unit, texture in enumerate(textures):
        texture.use(unit)

    def draw(progress):
        program["progress"] = progress
        vertices.render()
        target.read_into(memory, components=4)

    measure(frames, draw, "a float shader and glReadPixels on " + context.info["GL_RENDERER"])


def moviepy(frames, output, *clips):
    from moviepy import VideoFileClip, afx, concatenate_videoclips, vfx

    wall = time.perf_counter()
    parts = [VideoFileClip(clip) for clip in clips]
    fade = [vfx.CrossFadeIn(1), afx.AudioFadeIn(1), afx.AudioFadeOut(1)]
    film = concatenate_videoclips(
        parts[:1] + [part.with_effects(fade) for part in parts[1:]], padding=-1, method="compose")
    film.write_videofile(
        output, temp_audiofile_path=os.path.dirname(os.path.abspath(output)), fps=30, codec="libx264", preset="veryfast", audio_codec="aac", audio_bitrate="192k", logger=None,
        ffmpeg_params=["-crf", "18", "-pix_fmt", "yuv420p"])
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps({"name": "moviepy", "frames": frames, "wall": time.perf_counter() - wall,
                      "processor": sum(u.ru_utime + u.ru_stime for u in usage)}))


def segue(frames, name):
    """Segue's Python package, with prepared pictures and one output buffer, as in bench.c."""
    import mmap
    import segue as package

    prepared = [package.Picture(picture) for picture in pictures()]
    memory = mmap.mmap(-1, 10 << 20)
    memory.madvise(mmap.MADV_HUGEPAGE)
    transition, out = package.Transition(name), memoryview(memory)[:1920 * 1080 * 4]
    measure(frames, lambda progress: transition.frame(*prepared, progress, out=out), "segue")


def moviepy_frames(frames, join):
    """The frames of a one-second transition between two clips of 1920x1080, through moviepy."""
    from moviepy import ImageClip

    clips = [ImageClip(picture[:, :, :3], duration=2) for picture in pictures()]
    film = join(clips)
    measure(frames, lambda progress: film.get_frame(1 + 0.999 * progress), "moviepy")


def moviepy_crossfade(clips):
    from moviepy import concatenate_videoclips, vfx

    return concatenate_videoclips(
        [clips[0], clips[1].with_effects([vfx.CrossFadeIn(1)])], padding=-1, method="compose")


def moviepy_segue(clips):
    from segue.moviepy import join

    return join(clips, "dissolve", duration=1)


def main():
    peer = sys.argv[1]
    frames = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    try:
        if peer.startswith("opencv-"):
            opencv_filter(frames, peer.removeprefix("opencv-"))
        elif peer.startswith("skia-"):
            skia(frames, peer.removeprefix("skia-"))
        elif peer == "moviepy":
            moviepy(frames, *sys.argv[3:])
        elif peer == "segue":
            segue(frames, *sys.argv[3:])
        elif peer.startswith("moviepy-"):
            moviepy_frames(frames, {"crossfade": moviepy_crossfade, "segue": moviepy_segue}[peer.removeprefix("moviepy-")])
        else:
            {"opencv": opencv, "gl": gl}[peer](frames)
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(69)


if __name__ == "__main__":
    main()
