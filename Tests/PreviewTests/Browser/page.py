"""The live page in a real browser: a preview process, a headless Chromium, pointer and keys."""

import hashlib
import subprocess
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, " ": 32, "Escape": 27, "r": 82, "[": 219, "]": 221}


def pause(seconds):
    """Waits for `seconds`, since an unchanged page sends no event and the browser is polled."""
    time.sleep(seconds)


class Preview:
    """A `segue preview` process."""

    def __init__(self, tool, folder, *arguments):
        self.tool, self.folder = tool, folder
        self.process = subprocess.Popen(
            [tool, "preview", *arguments, "--no-open"], cwd=folder, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=60)

    def frame(self, *arguments):
        """The hash of the tool's own frame, as RGBA bytes."""
        data = subprocess.run(
            [self.tool, *arguments, "--format", "raw", "-o", "-"], cwd=self.folder, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        return hashlib.sha256(data).hexdigest()


class Page:
    """The page in a browser."""

    def __init__(self, address, downloads="/tmp", size=(1280, 900)):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
                         "--force-device-scale-factor=1", "--disable-dev-shm-usage",
                         f"--window-size={size[0]},{size[1]}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(60)
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": downloads})
        self.address = address
        self.open()

    def open(self):
        self.driver.get("about:blank")
        self.driver.get(self.address)
        self.rest()

    def quit(self):
        self.driver.quit()

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    @property
    def status(self):
        return self.js("return {...document.getElementById('status').dataset}")

    @property
    def progress(self):
        return float(self.status["progress"])

    def wait(self, condition, what, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            pause(0.02)
        raise AssertionError(f"waited in vain: {what}; {self.status}; " + self.js("return document.getElementById('note').textContent"))

    def rest(self):
        """Waits until the frame is exact and stable."""
        def is_at_rest():
            before = self.status
            pause(0.1)
            return before["exact"] == "true" and before == self.status
        self.wait(is_at_rest, "a frame at rest")

    def click(self, selector):
        self.js("document.querySelector(arguments[0]).click()", selector)

    def key(self, key, shift=False, count=1):
        for _ in range(count):
            event = {"key": key, "windowsVirtualKeyCode": KEYS[key], "modifiers": 8 if shift else 0}
            if len(key) == 1:
                event["text"] = key
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", **event})
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    def focus(self):
        self.js("document.getElementById('stage').focus()")

    @property
    def stage(self):
        """Left, top, width and height of the stage."""
        self.js("document.getElementById('stage').scrollIntoView({block: 'center'})")
        return self.js("const b = document.getElementById('stage').getBoundingClientRect();"
                       "return [b.left, b.top, b.width, b.height]")

    def mouse(self, kind, x, y, stamp):
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 0 if kind == "mouseReleased" else 1,
            "clickCount": 1, "timestamp": stamp})

    def drag(self, widths, seconds, start=0.5, pause=0.0, release=True):
        """Drags by a number of stage widths, positive to the right, at constant speed by the samples' time stamps."""
        left, top, width, height = self.stage
        x, y = left + width * start, top + height / 2
        stamp = time.time()
        self.mouse("mousePressed", x, y, stamp)
        steps = max(2, round(seconds / 0.008))
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", x + widths * width * step / steps, y, stamp + seconds * step / steps)
        self.stamp = stamp + seconds + pause
        self.place = (x + widths * width, y)
        if release:
            self.mouse("mouseReleased", *self.place, self.stamp)

    def canvas(self):
        """The hash of the canvas as RGBA bytes."""
        return self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            const stage = document.getElementById("stage");
            const copy = new OffscreenCanvas(stage.width, stage.height).getContext("2d", {alpha: false, willReadFrequently: true});
            copy.drawImage(stage, 0, 0);
            crypto.subtle.digest("SHA-256", copy.getImageData(0, 0, stage.width, stage.height).data).then((hash) =>
              done([...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")));""")

    def bottoms(self, width, height, *selectors):
        """The lowest edges of elements in a window of a size."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.open()
        bottoms = self.js("return arguments[0].map((s) => document.querySelector(s).getBoundingClientRect().bottom)", selectors)
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        return bottoms

    @property
    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
