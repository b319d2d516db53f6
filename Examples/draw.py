#!/usr/bin/env python3
"""Draws the two example pictures, dusk.png and night.png, in its own folder.

    python3 Examples/draw.py              # both
    python3 Examples/draw.py night        # one

Needs Python 3.9 or later and numpy (`apt install python3-numpy`, or `pip install numpy`), about 2 GB of memory
and a minute. Every seed is fixed: the same numpy draws the same bytes.
"""

import sys
from pathlib import Path

import numpy as np

from brush import (
    HEIGHT, SCALE, WIDTH, X, Y, Canvas, Stencil, across, below, between, disc, fractal, fractal2, gradient, linear,
    noise, noise2, pine, smoothstep, spindle, write_png,
)

Column = X[0]


def ridge(points, seed, wavelength, amplitude, octaves=6):
    """A skyline through (x, y) points, roughened with straight-edged noise: one y for each sample column."""
    path = np.interp(Column, [x for x, _ in points], [y for _, y in points])
    return path + amplitude * fractal(Column / wavelength, seed, octaves, smooth=False)


def forest(top, seed, count, low, high, left=0, right=WIDTH, sink=2):
    """Spruces on a skyline, with varying height."""
    rng = np.random.default_rng(seed)
    wood = Stencil()
    wood.add(below(top))
    for x in rng.uniform(left, right, count):
        tall = low + (high - low) * noise(x / 55, seed + 1) * rng.uniform(0.45, 1.0)
        foot = np.interp(x, Column, top) + sink
        wood.add(pine(x, foot, tall, int(rng.integers(1 << 30)), rng.uniform(0.17, 0.24)))
    return wood.shape()


def slopes(top, peak):
    """The share of light, 0…1, on a massif under the skyline `top`, lit from the right.

    Ribs start at the skyline's crests, wander and spread from `peak` on their way down; small ones die out."""
    first = max(int(top.min() * SCALE) - 2, 0)
    rows = slice(first, HEIGHT * SCALE)
    y = Y[rows]
    depth = np.maximum(y - top, 0)
    wander = 40 * fractal(y / 74, 910, 5, smooth=False) * np.minimum(depth / 60, 1.6)
    at = peak + (Column - peak) * (1 - 0.22 * np.minimum(depth / 400, 1)) + wander
    widths = [5, 14, 34, 70]
    total = 0.0
    for k, width in enumerate(widths):
        kernel = np.hanning(width * SCALE * 2 + 1)
        kernel /= kernel.sum()
        padded = np.pad(top, width * SCALE, mode="edge")
        slope = np.gradient(np.convolve(padded, kernel, "valid"), 1 / SCALE)
        centre = np.log2(1 + depth / 55)
        weight = np.clip(1 - np.abs(centre - k), 0, 1) if k < 3 else np.clip(centre - 2, 0, 1)
        total = total + weight * np.interp(at, Column, slope)
    ribs = noise2(at / 36, y / 150 + at / 260, 930) + 0.7 * noise2(at / 13, y / 60 + at / 90, 931) - 0.85
    total = total + 2.4 * ribs * np.minimum(depth / 70, 1)
    return rows, smoothstep(-0.05, 0.05, total)


def mirror(canvas, shore, seed, squeeze, swell):
    """Replaces the area below `shore` with still water: a mirror image of the picture above, with waves."""
    start = int(shore * SCALE)
    y = Y[start:]
    near = (y - shore) / (HEIGHT - shore)
    scale = 0.06 + near
    bands = np.log(scale * 12) + 0 * X
    wave = noise2(X / (190 * scale) + 40, 9 * bands, seed) + 0.4 * noise2(X / (90 * scale), 18 * bands, seed + 1) - 0.7
    source = shore - (y - shore) * squeeze + wave * swell * scale
    index = np.clip(source, 0, shore - 1) * SCALE - 0.5
    whole = np.floor(index).astype(np.int32)
    part = (index - whole)[..., None]
    columns = np.arange(WIDTH * SCALE)[None, :]
    whole = np.clip(whole, 0, start - 2)
    canvas.light[start:] = canvas.light[whole, columns] * (1 - part) + canvas.light[whole + 1, columns] * part
    return slice(start, HEIGHT * SCALE), near


def everywhere(cover):
    return slice(None), slice(None), cover


def dusk():
    """A low sun in a gap of the mountains, its path of light on a lake, and a canoe."""
    canvas = Canvas()
    shore, sun = 690.0, (1190.0, 500.0, 92.0)
    sky = [
        (0, "#2a2458"), (170, "#51336f"), (320, "#974a7c"), (440, "#d9646f"), (530, "#f58c5f"), (620, "#ffbf72"),
        (700, "#ffdf9d"),
    ]
    canvas.light[:] = gradient(sky, Y)
    away = np.hypot(X - sun[0], (Y - sun[1]) * 1.15)
    canvas.paint(everywhere(np.exp(-((away / 330) ** 1.5)) * smoothstep(40, 460, Y)),
                 linear("#ffb35a"), 0.7)

    cloud = fractal2(X / 520, Y / 46 + 0.05 * fractal(X / 300, 3, 3), 21, 5)
    bank = np.exp(-(((Y - 290) / 150) ** 2))
    cover = smoothstep(0.50, 0.68, cloud + 0.16 * bank - 0.10)
    lit = np.exp(-((away / 430) ** 1.6))[..., None]
    tint = gradient([(0, "#4b2f6b"), (240, "#8a4478"), (380, "#cf5d74"), (520, "#ff9a6a")], Y)
    canvas.paint(everywhere(cover * smoothstep(20, 200, Y) * smoothstep(560, 430, Y)),
                 tint * (1 - 0.75 * lit) + 0.75 * lit * linear("#ffc98a"), 0.8)

    canvas.paint(everywhere(np.exp(-np.maximum(away - sun[2], 0) / 60)), linear("#ffe2a0"), 0.6)
    shape = disc(*sun)
    canvas.paint(shape, gradient([(sun[1] - 92, "#fff6d8"), (sun[1] + 92, "#ffe08a")], Y[shape[0]]))

    def range_(top, colours, base, warm):
        shape = below(top) if isinstance(top, np.ndarray) else top
        rows = shape[0]
        high = base - 200
        fill = gradient([(high, colours[0]), (base, colours[1])], Y[rows])
        glow = warm * np.exp(-((np.abs(X - sun[0]) / 420) ** 1.4))[..., None]
        canvas.paint(shape, fill * (1 - glow) + glow * linear("#ff9d5c"))

    range_(ridge([(0, 500), (170, 430), (330, 520), (520, 405), (760, 545), (960, 560), (1190, 575), (1400, 540),
                  (1600, 440), (1760, 500), (1920, 430)], 41, 150, 60), ("#c9707c", "#ffc489"), 640, 0.6)
    range_(ridge([(0, 470), (240, 545), (420, 500), (640, 585), (900, 620), (1250, 628), (1480, 585), (1700, 520),
                  (1920, 560)], 52, 120, 50), ("#9c5078", "#f29a7c"), 680, 0.45)
    range_(ridge([(0, 560), (200, 590), (460, 610), (760, 655), (1100, 668), (1400, 640), (1640, 600), (1920, 590)],
                 63, 170, 34), ("#6b3a6c", "#c46b76"), 700, 0.3)
    wood = ridge([(0, 610), (260, 640), (520, 668), (640, 680), (900, 684), (1300, 686), (1480, 676),
                  (1700, 655), (1920, 640)],
                 74, 210, 16, 4)
    range_(forest(wood, 5, 420, 12, 44), ("#3b2350", "#5c3160"), 700, 0.12)

    rows, near = mirror(canvas, shore, 12, 0.98, 90)
    canvas.light[rows] *= gradient([(0, "#f6dcd8"), (0.5, "#d9b2c4"), (1, "#806f9c")], near)

    path = np.exp(-(((X - sun[0]) / 165) ** 2)) * smoothstep(shore, shore + 60, Y)
    canvas.paint(everywhere(path), linear("#ff9a58"), 0.6)

    rng = np.random.default_rng(8)
    for _ in range(330):
        t = rng.random() ** 1.5
        y = shore + 4 + t * (HEIGHT - shore)
        x = sun[0] + rng.normal() * (34 + 105 * t)
        canvas.paint(spindle(x, y, rng.uniform(24, 70) + 130 * t * rng.random(), 1.2 + 6.5 * t * rng.uniform(0.5, 1)),
                     gradient([(0, "#fff0bd"), (1, "#ffb56b")], np.array(t)), 0.85 - 0.3 * t)
    for _ in range(150):
        t = rng.random()
        y, x = shore + 6 + t * (HEIGHT - shore), rng.uniform(0, WIDTH)
        canvas.paint(spindle(x, y, 60 + 240 * t * rng.random(), 1 + 3 * t), linear("#ffae86"), 0.22)
    canvas.paint(spindle(WIDTH / 2, shore, WIDTH * 1.6, 3), linear("#ffd9a0"), 0.5)

    canoe(canvas, 985, 838)
    for k in range(9):
        x, y = 640 + 44 * k + rng.uniform(-14, 14), 250 + 13 * abs(k - 3.4) + rng.uniform(-10, 10)
        bird(canvas, x, y, rng.uniform(11, 17), rng.uniform(0.7, 1.2))

    ink = gradient([(560, "#2a1740"), (1080, "#0d0a20")], Y)
    bank = ridge([(0, 905), (240, 945), (470, 1000), (700, 1052), (860, 1100), (1920, 1140)], 85, 120, 22)
    trees = Stencil()
    trees.add(below(bank))
    for x, tall in ((46, 560), (150, 420), (232, 500), (330, 300), (402, 215), (492, 150), (105, 300), (285, 210),
                    (556, 84), (196, 240), (450, 96), (612, 58)):
        trees.add(pine(x, np.interp(x, Column, bank) + 10 + tall * 0.06, tall, 300 + x, 0.19))
    grass(trees, bank, 9, 0, 850)
    right = ridge([(0, 1200), (1480, 1120), (1640, 1062), (1780, 1030), (1920, 1012)], 96, 90, 16)
    trees.add(below(right))
    grass(trees, right, 10, 1500, WIDTH)
    for x, tall in ((1868, 150), (1815, 92), (1905, 210)):
        trees.add(pine(x, np.interp(x, Column, right) + 8, tall, 300 + x, 0.2))
    canvas.paint(trees.shape(), ink)
    return canvas


def grass(stencil, ground, seed, left, right):
    """Blades along the ground, with random slants."""
    rng = np.random.default_rng(seed)
    for x in rng.uniform(left, right, int((right - left) / 3)):
        foot, tall, lean = np.interp(x, Column, ground) + 3, rng.uniform(8, 30), rng.normal() * 9
        bend = lambda y: x + lean * np.clip((foot - y) / tall, 0, 1) ** 2
        wide = lambda y: 1.5 * np.clip(1 - (foot - y) / tall, 0, 1)
        stencil.add(across(foot - tall, foot, lambda y: bend(y) - wide(y), lambda y: bend(y) + wide(y)))


def bird(canvas, x, y, span, lift):
    wing = lambda u: y - span * 0.42 * lift * np.sin(np.minimum(np.abs(u - x) / span, 1) * 2.4)
    thick = lambda u: 0.5 + 2.2 * np.clip(1 - np.abs(u - x) / span, 0, 1)
    canvas.paint(between(x - span, x + span, wing, lambda u: wing(u) + thick(u)), linear("#2c1c48"), 0.9)


def canoe(canvas, x, y):
    """A canoe with a paddler, and their reflection."""
    for flip, strength in ((1, 1.0), (-0.8, 0.55)):
        parts = Stencil()

        def part(left, right, top, bottom):
            high = lambda u: y + flip * (top((u - x)))
            low = lambda u: y + flip * (bottom((u - x)))
            parts.add(between(x + left, x + right, *((high, low) if flip > 0 else (low, high))))

        hull = lambda u: -9 - 13 * np.abs(u / 74) ** 3.2
        part(-74, 74, hull, lambda u: -1.5 - 16 * np.abs(u / 74) ** 5)
        part(-13, 8, lambda u: -37 + 0.0016 * (u + 2.5) ** 4, lambda u: -6 + 0 * u)
        part(-10.5, 4.5, lambda u: -43 - np.sqrt(np.clip(56 - (u + 3) ** 2, 0, 60)),
             lambda u: -43 + np.sqrt(np.clip(56 - (u + 3) ** 2, 0, 60)))
        part(-14, 9, lambda u: -51 + 0.035 * (u + 2.5) ** 2 - 3 * (abs(u + 2.5) < 5), lambda u: -47.5 + 0 * u)
        part(2, 36, lambda u: -33 + 0.95 * (u - 2) - 1.2, lambda u: -33 + 0.95 * (u - 2) + 1.8)
        part(26, 40, lambda u: -15 + 0.95 * (u - 22) - 4.5 * np.sin((u - 26) / 14 * 3.14),
             lambda u: -15 + 0.95 * (u - 22) + 4.5 * np.sin((u - 26) / 14 * 3.14))
        canvas.paint(parts.shape(), linear("#1c1030"), strength)
    for k, wide in enumerate((190, 150, 250)):
        canvas.paint(spindle(x - 20 + 26 * k, y + 3 + 7 * k, wide, 2), linear("#ffd9a0"), 0.5)


def night():
    """A crescent moon and an aurora over snow peaks, and a lit tent by the water."""
    canvas = Canvas()
    shore, moon = 800.0, (1500.0, 190.0, 58.0)
    sky = [(0, "#060a22"), (260, "#0b1a3c"), (480, "#123357"), (660, "#1f5570"), (800, "#3d8088")]
    canvas.light[:] = gradient(sky, Y)

    rng = np.random.default_rng(77)
    for _ in range(750):
        x, y, size = rng.uniform(0, WIDTH), 640 * rng.random() ** 1.3, 0.45 + 1.1 * rng.random() ** 6
        if np.hypot(x - moon[0], y - moon[1]) > 100:
            tone = ("#ffffff", "#cfe4ff", "#fff0d8")[int(rng.integers(3))]
            canvas.paint(disc(x, y, size), linear(tone), rng.uniform(0.25, 0.95) * smoothstep(700, 300, y))
    aurora(canvas)

    away = np.hypot(X - moon[0], Y - moon[1])
    canvas.paint(everywhere(np.exp(-np.maximum(away - moon[2], 0) / 90)), linear("#9cc8e8"), 0.34)
    rows, columns, cover = disc(*moon)
    canvas.paint((rows, columns, cover), linear("#1a3559"), 0.8)
    bite = np.clip((np.hypot(X[:, columns] - moon[0] + 26, Y[rows] - moon[1] + 14) - 55) * SCALE + 0.5, 0, 1)
    canvas.paint((rows, columns, cover * bite), linear("#fdf6dc"))

    def massif(top, peak, snow, rock, base, mist, haze):
        rows, lit = slopes(top, peak)
        cover = np.clip((Y[rows] - top) * SCALE + 0.5, 0, 1)
        t = np.clip((Y[rows] - top.min()) / (base - top.min()), 0, 1)
        bright, dark = gradient(snow, t), gradient(rock, t)
        fill = dark + lit[..., None].astype(np.float32) * (bright - dark)
        veil = (haze * t**1.6)[..., None].astype(np.float32)
        canvas.paint((rows, slice(None), cover), fill * (1 - veil) + veil * linear(mist))

    massif(ridge([(0, 560), (180, 500), (420, 590), (900, 520), (1120, 470), (1330, 560), (1560, 480), (1740, 545),
                  (1920, 490)], 141, 130, 70), 1120, [(0, "#6fa6bd"), (1, "#4d8794")], [(0, "#2f6480"), (1, "#3b7686")],
           800, "#4c8e93", 0.7)
    massif(ridge([(0, 640), (230, 560), (400, 450), (520, 345), (600, 262), (690, 360), (800, 430), (930, 545),
                  (1120, 620), (1300, 590), (1480, 640), (1700, 600), (1920, 650)], 152, 110, 64), 600,
           [(0, "#eef6f6"), (0.45, "#a9cdd9"), (1, "#5f9fab")], [(0, "#2b527a"), (0.5, "#1f4669"), (1, "#2b6478")],
           800, "#3a7a86", 0.75)
    wood = ridge([(0, 690), (240, 720), (520, 748), (800, 770), (1100, 762), (1400, 735), (1680, 700), (1920, 680)],
                 174, 180, 26)
    shape = forest(wood, 15, 500, 14, 50)
    canvas.paint(shape, gradient([(660, "#123a52"), (800, "#2c6877")], Y))
    wood = ridge([(0, 742), (200, 760), (460, 790), (620, 794), (1250, 796), (1480, 784), (1700, 752), (1920, 735)],
                 185, 160, 14)
    shape = forest(wood, 16, 330, 18, 74)
    canvas.paint(shape, gradient([(700, "#081d34"), (810, "#113347")], Y))

    rows, near = mirror(canvas, shore, 112, 1.75, 80)
    canvas.light[rows] *= gradient([(0, "#dff0f0"), (0.5, "#b4cfdc"), (1, "#6c84a8")], near)
    for _ in range(170):
        t = rng.random()
        y, x = shore + 4 + t * (HEIGHT - shore), rng.uniform(0, WIDTH)
        canvas.paint(spindle(x, y, 50 + 230 * t * rng.random(), 1 + 2.4 * t), linear("#7fd6bf"), 0.16)
    for _ in range(90):
        t = rng.random() ** 1.3
        y, x = shore + 4 + t * (HEIGHT - shore), moon[0] + rng.normal() * (16 + 60 * t)
        canvas.paint(spindle(x, y, 18 + 90 * t * rng.random(), 1 + 3 * t), linear("#e9f2e4"), 0.55 - 0.2 * t)
    canvas.paint(spindle(WIDTH / 2, shore, WIDTH * 1.6, 2.4), linear("#8fd0c8"), 0.4)

    bank = ridge([(0, 1010), (260, 1040), (560, 1085), (700, 1130), (960, 1130), (1120, 1050), (1320, 988), (1490, 978),
                  (1600, 940), (1920, 890)], 196, 130, 18)
    trees = Stencil()
    trees.add(below(bank))
    grass(trees, bank, 19, 0, WIDTH)
    for x, tall in ((1880, 760), (1790, 560), (1700, 400), (1840, 380), (1640, 250), (1742, 230), (1590, 150),
                    (30, 240), (88, 150), (140, 190), (196, 100), (1905, 480), (250, 70)):
        trees.add(pine(x, np.interp(x, Column, bank) + 10 + tall * 0.06, tall, 400 + x, 0.18))
    canvas.paint(trees.shape(), gradient([(300, "#0a1c34"), (1080, "#030815")], Y))
    tent(canvas, 1400, np.interp(1400, Column, bank) + 10)
    return canvas


def aurora(canvas):
    """Three curtains of light: sharp below, fading upward from green through teal to violet."""
    curtains = ((1, 470, 120, 300, 0.62), (2, 330, 150, 240, 0.5), (3, 560, 90, 200, 0.4))
    for seed, height, swing, reach, power in curtains:
        foot = height + swing * np.sin(Column / 310 + seed * 2.1) + 70 * fractal(Column / 260, 600 + seed, 3)
        lean = X + (foot - Y) * (X - 900) * 0.00035
        rays = 0.25 + 0.75 * noise(lean / 56, 620 + seed) * noise(lean / 118, 640 + seed) * 1.7
        body = smoothstep(0.2, 0.8, noise(Column / 330 + seed, 660 + seed))
        up = (foot - Y) / (reach * (0.6 + 0.8 * noise(lean / 150, 680 + seed)))
        glow = smoothstep(-0.07, 0.03, up) * np.exp(-2.1 * np.maximum(up, 0))
        colour = gradient([(0, "#7dffb0"), (0.3, "#3fe0a8"), (0.7, "#3fa0c8"), (1.3, "#8a5ad0")], up)
        canvas.paint(everywhere(np.clip(glow * rays * body, 0, 1)), colour, power)


def tent(canvas, x, foot):
    """A tent with a lamp inside, and its light on the ground."""
    glow = np.exp(-1.5 * np.hypot((X - x) / 150, (Y - foot + 20) / 90) ** 1.5)
    canvas.paint(everywhere(glow), linear("#ff9a3c"), 0.5)
    tall, half = 74, 62
    wall = lambda y: half * np.clip((y - foot + tall) / tall, 0, 1) ** 0.85
    shape = across(foot - tall, foot, lambda y: x - wall(y), lambda y: x + wall(y))
    canvas.paint(shape, gradient([(foot - tall, "#e8702a"), (foot - 30, "#ffb347"), (foot, "#ffe08a")], Y[shape[0]]))
    flap = lambda y: 17 * np.clip((y - foot + tall * 0.86) / tall, 0, 1)
    shape = across(foot - tall * 0.86, foot, lambda y: x - 6 - flap(y), lambda y: x - 6 + flap(y))
    canvas.paint(shape, gradient([(foot - tall, "#ffd873"), (foot, "#fff6d0")], Y[shape[0]]))
    front = Stencil()
    grass(front, np.full(Column.shape, foot + 5, np.float32), 23, x - 72, x + 72)
    canvas.paint(front.shape(), linear("#1a1414"))



if __name__ == "__main__":
    scenes = {"dusk": (dusk, 690), "night": (night, 800)}
    for name in sys.argv[1:] or scenes:
        scene, shore = scenes[name]
        path = Path(__file__).with_name(name + ".png")
        size = write_png(path, scene().pixels(shore))
        print(f"{path.name}: {WIDTH}×{HEIGHT}, {size} bytes")
