"""Checks of the live page in a real browser: `checks.py TOOL CHECK …` prints a line for each."""

import glob
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback
import zlib

import film_checks
from page import Page, Preview, pause

WIDTH, HEIGHT = 320, 180
PAIR = ("from it's.png", "to.png")


def picture(path, color):
    """A PNG with a gradient, an edge and a grain, so that every transition is visible."""
    rows = b""
    for y in range(HEIGHT):
        row = bytearray()
        for x in range(WIDTH):
            edge = 60 if (x // 40 + y // 30) % 2 else 0
            row += bytes((min(255, (color[0] + x * 90 // WIDTH + edge)), min(255, color[1] + y * 80 // HEIGHT),
                          min(255, color[2] + edge)))
        rows += b"\0" + bytes(row)
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Studio:
    """A folder with two pictures, a preview of them, and its page."""

    def __init__(self, tool):
        self.tool = tool
        self.folder = tempfile.mkdtemp(prefix="segue page ")
        picture(self.file(PAIR[0]), (150, 60, 30))
        picture(self.file(PAIR[1]), (20, 50, 140))
        self.preview = Preview(tool, self.folder, *PAIR)
        self.page = Page(self.preview.address, downloads=self.folder)

    def file(self, name):
        return os.path.join(self.folder, name)

    def frame(self, *arguments):
        return self.preview.frame(*PAIR, *arguments, "--background", "#000000")

    def close(self):
        self.page.quit()
        assert self.preview.stop() == 0, "the preview did not end with 0"
        shutil.rmtree(self.folder)


def expect(value, expected, what):
    assert value == expected, f"{what}: {value!r}, expected {expected!r}"


def seek(page, progress):
    page.js("const s = document.getElementById('scrub'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input'))", progress)
    page.rest()


def opens_without_errors(studio):
    page = studio.page
    expect(page.progress, 0.0, "progress")
    expect(page.js("return [location.hash, location.search]"), ["", ""], "the token in the address")
    expect(page.canvas(), studio.frame("--at", "0"), "the first frame")
    expect(page.js("return document.getElementById('command').textContent"),
           "segue 'from it'\\''s.png' to.png -t pixellate-dissolve -o out.mp4", "the command")
    ticks = page.driver.execute_async_script(
        "const done = arguments[0]; let n = 0;"
        "(function tick() { n++; n < 6 ? requestAnimationFrame(tick) : done(n) })()")
    assert ticks > 5, "no refreshes"
    # At rest the page sends no requests.
    shown = page.status["shown"]
    pause(0.5)
    expect(page.status["shown"], shown, "frames at rest")
    # A reloaded page keeps the token of its tab.
    page.driver.refresh()
    page.rest()
    expect(page.canvas(), studio.frame("--at", "0"), "the first frame after a reload")


def every_thumbnail(studio):
    page = studio.page
    names = page.js("return [...document.querySelectorAll('[data-transition]')].map((b) => b.dataset.transition)")
    listed = json.loads(subprocess.run([studio.tool, "list", "transitions", "--json"], check=True,
                                       stdout=subprocess.PIPE).stdout)
    assert {entry["name"] for entry in listed} <= set(names), "a transition without a thumbnail"
    seek(page, 0.5)
    for name in names:
        page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", f'[data-transition="{name}"]')
        page.wait(lambda: page.js("return document.querySelector(arguments[0]).dataset.loaded", f'[data-transition="{name}"]'),
                  f"the thumbnail of {name}")
        if name == "luma":
            continue  # it needs a picture from the command line
        page.click(f'[data-transition="{name}"]')
        page.wait(lambda: page.js("return document.getElementById('title').textContent") == name, f"the choice of {name}")
        page.rest()
        expect(page.canvas(), studio.frame("-t", name, "--at", "0.5"), f"{name} at 0.5")
    # A hovered thumbnail plays.
    drawn = "const c = document.querySelector('[data-transition=push] canvas'); return c.toDataURL()"
    page.js("document.querySelector('[data-transition=push]').scrollIntoView({block: 'center'})")
    still = page.js(drawn)
    page.js("document.querySelector('[data-transition=push]').dispatchEvent(new PointerEvent('pointerenter'))")
    page.wait(lambda: page.js(drawn) != still, "a thumbnail that plays")
    page.js("document.querySelector('[data-transition=push]').dispatchEvent(new PointerEvent('pointerleave'))")
    page.wait(lambda: page.js(drawn) == still, "a thumbnail at rest")


def drag_that_finishes(studio):
    page = studio.page
    page.drag(-0.3, 0.2)
    page.rest()
    expect(page.progress, 1.0, "a throw")
    expect(page.canvas(), studio.frame("--at", "1"), "the last frame")
    expect(page.js("return document.getElementById('announcer').textContent"), "Finished", "what is said")
    page.click("#reset")
    page.rest()
    page.drag(-0.6, 0.4, pause=0.3)
    page.rest()
    expect(page.progress, 1.0, "a slow drag beyond the middle")


def drag_that_cancels(studio):
    page = studio.page
    page.drag(-0.3, 0.2, pause=0.3)
    page.rest()
    expect(page.progress, 0.0, "a finger that rested")
    page.drag(-0.8, 0.8, release=False)
    page.wait(lambda: page.progress > 0.7, "the finger's progress")
    page.wait(lambda: not page.js("return document.getElementById('heading').hidden"), "where it is heading")
    # Drags back and releases on the way.
    left, _, width, _ = page.stage
    for step in range(1, 26):
        page.mouse("mouseMoved", page.place[0] + width * 0.5 * step / 25, page.place[1], page.stamp + 0.008 * step)
    page.mouse("mouseReleased", page.place[0] + width * 0.5, page.place[1], page.stamp + 0.2)
    page.rest()
    expect(page.progress, 0.0, "a throw back")
    expect(page.canvas(), studio.frame("--at", "0"), "the first frame")


def drag_that_is_caught_again(studio):
    page = studio.page
    page.js("const d = document.getElementById('duration'); d.value = 4; d.dispatchEvent(new Event('input'))")
    page.drag(-0.3, 0.25)
    page.wait(lambda: page.progress > 0.4, "a run that goes on")
    page.drag(0.1, 0.1, start=0.3, release=False)
    page.rest()
    held = page.progress
    assert 0.2 < held < 0.95, held
    pause(0.4)
    expect(page.progress, held, "a finger that holds it")
    expect(page.status["exact"], "true", "a frame that is held still")
    page.mouse("mouseMoved", page.place[0] + page.stage[2], page.place[1], page.stamp + 0.5)
    page.mouse("mouseReleased", page.place[0] + page.stage[2], page.place[1], page.stamp + 1)
    page.rest()
    expect(page.progress, 0.0, "after it was caught")


def keyboard(studio):
    page = studio.page
    page.focus()
    page.key("ArrowRight", count=30)
    page.rest()
    expect(page.status["progress"], "0.3", "thirty steps")
    page.key("ArrowLeft", shift=True)
    page.rest()
    expect(page.status["progress"], "0.2", "a long step back")
    expect(page.js("return document.getElementById('stage').getAttribute('aria-valuenow')"), "20", "what is read out")
    page.key("End")
    page.rest()
    expect(page.progress, 1.0, "End")
    page.key("Home")
    page.rest()
    expect(page.progress, 0.0, "Home")
    page.key(" ")
    page.wait(lambda: 0.1 < page.progress < 0.9, "Space to play")
    page.key(" ")
    page.rest()
    paused = page.progress
    assert 0.1 < paused < 1, paused
    page.key("r")
    page.rest()
    expect(page.progress, 0.0, "R")
    page.key("ArrowRight", shift=True, count=4)
    page.key("Escape")
    page.rest()
    expect(page.progress, 0.0, "Escape")
    page.key("]")
    page.wait(lambda: page.js("return document.getElementById('title').textContent") == "dissolve", "] for the next")
    page.key("[")
    page.wait(lambda: page.js("return document.getElementById('title').textContent") == "pixellate-dissolve", "[ for the one before")


def parameters(studio):
    page = studio.page
    seek(page, 0.4)
    page.js("const s = document.querySelector('[data-parameter=width]'); s.value = 0.25; s.dispatchEvent(new Event('input'))")
    page.rest()
    expect(page.canvas(), studio.frame("--at", "0.4", "-p", "width=0.25"), "a slider")
    assert "-p width=0.25" in page.js("return document.getElementById('command').textContent")
    page.click('[data-transition="push"]')
    page.wait(lambda: page.js("return document.querySelector('[data-parameter=direction]') !== null"), "push's parameters")
    page.js("const s = document.querySelector('[data-parameter=direction]'); s.value = 'up'; s.dispatchEvent(new Event('change'))")
    page.rest()
    expect(page.canvas(), studio.frame("-t", "push", "--at", "0.4", "-p", "direction=up"), "a choice")
    page.click('[data-transition="fade-through"]')
    page.wait(lambda: page.js("return document.querySelector('[data-parameter=color]') !== null"), "fade-through's parameters")
    page.js("const s = document.querySelector('[data-parameter=color]'); s.value = '#ffcc00'; s.dispatchEvent(new Event('input'))")
    page.rest()
    expect(page.canvas(), studio.frame("-t", "fade-through", "--at", "0.4", "-p", "color=#ffcc00"), "a colour")
    page.click("#reset")
    page.rest()
    expect(page.progress, 0.0, "progress after a reset")
    assert "-p" not in page.js("return document.getElementById('command').textContent")


def curve_and_duration(studio):
    page = studio.page
    page.js("const t = document.getElementById('timing'); t.value = 'spring(0.5)'; t.dispatchEvent(new Event('change'))")
    page.js("const d = document.getElementById('seconds'); d.value = 0.9; d.dispatchEvent(new Event('change'))")
    page.rest()
    command = page.js("return document.getElementById('command').textContent")
    assert "-d 0.9 --timing 'spring(0.5)' -o out.mp4" in command, command
    page.js("const t = document.getElementById('timing'); t.value = 'wobble'; t.dispatchEvent(new Event('change'))")
    page.wait(lambda: "wobble" in page.js("return document.getElementById('note').textContent"), "a word about the curve")
    page.js("const t = document.getElementById('timing'); t.value = 'ease'; t.dispatchEvent(new Event('change'))")
    page.rest()
    page.js("document.querySelector('#curve .handle').focus()")
    page.key("ArrowRight")
    page.wait(lambda: "cubic-bezier(0.26,0.1,0.25,1)" in page.js("return document.getElementById('command').textContent"), "a handle that moved")


def frames_are_the_commands(studio):
    page = studio.page
    for progress in (0.123, 0.5, 0.987):
        seek(page, progress)
        expect(page.status["exact"], "true", "a frame at rest")
        command = page.js("return document.getElementById('command').textContent")
        subprocess.run(["sh", "-c", command.replace("segue ", f"'{studio.tool}' ", 1) + " -y"], cwd=studio.folder,
                       check=True, stderr=subprocess.DEVNULL)
        assert os.path.getsize(studio.file("frame.png")) > 0
        expect(page.canvas(), studio.frame("--at", page.status["progress"]), f"the frame at {progress}")
    page.js("document.querySelector('input[name=makes][value=video]').click()")
    assert page.js("return document.getElementById('command').textContent").endswith("-o out.mp4")


def play_and_reverse(studio):
    page = studio.page
    page.click("#play")
    page.wait(lambda: 0 < page.progress < 1, "a run")
    page.rest()
    expect(page.progress, 1.0, "the end of a run")
    page.click("#reverse")
    page.wait(lambda: 0 < page.progress < 1, "a run backwards")
    page.rest()
    expect(page.progress, 0.0, "the end of a run backwards")
    page.click("#loop")
    page.click("#play")
    page.wait(lambda: page.progress > 0.7, "a run")
    page.wait(lambda: page.progress < 0.3, "another run")
    page.click("#loop")
    page.rest()
    expect(page.progress, 1.0, "the end of the last run")


def downloads(studio):
    page = studio.page
    seek(page, 0.6)
    page.click("#download")
    saved = page.wait(lambda: glob.glob(studio.file("segue-*.png")), "the PNG")
    bytes_of = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", saved[0], "-f", "rawvideo", "-pix_fmt", "rgba", "-"], check=True,
        stdout=subprocess.PIPE).stdout
    import hashlib
    expect(hashlib.sha256(bytes_of).hexdigest(), studio.frame("--at", "0.6"), "the PNG's pixels")
    page.js("const d = document.getElementById('seconds'); d.value = 0.2; d.dispatchEvent(new Event('change'))")
    for kind in ("mp4", "webp", "gif"):
        page.click(f'[data-export="{kind}"]')
        page.wait(lambda: glob.glob(studio.file(f"segue-*.{kind}")), f"the {kind}")
        page.wait(lambda: not glob.glob(studio.file("*.crdownload")), "the end of the download")
    subprocess.run([studio.tool, *PAIR, "-d", "0.2", "-o", "own.mp4"], cwd=studio.folder, check=True, stderr=subprocess.DEVNULL)
    with open(studio.file("own.mp4"), "rb") as own, open(glob.glob(studio.file("segue-*.mp4"))[0], "rb") as other:
        expect(own.read(), other.read(), "the video's bytes")


def two_pages(studio):
    page = studio.page
    page.driver.switch_to.new_window("tab")
    page.open()
    seek(page, 0.7)
    expect(page.canvas(), studio.frame("--at", "0.7"), "the second page")
    page.driver.close()
    page.driver.switch_to.window(page.driver.window_handles[0])
    page.rest()
    expect(page.progress, 0.0, "the first page")


def narrow_and_dark(studio):
    page = studio.page
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
    page.open()
    overflow = page.js("return document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0, f"{overflow} px wider than the window"
    ground = page.js("return getComputedStyle(document.body).backgroundColor")
    expect(ground, "rgb(23, 24, 26)", "the ground in the dark")
    small = page.js("return [...document.querySelectorAll('button, summary')].filter((b) => b.checkVisibility() &&"
                    "(b.offsetHeight < 24 || b.offsetWidth < 24)).map((b) => b.id || b.className)")
    expect(small, [], "targets below 24 px")
    unnamed = page.js("return [...document.querySelectorAll('button, input, select, canvas#stage')].filter((c) =>"
                      "!(c.getAttribute('aria-label') || c.textContent.trim() || c.labels?.length)).map((c) => c.outerHTML)")
    expect(unnamed, [], "controls without a name")
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def fits_the_window(studio):
    page = studio.page
    for width, height in [(1440, 900), (1280, 720)]:
        bottoms = page.bottoms(width, height, "#stage", "#transport", "#thumbnails li")
        assert 300 < bottoms[0] < bottoms[1] < bottoms[2] <= height, f"{bottoms} in {height}"
    expect(page.js("return document.querySelector('.row.float input[type=number]').value"), "0.1", "the field of width")
    cut = page.js("return [...document.querySelectorAll('.unit')].filter((u) => u.scrollWidth > u.clientWidth).map((u) => u.textContent)")
    expect(cut, [], "units that are cut")
    preview = Preview(studio.tool, studio.folder, *[studio.file(name) for name in PAIR], "-p", "width=+0.25")
    page.address = preview.address
    try:
        page.open()
        expect(page.js("const p = document.getElementById('pictures'); return [p.textContent, p.title]"),
               [" → ".join(PAIR), " → ".join(studio.file(name) for name in PAIR)], "the names and the paths")
        expect(page.js("return document.querySelector('.row.float input[type=number]').value"), "0.25", "the field with a sign")
    finally:
        page.driver.get("about:blank")
        expect(preview.stop(), 0, "the end of the preview")
        page.address = studio.preview.address


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def watched(studio, name, good, wrong, words, cured, parameter, first=None):
    """A file is watched: an error is shown below the last good frame, and the corrected file is drawn."""
    write(studio.file(name), good)
    preview = Preview(studio.tool, studio.folder, *PAIR, "-t", name)
    page = studio.page
    try:
        if not preview.address and name.endswith(".glsl"):
            return "skipped, no software GL"
        page.address = preview.address
        page.open()
        seek(page, 0.5)
        before = page.canvas()
        expect(before, studio.frame("-t", name, "--at", "0.5"), "the file's frame")
        assert first is None or has_parameter(page, first)
        assert not has_parameter(page, parameter)
        write(studio.file(name), wrong)
        fault = page.wait(lambda: page.js("const f = document.getElementById('fault'); return f.hidden ? '' : f.textContent"),
                          "the message")
        assert all(word in fault for word in words), fault
        expect(page.canvas(), before, "the last good frame")
        # Editors save by replacing the file.
        write(studio.file("new"), cured)
        os.replace(studio.file("new"), studio.file(name))
        page.wait(lambda: page.js("return document.getElementById('fault').hidden"), "the cure")
        page.wait(lambda: has_parameter(page, parameter), "the new parameter")
        page.rest()
        expect(page.canvas(), studio.frame("-t", name, "--at", "0.5"), "the cured frame")
    finally:
        page.driver.get("about:blank")
        expect(preview.stop(), 0, "the end of the preview")
        page.address = studio.preview.address


def has_parameter(page, name):
    return page.js("return document.querySelector(`[data-parameter=${arguments[0]}]`) !== null", name)


def shader_is_watched(studio):
    good = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }\n"
    return watched(
        studio, "my.glsl", good, good.replace("progress)", "progres)"), ["my.glsl:1", "progres"],
        "uniform float strength; // = 0.5\n" + good.replace("progress)", "progress * strength)"), "strength")


def type_into(page, selector, text):
    page.js("const f = document.querySelector(arguments[0]); f.focus(); f.value = arguments[1];"
            "f.dispatchEvent(new Event('input')); f.dispatchEvent(new Event('change')); f.blur()", selector, text)


def filters(studio):
    page = studio.page
    seek(page, 0.4)
    type_into(page, "#filter-from", "blur(0.05*p)")
    type_into(page, "#filter-to", "invert")
    type_into(page, "#filter-result", "saturation(2*p)")
    page.wait(lambda: "--filter" in page.js("return document.getElementById('command').textContent"), "the command")
    page.rest()
    chains = ("--from-filter", "blur(0.05*p)", "--to-filter", "invert", "--filter", "saturation(2*p)")
    expect(page.canvas(), studio.frame("--at", "0.4", *chains), "the filtered frame")
    command = page.js("return document.getElementById('command').textContent")
    assert "--from-filter 'blur(0.05*p)' --to-filter invert --filter 'saturation(2*p)'" in command, command
    # An error is shown below the field with a caret under the text, and the last good frame stays.
    before = page.canvas()
    type_into(page, "#filter-to", "invrt(1)")
    page.wait(lambda: page.js("return !document.getElementById('fault-to').hidden"), "the fault")
    fault = page.js("return document.getElementById('fault-to').textContent")
    assert "did you mean invert?" in fault and "  | invrt(1)\n  | ^^^^^" in fault, fault
    expect(page.canvas(), before, "the last good frame")
    type_into(page, "#filter-to", "lut('/etc/passwd')")
    page.wait(lambda: "on the command line" in page.js("return document.getElementById('fault-to').textContent"), "a refusal")
    type_into(page, "#filter-to", "")
    page.wait(lambda: page.js("return document.getElementById('fault-to').hidden"), "the cure")
    page.rest()
    expect(page.canvas(), studio.frame("--at", "0.4", *chains[:2], *chains[4:]), "the frame without it")
    # Another transition keeps the filters, a reset removes them.
    page.click('[data-transition="push"]')
    page.rest()
    expect(page.canvas(), studio.frame("-t", "push", "--at", "0.4", *chains[:2], *chains[4:]), "another transition")
    page.click("#reset")
    page.rest()
    assert "filter" not in page.js("return document.getElementById('command').textContent")
    expect(page.js("return document.getElementById('filter-from').value"), "", "the field")


def filters_of_the_command_line(studio):
    with open(studio.file("negative.cube"), "w") as file:
        file.write("LUT_1D_SIZE 2\n1 1 1\n0 0 0\n")
    preview = Preview(studio.tool, studio.folder, *PAIR, "--to-filter", "lut('negative.cube')", "--from-filter", "sepia(p)")
    page = studio.page
    try:
        page.address = preview.address
        page.open()
        seek(page, 0.5)
        expect(page.js("return document.getElementById('filter-from').value"), "sepia(p)", "the field")
        expect(page.canvas(), studio.frame("--at", "0.5", "--to-filter", "lut('negative.cube')", "--from-filter", "sepia(p)"), "the frame")
        # The file on the command line can be used in other chains.
        type_into(page, "#filter-from", "lut('negative.cube') sepia(p)")
        page.wait(lambda: "sepia(p)'" in page.js("return document.getElementById('command').textContent"), "the command")
        page.rest()
        expect(page.canvas(), studio.frame("--at", "0.5", "--to-filter", "lut('negative.cube')", "--from-filter", "lut('negative.cube') sepia(p)"), "the other frame")
    finally:
        page.driver.get("about:blank")
        expect(preview.stop(), 0, "the end of the preview")
        page.address = studio.preview.address


def look_is_watched(studio):
    good = ('{"parameters": {"k": {"default": 0.2, "minimum": 0, "maximum": 1, "summary": "Width."}},'
            ' "recipe": {"mix": [{"filter": "pixellate(k*p)", "of": "from"}, "to"], "amount": "p"}}')
    return watched(
        studio, "my.json", good, good.replace("pixellate", "pixelate"),
        ["my.json: recipe.mix[0].filter", "did you mean pixellate?"],
        good.replace("pixellate(k*p)", "blur(0.1*k*p)").replace('"k"', '"soft"').replace("k*p", "soft*p"), "soft", first="k")


def main():
    tool, names = sys.argv[1], sys.argv[2:]
    studio = Studio(tool)
    try:
        for name in names:
            try:
                studio.page.open()
                studio.page.errors
                said = (globals().get(name) or getattr(film_checks, name))(studio) or "good"
                errors = studio.page.errors
                assert not errors, errors
                print(f"{name}: {said}", flush=True)
            except Exception:
                print(f"{name}: " + traceback.format_exc().strip().replace("\n", " | "), flush=True)
    finally:
        studio.close()


main()
