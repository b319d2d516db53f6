#!/usr/bin/env python3
"""Writes the seconds of each test suite into the table of CONTRIBUTING.md, from the log of `make test` or `make check`.

usage: test-times.py usual|full

The argument is the tier of the log. The other tier's column is kept. A suite's time excludes its nested suites. Suites below
10 s are counted among the others.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOG = ROOT / ".build" / "made" / "test.log"
PAGE = ROOT / "CONTRIBUTING.md"
TIERS = ("usual", "full")
LANES = ("tool", "clips", "films", "library")
EVENT = re.compile(r"(\w+) *\| \S+ Suite (.+?) (?:(started)\.|(?:passed|failed) after ([\d.]+) seconds)")


def measured(log):
    """The seconds of each (suite, lane)."""
    seconds = collections.Counter()
    open_suites = collections.defaultdict(list)
    for lane, name, started, after in (match.groups() for match in map(EVENT.match, log) if match):
        outer = open_suites[lane]
        if started:
            outer.append(name.strip('"'))
            continue
        seconds[outer.pop(), lane] += float(after)
        if outer:
            seconds[outer[-1], lane] -= float(after)
    return seconds


def column(seconds):
    """The cells of a tier by (suite, lane): suites of at least 10 s, the others, totals."""
    cells = {key: f"{value:.1f}" for key, value in seconds.items() if value >= 10}
    others = [value for key, value in seconds.items() if key not in cells]
    cells["others", ""] = f"{sum(others):.1f} in {len(others)} suites"
    for lane in LANES:
        cells["total", lane] = f"{sum(value for key, value in seconds.items() if key[1] == lane):.1f}"
    return cells


def kept(table, tier):
    """The cells of a tier in the present table."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    return {(row[0], row[1]): row[2 + TIERS.index(tier)] for row in rows[2:]}


def written(columns):
    """The table, longest suites first."""
    last = [("others", "")] + [("total", lane) for lane in LANES]
    longest = lambda key: max(float(cells.get(key) or 0) for cells in columns)
    keys = {key for cells in columns for key, value in cells.items() if value and key not in last}
    lines = ["| suite | lane | `make test`, s | `make check`, s |", "| --- | --- | --: | --: |"]
    for key in sorted(keys, key=lambda key: (-longest(key), key)) + last:
        cells = [*key, *(cells.get(key, "") for cells in columns)]
        lines.append("|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|")
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:] not in [[tier] for tier in TIERS]:
        sys.exit(__doc__)
    seconds = measured(LOG.read_text().splitlines())
    before, table, after = re.fullmatch(
        "(.*<!-- test times -->\n)(.*?)(<!-- end -->\n.*)", PAGE.read_text(), re.DOTALL).groups()
    columns = [column(seconds) if tier == sys.argv[1] else kept(table, tier) for tier in TIERS]
    PAGE.write_text(before + written(columns) + after)


if __name__ == "__main__":
    main()
