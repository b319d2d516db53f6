"""The drawing kit of draw.py: noise, colour, a supersampled canvas and a PNG writer. Needs only numpy.

Positions are in pixels of the finished picture, y down. The canvas holds linear light at SCALE samples a pixel
and axis; every edge is drawn with its exact coverage of a sample.
"""

import struct
import zlib

import numpy as np

WIDTH, HEIGHT, SCALE = 1920, 1080, 2

# Sample centres: a row of x and a column of y.
X = ((np.arange(WIDTH * SCALE, dtype=np.float32) + 0.5) / SCALE)[None, :]
Y = ((np.arange(HEIGHT * SCALE, dtype=np.float32) + 0.5) / SCALE)[:, None]


# Noise


def lattice(size, seed):
    return np.random.default_rng(seed).random(size, dtype=np.float32)


def noise(x, seed, smooth=True):
    """Value noise on a line, 0…1; without `smooth` it is straight between its knots."""
    knots = lattice(4096, seed)
    cell = np.floor(x)
    t = x - cell
    if smooth:
        t = t * t * (3 - 2 * t)
    i = cell.astype(int)
    return knots[i % 4096] * (1 - t) + knots[(i + 1) % 4096] * t


def fractal(x, seed, octaves=5, smooth=True, gain=0.5):
    """Octaves of noise on a line, about -0.5…0.5."""
    total, weight = 0.0, 1.0
    for k in range(octaves):
        total = total + weight * (noise(x * 2**k + 31.7 * k, seed + k, smooth) - 0.5)
        weight *= gain
    return total


def noise2(x, y, seed):
    """Value noise in the plane, 0…1."""
    knots = lattice((256, 256), seed)
    i, j = np.floor(x), np.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    i, j = i.astype(np.int32) & 255, j.astype(np.int32) & 255
    k, l = (i + 1) & 255, (j + 1) & 255
    above = knots[j, i] * (1 - u) + knots[j, k] * u
    below = knots[l, i] * (1 - u) + knots[l, k] * u
    return above * (1 - v) + below * v


def fractal2(x, y, seed, octaves=4):
    """Octaves of noise in the plane, about 0…1."""
    total, weight, whole = 0.0, 1.0, 0.0
    for k in range(octaves):
        total = total + weight * noise2(x * 2**k + 17.3 * k, y * 2**k + 5.1 * k, seed + k)
        whole += weight
        weight *= 0.5
    return total / whole


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


# Colour


def linear(colour):
    """Linear light of a '#rrggbb' colour."""
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
FROM_LMS = np.linalg.inv(TO_LMS)


def gradient(stops, t):
    """Linear light along (place, '#rrggbb') stops, mixed in cube-root cone space as in Oklab; adds an axis."""
    places = [place for place, _ in stops]
    cones = np.cbrt([TO_LMS @ linear(colour) for _, colour in stops])
    mixed = np.stack([np.interp(t, places, cones[:, k]) for k in range(3)], axis=-1) ** 3
    return np.clip(mixed @ FROM_LMS.T, 0, 1).astype(np.float32)


# Shapes, as (rows, columns, coverage)


def below(top):
    """The area below the skyline `top`, one y for each sample column."""
    first = max(int(np.floor(top.min() * SCALE)) - 1, 0)
    rows = slice(first, HEIGHT * SCALE)
    return rows, slice(None), np.clip((Y[rows] - top) * SCALE + 0.5, 0, 1)


def between(left, right, top, bottom):
    """The area between the curves top(x) and bottom(x) for x in left…right."""
    columns = slice(max(int(left * SCALE), 0), min(int(right * SCALE) + 1, WIDTH * SCALE))
    x = X[0, columns]
    if x.size == 0:
        return slice(0, 0), columns, np.zeros((0, 0), np.float32)
    high, low = top(x), bottom(x)
    rows = slice(max(int(high.min() * SCALE) - 1, 0), min(int(low.max() * SCALE) + 2, HEIGHT * SCALE))
    y = Y[rows]
    half = 0.5 / SCALE
    return rows, columns, np.clip((np.minimum(y + half, low) - np.maximum(y - half, high)) * SCALE, 0, 1)


def across(top, bottom, left, right):
    """The area between the curves left(y) and right(y) for y in top…bottom."""
    rows = slice(max(int(top * SCALE), 0), min(int(bottom * SCALE) + 1, HEIGHT * SCALE))
    y = Y[rows, 0]
    if y.size == 0:
        return rows, slice(0, 0), np.zeros((0, 0), np.float32)
    near, far = left(y)[:, None], right(y)[:, None]
    columns = slice(max(int(near.min() * SCALE) - 1, 0), max(min(int(far.max() * SCALE) + 2, WIDTH * SCALE), 0))
    x = X[:, columns]
    half = 0.5 / SCALE
    return rows, columns, np.clip((np.minimum(x + half, far) - np.maximum(x - half, near)) * SCALE, 0, 1)


def disc(x, y, radius):
    """A disc."""
    rows = slice(max(int((y - radius) * SCALE) - 2, 0), int((y + radius) * SCALE) + 3)
    columns = slice(max(int((x - radius) * SCALE) - 2, 0), int((x + radius) * SCALE) + 3)
    return rows, columns, np.clip((radius - np.hypot(X[:, columns] - x, Y[rows] - y)) * SCALE + 0.5, 0, 1)


def spindle(x, y, length, thickness):
    """A flat lens, pointed at both ends: a glint on water, a streak of cloud."""
    bulge = lambda u: thickness / 2 * np.clip(1 - ((u - x) / length * 2) ** 2, 0, 1)
    return between(x - length / 2, x + length / 2, lambda u: y - bulge(u), lambda u: y + bulge(u))


def pine(x, foot, height, seed, spread=0.2):
    """A spruce at (x, foot): tiers of drooping branches, different on both sides."""
    rng = np.random.default_rng(seed)
    tiers = int(np.clip(height / 11, 5, 30))
    ends = np.cumsum(rng.uniform(0.7, 1.3, tiers) * np.linspace(0.75, 1.25, tiers))
    ends = foot - height * (1 - 0.05 - 0.95 * ends / ends[-1]) - height * 0.03

    def side():
        reach = height * spread * np.linspace(0.06, 1, tiers) ** 0.85 * rng.uniform(0.72, 1.12, tiers)
        ragged = int(rng.integers(1 << 30))

        def edge(y):
            tier = np.clip(np.searchsorted(ends, y), 0, tiers - 1)
            start = np.where(tier > 0, ends[np.maximum(tier - 1, 0)], foot - height)
            u = np.clip((y - start) / (ends[tier] - start), 0, 1)
            inner = reach[np.maximum(tier - 1, 0)] * np.where(tier > 0, 0.5, 0)
            needles = (noise(y * 0.7, ragged, False) - 0.5) * height * 0.012
            bough = inner + (reach[tier] - inner) * u**1.4 + needles
            return np.where(y > ends[-1], height * 0.016, np.maximum(bough, height * 0.003))

        return edge

    left, right = side(), side()
    return across(foot - height, foot + 3, lambda y: x - left(y), lambda y: x + right(y))


class Canvas:
    """Linear light, SCALE × SCALE samples a pixel."""

    def __init__(self):
        self.light = np.zeros((HEIGHT * SCALE, WIDTH * SCALE, 3), np.float32)

    def paint(self, shape, colour, strength=1.0):
        """Paints a shape with a colour, which may vary along the shape's rows and columns."""
        rows, columns, cover = shape
        under = self.light[rows, columns]
        under += (cover * strength).astype(np.float32)[..., None] * (np.asarray(colour, np.float32) - under)

    def pixels(self, shore):
        """8-bit sRGB pixels, quantised for a small file without dither: finely in brightness, coarsely in colour,
        and more coarsely below `shore`, where ripples hide the steps."""
        mean = self.light.reshape(HEIGHT, SCALE, WIDTH, SCALE, 3).mean(axis=(1, 3)).clip(0, 1)
        coded = np.where(mean <= 0.0031308, mean * 12.92, 1.055 * mean ** (1 / 2.4) - 0.055) * 255
        fine, coarse = (np.where(np.arange(HEIGHT) < shore, *pair)[:, None] for pair in ((2.8, 4.0), (4.5, 6.5)))
        red, green, blue = coded[..., 0], coded[..., 1], coded[..., 2]
        luma = 0.299 * red + 0.587 * green + 0.114 * blue
        steps = [np.round(value / step) * step for value, step in
                 ((luma, fine), (red - luma, coarse), (blue - luma, 1.25 * coarse))]
        red, blue = steps[0] + steps[1], steps[0] + steps[2]
        green = (steps[0] - 0.299 * red - 0.114 * blue) / 0.587
        return np.round(np.stack([red, green, blue], axis=-1)).clip(0, 255).astype(np.uint8)


class Stencil:
    """A union of shapes."""

    def __init__(self):
        self.cover = np.zeros((HEIGHT * SCALE, WIDTH * SCALE), np.float32)

    def add(self, shape):
        rows, columns, cover = shape
        np.maximum(self.cover[rows, columns], cover, out=self.cover[rows, columns])

    def shape(self):
        return slice(None), slice(None), self.cover


# PNG


def filtered(pixels):
    """The picture's rows after each of PNG's five filters: filters × rows × bytes."""
    here = pixels.reshape(pixels.shape[0], -1).astype(np.int16)
    left = np.pad(here, ((0, 0), (3, 0)))[:, :-3]
    up = np.pad(here, ((1, 0), (0, 0)))[:-1]
    corner = np.pad(here, ((1, 0), (3, 0)))[:-1, :-3]
    a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    paeth = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
    guesses = [np.zeros_like(here), left, up, (left + up) // 2, paeth]
    return np.stack([(here - guess).astype(np.uint8) for guess in guesses])


def deflated(rows, kinds):
    data = b"".join(bytes([kind]) + rows[kind, y].tobytes() for y, kind in enumerate(kinds))
    pressed = []
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED):
        packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9, strategy)
        pressed.append(packer.compress(data) + packer.flush())
    return min(pressed, key=len)


def write_png(path, pixels):
    """Writes 8-bit sRGB pixels; tries several choices of row filters. Returns the file's size."""
    rows = filtered(pixels)
    size = np.abs(rows.astype(np.int8).astype(np.int16)).sum(axis=2)
    choices = [size.argmin(axis=0)] + [np.full(len(pixels), kind) for kind in range(5)]
    data = min((deflated(rows, [int(k) for k in kinds]) for kinds in choices), key=len)

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0)
    file = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"sRGB", b"\0")
    file += chunk(b"IDAT", data) + chunk(b"IEND", b"")
    with open(path, "wb") as out:
        out.write(file)
    return len(file)
