#!/usr/bin/env python3
"""Makes the reference tables for the tests of StableMath and the timing curves, to 40 digits with mpmath.

    Tools/tables.py functions > Tests/MathTests/functions.txt
    Tools/tables.py curves > Tests/MotionTests/curves.txt
"""

import random
import sys

from mpmath import asin, atan2, cos, exp, expm1, findroot, hypot, log, log1p, mp, mpf, nstr, power, sin, sqrt

mp.dps = 40


def number(value):
    return nstr(mpf(value), 20, min_fixed=0, max_fixed=0)


def functions():
    """Prints rows: function, arguments as exact hexadecimal numbers, value."""
    chance = random.Random(1)

    def row(name, function, *arguments):
        exact = [float(a) for a in arguments]
        print(name, *[a.hex() for a in exact], number(function(*[mpf(a) for a in exact])))

    def spread(name, function, low, high, more=()):
        for x in list(more) + [chance.uniform(low, high) for _ in range(20)]:
            row(name, function, x)

    def small(count=6):
        return [chance.choice([-1, 1]) * 2.0 ** chance.uniform(-60, -2) for _ in range(count)]

    spread("exp", exp, -30, 30, small() + [-700.5, 700.5, -1e-300])
    spread("expm1", expm1, -5, 5, small(12) + [-40, 40])
    spread("log", log, 0, 10, [1 + x for x in small()] + [1e-300, 1e300, 0.5, 1.4142, 1.4143])
    spread("log1p", log1p, -0.999, 10, small(12))
    spread("log2", lambda x: log(x, 2), 0, 10, [1e-9, 1e9, 1.0000001])
    spread("log10", lambda x: log(x, 10), 0, 10, [1e-9, 1e9])
    spread("sin", sin, -100, 100, small() + [3.141592653589793, 1.5707963267948966, 1e5, -1.4e6])
    spread("cos", cos, -100, 100, small() + [3.141592653589793, 1.5707963267948966, 1e5, -1.4e6])
    spread("asin", asin, -1, 1, small() + [0.9999999999, -0.9999999999])
    for _ in range(40):
        row("atan2", atan2, chance.uniform(-3, 3), chance.uniform(-3, 3))
    for x in small(12):
        row("atan2", atan2, x, 1)
    for _ in range(40):
        row("pow", power, chance.uniform(0, 4), chance.uniform(-8, 8))
    for _ in range(20):
        row("hypot", hypot, chance.uniform(-9, 9), chance.uniform(-9, 9))
    row("hypot", hypot, 3e200, -4e200)
    row("hypot", hypot, 3e-200, 4e-200)


def spring(frequency, ratio, velocity):
    """Value and velocity of z'' + 2*ratio*frequency*z' + frequency^2*z = 0 from 0 to 1, from the roots of its characteristic
    polynomial."""
    if ratio == 1:
        def at(t):
            b = velocity - frequency
            e = exp(-frequency * t)
            return 1 + (b * t - 1) * e, (b - frequency * (b * t - 1)) * e
        return at
    root = sqrt(mpf(ratio) ** 2 - 1)
    r1, r2 = frequency * (-ratio + root), frequency * (-ratio - root)
    a = (velocity + r2) / (r1 - r2)
    b = -1 - a

    def at(t):
        e1, e2 = exp(r1 * t), exp(r2 * t)
        return (1 + a * e1 + b * e2).real, (a * r1 * e1 + b * r2 * e2).real
    return at


def last_root(function, high):
    """The largest root below `high`: steps down to a change of sign, then findroot."""
    step, x = mpf(high) / 20000, mpf(high)
    sign = function(x) > 0
    while (function(x - step) > 0) == sign:
        x -= step
    return findroot(function, (x - step, x), solver="anderson", tol=1e-35)


def fitted(ratio, velocity, duration):
    """The frequency at which a spring settles to a thousandth after `duration`: UIKit's rule up to a damping ratio of 1, above
    it the displacement."""
    u, ratio = mpf(velocity) * duration, mpf(ratio)
    if ratio < 1:
        w = last_root(
            lambda w: log(abs(ratio * w - u) / (w * sqrt(1 - ratio ** 2)) * 1000) - ratio * w, 60 / ratio)
    else:
        w = last_root(lambda w: abs(spring(w, ratio, u)(mpf(1))[0] - 1) - mpf(1) / 1000, 80 * ratio + 2 * abs(u))
    return w / duration


def bezier(x1, y1, x2, y2):
    def at(x):
        def coordinate(a, b, t):
            return 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3

        def slope(a, b, t):
            return 3 * (1 - t) ** 2 * a + 6 * (1 - t) * t * (b - a) + 3 * t ** 2 * (1 - b)
        t = findroot(lambda t: coordinate(x1, x2, t) - x, (0, 1), solver="anderson", tol=1e-60)
        return coordinate(y1, y2, t), slope(y1, y2, t) / slope(x1, x2, t)
    return at


def curves():
    """Prints rows: curve as typed, duration, time, progress, velocity."""
    rows = []
    for ratio, velocity, duration in [
        ("0.01", "0", "1"), ("0.3", "0", "0.5"), ("0.5", "2", "1"), ("0.8", "0", "1"), ("0.8", "6", "1"),
        ("0.99", "-3", "2"), ("1", "0", "1"), ("1", "0.5", "1.5"), ("1.5", "0", "1"), ("3", "0.4", "1"), ("40", "0", "2"),
    ]:
        r, v, d = mpf(float(ratio)), mpf(float(velocity)), mpf(float(duration))
        text = f"spring({ratio})" if velocity == "0" else f"spring({ratio},{velocity})"
        rows.append((text, d, spring(fitted(r, v, d), r, v)))
    for mass, stiffness, damping, velocity in [(1, 100, 10, 0), (1, 200, 12, 0), (2, 50, 20, 3), (1, 100, 40, 0), (1, 400, 2, -5)]:
        m, k, c = mpf(mass), mpf(stiffness), mpf(damping)
        text = f"spring({mass},{stiffness},{damping},{velocity})"
        rows.append((text, mpf(1), spring(sqrt(k / m), c / (2 * sqrt(k * m)), mpf(velocity))))
    for name, points in [
        ("ease", (0.25, 0.1, 0.25, 1)), ("ease-in", (0.42, 0, 1, 1)), ("ease-out", (0, 0, 0.58, 1)),
        ("ease-in-out", (0.42, 0, 0.58, 1)), ("cubic-bezier(0.3,-0.6,0.7,1.6)", (0.3, -0.6, 0.7, 1.6)),
    ]:
        rows.append((name, mpf(1), bezier(*[mpf(p) for p in points])))
    for text, duration, function in rows:
        for index in range(1, 8):
            time = float(duration) * index / 8
            value, velocity = function(mpf(time))
            print(text, float(duration), time, number(value), number(velocity))


{"functions": functions, "curves": curves}[sys.argv[1]]()
