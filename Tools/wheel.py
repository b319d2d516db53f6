"""`make wheel`: the tool, the library and the Python package as one file for pip.

usage: wheel.py BUILT FOLDER     writes FOLDER/segue-VERSION-py3-none-PLATFORM.whl, and its path to stdout
BUILT is the folder that `Tools/build.sh wheel` made.
"""
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PACKAGE = os.path.join(ROOT, "Hosts", "python", "segue")
METADATA = """\
Metadata-Version: 2.4
Name: segue
Version: {version}
Summary: Transitions between pictures and between clips, as a command and as a library
{licences}
Requires-Python: >=3.8
Provides-Extra: ffmpeg
Requires-Dist: imageio-ffmpeg>=0.6; extra == 'ffmpeg'
Provides-Extra: moviepy
Requires-Dist: moviepy>=2; extra == 'moviepy'
Description-Content-Type: text/markdown

"""


def data(path):
    with open(path, "rb") as file:
        return file.read()


def text(*path):
    return data(os.path.join(ROOT, *path)).decode()


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def version():
    return output(os.path.join(ROOT, "Tools", "version.sh")).strip()


def bundled():
    """The libraries that the program brings along: pairs of a file's path and its Debian package."""
    for line in text("Packaging", "bundled.txt").splitlines():
        words = line.partition("#")[0].split()
        if words:
            name, package = words[:2]
            path = next(path for path in output("dpkg", "-L", package).splitlines() if os.path.basename(path) == name)
            yield path, package


def licences(packages):
    """The licences of the linked and the bundled code by their paths, with Segue's first."""
    found = {"LICENSE": data(os.path.join(ROOT, "LICENSE"))}
    with tempfile.TemporaryDirectory() as folder:
        output(os.path.join(ROOT, "Tools", "licences.sh"), folder, *packages)
        paths = (os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names)
        for path in sorted(paths):
            found[os.path.relpath(path, folder)] = data(path)
    return found


def platform_tag(files):
    """The platform tag (PEP 600): the newest glibc version that the files need."""
    needs = "".join(output("objdump", "-p", file) for file in files)
    # Compact relocations, marked by a name without a number, came with glibc 2.36.
    needs = needs.replace("GLIBC_ABI_DT_RELR", "GLIBC_2.36")
    major, minor = max(tuple(map(int, pair)) for pair in re.findall(r"GLIBC_(\d+)\.(\d+)", needs))
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def wheel(built, folder):
    program, library = (os.path.join(built, name) for name in ("segue", "libsegue.so"))
    libraries = list(bundled())
    tag = f"py3-none-{platform_tag([program, library] + [path for path, _ in libraries])}"
    facts = f"segue-{version()}.dist-info/"
    contents = {"segue/bin/segue": data(program), "segue/libsegue.so": data(library)}
    for path, _ in libraries:
        # libsegue.so looks for them in lib/segue.
        contents["segue/lib/segue/" + os.path.basename(path)] = data(path)
    for name in sorted(os.listdir(PACKAGE)):
        if name.endswith((".py", ".typed")):
            contents["segue/" + name] = data(os.path.join(PACKAGE, name))
    texts = licences(package for _, package in libraries)
    names = "\n".join(f"License-File: {name}" for name in texts)
    page = text("docs", "other-programs.md")
    contents[facts + "METADATA"] = (METADATA.format(version=version(), licences=names) + page).encode()
    contents[facts + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: segue\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    contents[facts + "entry_points.txt"] = b"[console_scripts]\nsegue = segue.__main__:main\n"
    contents.update((facts + "licenses/" + name, licence) for name, licence in texts.items())
    record = facts + "RECORD"
    lines = [f"{name},sha256={digest(content)},{len(content)}\n" for name, content in contents.items()]
    contents[record] = "".join(lines + [f"{record},,\n"]).encode()

    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"segue-{version()}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in contents.items():
            # A fixed date: two wheels of the same files are equal.
            entry = zipfile.ZipInfo(name)
            # pip keeps the execute permission of regular files only.
            mode = 0o100755 if "/bin/" in name else 0o100644
            entry.external_attr, entry.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            file.writestr(entry, content)
    return path


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


if len(sys.argv) != 3:
    sys.exit(__doc__)
print(wheel(*sys.argv[1:]))
