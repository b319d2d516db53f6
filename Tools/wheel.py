"""`make wheel`: the Python package with its library as one file for pip.

usage: wheel.py LIBRARY FOLDER     writes FOLDER/segue-VERSION-py3-none-PLATFORM.whl, and its path to stdout
"""
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PACKAGE = os.path.join(ROOT, "Hosts", "python", "segue")


def text(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def platform_tag(library):
    """The platform tag (PEP 600): the newest glibc version that the library's symbols need."""
    symbols = subprocess.run(["objdump", "-T", library], check=True, capture_output=True, text=True).stdout
    major, minor = max(tuple(map(int, pair)) for pair in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols))
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def wheel(library, folder):
    version = subprocess.check_output([os.path.join(ROOT, "Tools", "version.sh")], text=True).strip()
    tag = f"py3-none-{platform_tag(library)}"
    facts = f"segue-{version}.dist-info/"
    with open(library, "rb") as file:
        contents = {"segue/libsegue.so": file.read()}
    for name in sorted(os.listdir(PACKAGE)):
        if name.endswith((".py", ".typed")):
            contents["segue/" + name] = text(PACKAGE, name).encode()
    contents[facts + "METADATA"] = (
        f"Metadata-Version: 2.1\nName: segue\nVersion: {version}\nSummary: Transitions between two pictures in memory\n"
        "Requires-Python: >=3.8\nProvides-Extra: moviepy\nRequires-Dist: moviepy>=2; extra == 'moviepy'\n"
        "Description-Content-Type: text/markdown\n\n" + text("docs", "other-programs.md")).encode()
    contents[facts + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: segue\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    contents[facts + "LICENSE"] = text("LICENSE").encode()
    record = facts + "RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in contents.items()]
    contents[record] = "".join(lines + [f"{record},,\n"]).encode()

    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"segue-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in contents.items():
            # A fixed date: two wheels of the same files are equal.
            entry = zipfile.ZipInfo(name)
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            file.writestr(entry, data)
    return path


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


if len(sys.argv) != 3:
    sys.exit(__doc__)
print(wheel(*sys.argv[1:]))
