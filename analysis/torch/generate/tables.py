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


def of_releases(rows, releases):
    """What the rows of one name say of each release: {release: cells}."""
    return {release: cells(row) for release in releases for row in rows if covers(row, release)}


def named(known, releases):
    """Gives a break that was not called by its id ("GB0007?") the id under which a later release breaks at the same call."""
    later = None
    for release in reversed(releases):
        here = known.get(release) or {}
        if here.get("break", "").endswith("?"):
            same = later and all(here.get(cell) == later.get(cell) for cell in ("when", "argument"))
            taken = {cell: later[cell] for cell in ("break", "rule")} if same else {"break": here["break"].rstrip("?")}
            known[release] = here | taken
        later = known[release] if "break" in here else later
    return known


def to_rows(known, releases):
    """The fewest rows that say of each release what is known: a row holds until the first release that differs. What the
    oldest release shows is taken to hold before it, too."""
    rows = []
    before = None
    for at, release in enumerate(releases):
        here = known.get(release)
        if here != before:
            if before is not None:
                rows[-1]["until"] = release
            if here is not None:
                rows.append(here | ({"since": release} if at else {}))
        before = here
    return rows


def update(path, rows, release, pattern=""):
    """Brings a file up to date with what was measured of a release, the first or another one, in any order."""
    old = read(path.parent / "releases.json")
    releases = sorted({*old, release}, key=number)
    known = {}
    for row in read(path):
        known.setdefault(row["name"], []).append(row)
    everything = []
    for name in sorted(known.keys() | rows.keys()):
        said = of_releases(known.get(name, []), releases)
        if re.search(pattern, name):
            said |= {release: rows.get(name)}
        everything += to_rows(named(said, releases), releases)
    write(path, everything)


def update_breaks(path, breaks, release):
    """The registries of all releases together, in the words of the newest that has the entry."""
    known = {each["id"]: each for each in read(path)}
    measured = {each["id"]: each for each in breaks}
    newest = all(number(release) >= number(other) for other in read(path.parent / "releases.json"))
    together = known | measured if newest else measured | known
    write(path, [together[id_] for id_ in sorted(together)])
