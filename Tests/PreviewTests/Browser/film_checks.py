"""Checks of a film's page: its frames by hash, its timeline, its junctions, its file."""

import contextlib
import json
import os
import subprocess

from page import Preview

CLIPS = {"one.mkv": "testsrc2", "two.mkv": "testsrc", "three.mkv": "smptebars"}
FILM = """{ "segue": 1,
  "film": {"background": "#102030"},
  "clips": [
    {"src": "one.mkv"},
    {"transition": "slide", "duration": 0.5, "params": {"rows": 4}, "sound": "linear"},
    {"src": "two.mkv", "volume": "-3dB"},   {"src": "three.mkv"}
  ],
  "titles": [{"text": "Title", "start": 0.2, "end": 1}],
  "overlays": [{"src": "to.png", "start": 0.5}] }
"""


def expect(value, expected, what):
    assert value == expected, f"{what}: {value!r}, expected {expected!r}"


@contextlib.contextmanager
def film(studio, *arguments):
    """A preview of a film in the studio's folder, open in its page."""
    for name, source in CLIPS.items():
        if not os.path.exists(studio.file(name)):
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"{source}=s=160x90:r=20:d=2",
                            "-pix_fmt", "yuv420p", "-c:v", "ffv1", studio.file(name)], check=True)
    with open(studio.file("film.json"), "w") as file:
        file.write(FILM)
    preview = Preview(studio.tool, studio.folder, *arguments)
    page = studio.page
    try:
        page.address = preview.address
        page.open()
        yield page, preview
    finally:
        page.driver.get("about:blank")
        expect(preview.stop(), 0, "the end of the preview")
        page.address = studio.preview.address


def seek(page, frame):
    page.js("const s = document.getElementById('scrub'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", frame)
    page.wait(lambda: page.status["frame"] == str(frame), f"frame {frame}")
    page.rest()


def frame_of(preview, number, *arguments):
    """The hash of the tool's frame."""
    return preview.frame("join", *arguments, "--frames", f"{number}-{number}")


def command(page):
    return page.js("return document.getElementById('command').textContent")


def choose(page, junction):
    page.click(f'[data-junction="{junction}"]')
    page.rest()


def change(page, selector, value):
    page.js("const c = document.querySelector(arguments[0]); c.value = arguments[1]; c.dispatchEvent(new Event('change'))",
            selector, value)


def film_scrub(studio):
    with film(studio, "film.json") as (page, preview):
        expect(page.canvas(), frame_of(preview, 0, "film.json"), "the first frame")
        # In the slide under the title's end and the overlay, in the dissolve, in a single clip, in the last clip.
        count = int(page.js("return document.getElementById('stage').getAttribute('aria-valuemax')")) + 1
        for number in (35, 12, 36, 58, 70, count - 1):
            seek(page, number)
            expect(page.canvas(), frame_of(preview, number, "film.json"), f"frame {number}")
        # The displayed time gives --at the same frame.
        seconds = page.status["seconds"]
        expect(page.canvas(), preview.frame("join", "film.json", "--at", seconds), f"--at {seconds}")
        parts = page.js("return [...document.querySelectorAll('.part')].map((p) => p.textContent)")
        expect(parts, ["one.mkv", "two.mkv", "three.mkv", "Title", "to.png"], "the timeline")
        # A press on the timeline seeks to its frame.
        left, top, width, height = page.js(
            "const l = document.getElementById('lanes'); l.scrollIntoView({block: 'center'});"
            "const b = l.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
        x, y = left + width * 0.25, top + height - 4
        page.mouse("mousePressed", x, y, 1)
        page.mouse("mouseReleased", x, y, 1.1)
        page.wait(lambda: page.status["frame"] == str(int(count * 0.25)), "the press")
        page.rest()
        expect(page.canvas(), frame_of(preview, int(count * 0.25), "film.json"), "the frame under the press")


def film_change(studio):
    words = ["one.mkv", "two.mkv@0-1.5", "+cut", "three.mkv", "--title", "It's, here,end=1"]
    with film(studio, *words) as (page, preview):
        quoted = "segue join one.mkv two.mkv@0-1.5 +cut three.mkv --title 'It'\\''s, here,end=1' -o out.mp4"
        expect(command(page), quoted, "the command")
        choose(page, 0)
        change(page, "#transition", "iris")
        page.wait(lambda: "+iris:0.8 two" in command(page), "the transition in the command")
        change(page, "#seconds", "0.6")
        page.wait(lambda: "one.mkv +iris:0.6 two.mkv@0-1.5 +cut" in command(page), "the length in the command")
        seek(page, 30)
        expect(page.canvas(), frame_of(preview, 30, "one.mkv", "+iris:0.6", *words[1:]), "the changed junction")
        choose(page, 1)
        change(page, "#transition", "push")
        page.wait(lambda: "+push:0.8 three.mkv" in command(page), "a transition in place of the cut")
        choose(page, -1)
        change(page, "#transition", "dissolve")
        page.wait(lambda: "join +dissolve:0.8 one.mkv" in command(page), "an opening")
        words = ["+dissolve:0.8", "one.mkv", "+iris:0.6", "two.mkv@0-1.5", "+push:0.8", "three.mkv", *words[4:]]
        for number in (5, 33, 55):
            seek(page, number)
            expect(page.canvas(), frame_of(preview, number, *words), f"frame {number} of the changed film")
        # An invalid change is reported, and the page is unchanged.
        before = command(page)
        choose(page, 0)
        change(page, "#seconds", "9")
        page.wait(lambda: "the longest that fit" in page.js("return document.getElementById('note').textContent"), "the reason")
        expect(command(page), before, "the command after what cannot be")
        expect(page.js("return document.getElementById('seconds').value"), "0.6", "the length that holds")
        choose(page, -1)
        change(page, "#transition", "cut")
        page.wait(lambda: "join one.mkv" in command(page), "no opening")
        page.click("#reset")
        page.wait(lambda: command(page) == quoted, "the reset")


def film_thumbnails(studio):
    with film(studio, "one.mkv", "+dissolve:0.8", "two.mkv") as (page, _):
        hidden = "return document.getElementById('transitions')?.hidden"
        page.wait(lambda: page.js(hidden), "no thumbnails without a junction")
        choose(page, 0)
        page.wait(lambda: page.js(hidden) is False, "the thumbnails")
        page.js("document.querySelector('[data-transition=push]').scrollIntoView({block: 'center'})")
        page.wait(lambda: page.js("return document.querySelector('[data-transition=push]').dataset.loaded"), "the thumbnail of push")
        page.click("[data-transition=push]")
        page.wait(lambda: "one.mkv +push:0.8 two.mkv" in command(page), "the transition in the command")
        expect(page.js("return document.querySelector('#thumbnails [aria-current=true]').dataset.transition"), "push", "the one that is marked")
        expect(page.js("return document.getElementById('download').textContent"), "Download frame", "what is downloaded")


def film_save(studio):
    with film(studio, "film.json") as (page, preview):
        choose(page, 0)
        change(page, "#seconds", "0.75")
        page.wait(lambda: page.js("return !document.getElementById('changed').hidden"), "the mark of a change")
        expect(open(studio.file("film.json")).read(), FILM, "the file before it is saved")
        page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", "key": "s", "windowsVirtualKeyCode": 83, "modifiers": 2})
        saved = FILM.replace('{"transition": "slide", "duration": 0.5, "params": {"rows": 4}, "sound": "linear"}',
                             '{"transition": "slide", "duration": 0.75, "params": {"rows":4}, "sound": "linear"}')
        page.wait(lambda: open(studio.file("film.json")).read() == saved, "the saved file")
        page.wait(lambda: page.js("return document.getElementById('changed').hidden"), "no mark after saving")
        # A junction that is missing in the file is added to it.
        choose(page, 1)
        change(page, "#transition", "wipe")
        page.wait(lambda: page.js("return !document.getElementById('changed').hidden"), "the second change")
        page.click("#save")
        page.wait(lambda: "wipe" in open(studio.file("film.json")).read(), "the second saving")
        clips = json.load(open(studio.file("film.json")))["clips"]
        expect(clips[3], {"transition": "wipe", "duration": 0.8}, "the new junction")
        page.open()
        seek(page, 62)
        expect(page.canvas(), frame_of(preview, 62, "film.json"), "the frame of the saved film in a page that is opened anew")


def film_is_watched(studio):
    with film(studio, "film.json") as (page, preview):
        seek(page, 36)
        before = page.canvas()
        with open(studio.file("film.json"), "w") as file:
            file.write(FILM.replace('"slide"', '"slied"'))
        fault = page.wait(lambda: page.js("const f = document.getElementById('fault'); return f.hidden ? '' : f.textContent"), "the fault")
        assert "slide" in fault, fault
        expect(page.canvas(), before, "the last good frame")
        with open(studio.file("new"), "w") as file:
            file.write(FILM.replace('"slide"', '"iris"').replace(', "params": {"rows": 4}', ""))
        os.replace(studio.file("new"), studio.file("film.json"))
        page.wait(lambda: page.js("return document.getElementById('fault').hidden"), "the cure")
        page.wait(lambda: page.js("return document.querySelector('[data-junction=\"0\"]').getAttribute('aria-label')") == "junction 1: iris", "the new junction")
        page.rest()
        expect(page.status["frame"], "36", "the place")
        expect(page.canvas(), frame_of(preview, 36, "film.json"), "the frame of the saved film")


def film_keyboard(studio):
    with film(studio, "film.json") as (page, preview):
        page.focus()
        page.key("ArrowRight", count=3)
        page.wait(lambda: page.status["frame"] == "3", "three frames on")
        page.key("ArrowRight", shift=True)
        page.wait(lambda: page.status["frame"] == "23", "a second on")
        page.key("ArrowLeft")
        page.wait(lambda: page.status["frame"] == "22", "a frame back")
        page.rest()
        expect(page.canvas(), frame_of(preview, 22, "film.json"), "the frame that the keys came to")
        page.key("]", count=2)
        page.wait(lambda: page.js("return document.getElementById('title').textContent") == "Junction 1", "the first junction")
        expect(page.js("return document.getElementById('transition').value"), "slide", "its transition")
        page.key("Home")
        page.wait(lambda: page.status["frame"] == "0", "the first frame")
        page.key(" ")
        page.wait(lambda: page.status["exact"] == "false" and int(page.status["frame"]) > 5, "playing")
        page.key(" ")
        page.rest()
        number = int(page.status["frame"])
        expect(page.canvas(), frame_of(preview, number, "film.json"), "the frame at which it was paused")
        page.key("End")
        page.rest()
        page.key(" ")
        page.wait(lambda: int(page.status["frame"]) < 60 and page.status["exact"] == "false", "from the beginning again")
        page.key(" ")


def film_fits_the_window(studio):
    with film(studio, "film.json") as (page, _):
        for width, height in [(1440, 900), (1280, 720)]:
            bottoms = page.bottoms(width, height, "#stage", "#transport", "#timeline")
            assert 300 < bottoms[0] < bottoms[1] < bottoms[2] <= height, f"{bottoms} in {height}"


def film_narrow_and_dark(studio):
    with film(studio, "film.json") as (page, _):
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        page.open()
        choose(page, 0)
        overflow = page.js("return document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0, f"{overflow} px wider than the window"
        ground = page.js("return getComputedStyle(document.body).backgroundColor")
        expect(ground, "rgb(23, 24, 26)", "the ground in the dark")
        small = page.js("return [...document.querySelectorAll('button')].filter((b) => b.checkVisibility() &&"
                        "(b.offsetHeight < 24 || b.offsetWidth < 24)).map((b) => b.id || b.className)")
        expect(small, [], "targets below 24 px")
        unnamed = page.js("return [...document.querySelectorAll('button, input, select, canvas#stage')].filter((c) =>"
                          "!(c.getAttribute('aria-label') || c.textContent.trim() || c.labels?.length)).map((c) => c.outerHTML)")
        expect(unnamed, [], "controls without a name")
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
