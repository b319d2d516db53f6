"""`make site`: the catalogue as one page, index.html, with an animation of each transition, look and filter.

The page needs no network or server. Only the search field needs JavaScript.

usage: site.py [--segue PATH] [--size WIDTHxHEIGHT] [--rate N] FOLDER
"""
import argparse
import html
import json
import os
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
FROM, TO = (os.path.join(ROOT, "Examples", name) for name in ("dusk.png", "night.png"))
LOOKS = os.path.join(ROOT, "Examples", "Looks")
# The files that filters read, by filter.
FILES = {"lut": "warm.cube", "blend-picture": "night.png"}

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Segue: transitions, looks and filters</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem auto; padding: 0 1rem; max-width: 80rem; }
  :root { color-scheme: light dark; }
  body { background: light-dark(#f6f6f5, #14161a); color: light-dark(#1c1d1f, #e8e8e8); }
  input { font: inherit; width: 100%%; max-width: 30rem; padding: .5rem; box-sizing: border-box; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%%), 1fr)); gap: 2rem 1.5rem; }
  h2 { grid-column: 1 / -1; margin: 1rem 0 0; }
  h3 { margin: .5rem 0 0; }
  img { width: 100%%; height: auto; display: block; border-radius: 4px; }
  p { margin: .25rem 0; }
  pre { background: light-dark(#e6e6e4, #22262d); padding: .5rem; margin: .5rem 0; border-radius: 4px; }
  pre { font-size: .85em; white-space: pre-wrap; overflow-wrap: anywhere; }
  summary { min-height: 2.5rem; align-content: center; cursor: pointer; }
  dl { margin: 0; font-size: .9em; }
  dt { font-weight: bold; }
  dd { margin: 0 0 .25rem 1rem; overflow-wrap: anywhere; }
  [hidden] { display: none; }
</style>
<h1>Segue</h1>
<p>%(count)s transitions, looks and filters, each with the same two pictures. Below each loop are the command, the frei0r
plug-in for MLT and GStreamer, and the Python call.</p>
<p><input type="search" id="search" placeholder="Search" aria-label="Search"></p>
<main>
%(entries)s
</main>
<script>
  const field = document.getElementById("search");
  function search() {
    const words = field.value.toLowerCase().split(/\\s+/);
    for (const entry of document.querySelectorAll("article")) {
      const text = entry.textContent.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
    }
    for (const title of document.querySelectorAll("h2")) {
      title.hidden = !document.querySelector(`article[data-kind="${title.id}"]:not([hidden])`);
    }
  }
  field.addEventListener("input", search);
  // index.html#slide searches for “slide”.
  field.value = decodeURIComponent(location.hash.slice(1));
  search();
</script>
</html>
"""

ENTRY = """<article id="%(kind)s-%(name)s" data-kind="%(kind)s">
<img src="%(picture)s" alt="%(name)s" width="%(width)s" height="%(height)s" loading="lazy">
<h3>%(name)s</h3>
<p>%(summary)s</p>
<pre>%(lines)s</pre>
%(parameters)s
</article>"""


def output(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")
    return done.stdout


class Entry:
    """A transition, a look or a filter, with its batch job and its commands."""

    def __init__(self, kind, facts, job, lines):
        self.kind, self.facts, self.job, self.lines = kind, facts, job, lines
        self.picture = f"pictures/{kind}-{facts['name']}.webp"

    def text(self, width, height):
        parameters = "".join(
            f"<dt>{html.escape(p['name'])}</dt><dd>{html.escape(described(p))}</dd>" for p in self.facts["parameters"])
        if parameters:
            parameters = f"<details><summary>Parameters</summary><dl>{parameters}</dl></details>"
        return ENTRY % {
            "kind": self.kind, "name": html.escape(self.facts["name"]), "picture": self.picture, "width": width,
            "height": height, "summary": html.escape(self.facts["summary"]), "parameters": parameters,
            "lines": html.escape("\n".join(self.lines))}


def described(parameter):
    value = parameter.get("default")
    words = parameter["summary"]
    if value is not None:
        words += f" Default: {json.dumps(value) if not isinstance(value, str) else value}"
        words += f" ({parameter['unit']})." if parameter.get("unit") else "."
    if parameter.get("choices"):
        words += " One of " + ", ".join(parameter["choices"]) + "."
    return words


def entries(segue):
    listed = lambda *words: json.loads(output(segue, "list", *words, "--json"))
    for facts in listed():
        name = facts["name"]
        yield Entry("transition", facts, {"transition": name}, [
            f"segue from.png to.png -o out.mp4 -t {name}", f"frei0r.segue_{name.replace('-', '_')}",
            f'segue.Transition("{name}").frame(a, b, 0.5)'])
    for file in sorted(os.listdir(LOOKS)):
        facts = listed(os.path.join(LOOKS, file))[0]
        yield Entry("look", facts, {"transition": os.path.join(LOOKS, file)}, [
            f"segue from.png to.png -o out.mp4 -t {file}", f'segue.Transition(look=open("{file}").read()).frame(a, b, 0.5)'])
    for facts in listed("filters"):
        name = facts["name"]
        file = FILES.get(name)
        chain = f'{name}("{file}")' if file else name
        lines = [f"segue from.png to.png -o out.mp4 -t dissolve --filter '{chain}'"]
        if not file:
            lines += [f'frei0r.segue_dissolve filter="{chain}"', f'segue.Transition("dissolve", filter="{chain}").frame(a, b, 0.5)']
        yield Entry("filter", facts, {"transition": "dissolve", "filter": chain}, lines)


def write_files(folder):
    """Writes the files that filters read: a warm LUT and a picture."""
    with open(os.path.join(folder, FILES["lut"]), "w") as file:
        print("LUT_3D_SIZE 2", file=file)
        for corner in range(8):
            red, green, blue = corner & 1, corner >> 1 & 1, corner >> 2
            print(red, green * 0.9 + 0.05, blue * 0.7, file=file)
    target = os.path.join(folder, FILES["blend-picture"])
    if not os.path.exists(target):
        os.symlink(TO, target)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--segue", default=os.path.join(ROOT, ".build", "release", "segue"))
    parser.add_argument("--size", default="320x200")
    parser.add_argument("--rate", default=20, type=int)
    parser.add_argument("folder")
    arguments = parser.parse_args()
    pictures, work = os.path.join(arguments.folder, "pictures"), os.path.join(arguments.folder, ".work")
    for folder in (pictures, work):
        os.makedirs(folder, exist_ok=True)
    write_files(work)

    found = list(entries(os.path.realpath(arguments.segue)))
    for entry in found:
        target = os.path.join(os.path.realpath(arguments.folder), entry.picture)
        if os.path.exists(target):
            os.remove(target)
        entry.job.update({"from": FROM, "to": TO, "output": target, "duration": 1.4, "hold-start": 0.3, "hold-end": 0.3,
                          "size": arguments.size, "fps": str(arguments.rate)})
    list_file = os.path.join(work, "jobs.jsonl")
    with open(list_file, "w") as file:
        file.writelines(json.dumps(entry.job) + "\n" for entry in found)
    output(os.path.realpath(arguments.segue), "batch", "jobs.jsonl", "--quiet", cwd=work)
    for name in os.listdir(work):
        os.remove(os.path.join(work, name))
    os.rmdir(work)

    width, height = arguments.size.split("x")
    kinds, texts = {"transition": "Transitions", "look": "Looks", "filter": "Filters"}, []
    for kind, title in kinds.items():
        texts.append(f'<h2 id="{kind}">{title}</h2>')
        texts += [entry.text(width, height) for entry in found if entry.kind == kind]
    with open(os.path.join(arguments.folder, "index.html"), "w", encoding="utf-8") as file:
        file.write(PAGE % {"count": len(found), "entries": "\n".join(texts)})
    print(f"{os.path.join(arguments.folder, 'index.html')} is ready: {len(found)} entries.")


if __name__ == "__main__":
    main()
