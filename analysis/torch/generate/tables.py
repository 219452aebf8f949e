"""Reads and writes files of rows: one row on a line, sorted by name, so that a new release shows as a readable diff."""
import json
import re

FIRST, LAST = "0.0", "99.0"


def number(release):
    """2.9 comes before 2.10."""
    return tuple(map(int, release.split(".")))


def read(path):
    """The rows of a file."""
    return json.loads(path.read_text()) if path.exists() else []


def write(path, rows):
    """Writes rows in the given order."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(f"[\n{lines}\n]\n" if lines else "[\n]\n")


def add_release(path, release):
    """Notes that the rows speak of a release."""
    releases = sorted({*read(path), release}, key=number)
    path.write_text(json.dumps(releases) + "\n")


def cells(row):
    """A row without the releases for which it holds."""
    return {key: value for key, value in row.items() if key not in ("since", "until")}


def covers(row, release):
    """Whether a row holds for a release."""
    return number(row.get("since", FIRST)) <= number(release) < number(row.get("until", LAST))


def succeed(known, row, release, newest):
    """The rows of one name after `release` was found to be `row` (None: there is no such name any more)."""
    present = next((old for old in known if covers(old, release)), None)
    if present is not None and row is not None and cells(present) == cells(row):
        return known
    if not newest:  # the release is known already and was measured again, or it is older than another one
        kept = [old for old in known if old is not present]
        bounds = {key: value for key, value in (present or {}).items() if key in ("since", "until")}
        return kept if row is None else [*kept, row | bounds]
    ended = [old | {"until": release} if old is present else old for old in known]
    return ended if row is None else [*ended, row | {"since": release}]


def update(path, rows, release, pattern=""):
    """Brings a file up to date with what was measured of a release. Rows that differ from those of the releases before
    begin with it, and those end there."""
    releases = read(path.parent / "releases.json")
    newest = bool(releases) and all(number(release) > number(other) for other in releases)
    known = {}
    for row in read(path):
        known.setdefault(row["name"], []).append(row)
    for name in known.keys() | rows.keys():
        if re.search(pattern, name):
            known[name] = succeed(known.get(name, []), rows.get(name), release, newest)
    everything = [row for same_name in known.values() for row in same_name]
    write(path, sorted(everything, key=lambda row: (row["name"], number(row.get("since", FIRST)))))
