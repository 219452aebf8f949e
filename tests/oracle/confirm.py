"""Runs `graphmend confirm` on programs whose breaks are known, and compares what it tells with the truth.

    confirm.py --binary GRAPHMEND --oracle FOLDER --python PYTHON_WITH_TORCH [--every N] [FILE...]

Prints a line for each disagreement and a summary; exit status 1 if less agrees than the bars below say.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys

BARS = {"sites": 99.0, "told": 99.0, "ids": 98.5, "outcomes": 98.5}  # percent
LIMIT = 300  # seconds for a file


def truth_of(path):
    """File -> its sites {line: (ids, outcomes)}, and the lines that are neither right nor wrong."""
    sites, aside = collections.defaultdict(dict), collections.defaultdict(set)
    for subject in json.loads(path.read_text())["subjects"]:
        for each in subject.get("aside", ()):
            aside[each["file"]].add(each["line"])
        for each in subject["breaks"]:
            ids, outcomes = sites[each["file"]].setdefault(each["line"], (set(), set()))
            ids.update(each["gb"])
            outcomes.add(each["outcome"])
    return sites, aside


def confirmed(options, file):
    """What the program says about one file."""
    command = [options.binary, "confirm", "--json", "--isolated", "--calls", "1", "--fork", "--timeout", str(LIMIT), "--python", options.python]
    done = subprocess.run([*command, f"{file}:SUBJECTS"], cwd=options.oracle / "units", capture_output=True, timeout=2 * LIMIT)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise SystemExit(f"{file}: {done.stderr.decode(errors='replace')[-2000:]}") from None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--oracle", type=pathlib.Path, required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th file")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    options.oracle = options.oracle.resolve()
    sites, aside = truth_of(options.oracle / "units/truth/2.13.0/dev.json")
    units = options.oracle / "units"
    files = options.files or [str(path.relative_to(units)) for path in sorted((units / "dev").glob("*.py"))[:: options.every]]

    good = collections.Counter()
    findings = collections.Counter()
    for file in files:
        told = confirmed(options, file)
        got = {each["line"]: each for each in told["breaks"] if each["kind"] == "own" and each["path"] == file}
        wanted = sites.get(file, {})
        findings.update(each["confirmation"]["verdict"] for each in told["findings"])
        good["truth"] += len(wanted)
        good["all told"] += len(set(got) - (aside[file] - set(wanted)))
        for line, (ids, outcomes) in sorted(wanted.items()):
            if line not in got:
                print(f"{file}:{line}: not told, {sorted(ids)}")
                continue
            good["sites"] += 1
            good["ids"] += ids == set(got[line]["gb"])
            good["outcomes"] += got[line]["outcome"] in outcomes
            if ids != set(got[line]["gb"]) or got[line]["outcome"] not in outcomes:
                print(f"{file}:{line}: {got[line]['gb']} {got[line]['outcome']}, not {sorted(ids)} {sorted(outcomes)}", flush=True)
        for line in sorted(set(got) - set(wanted) - aside[file]):
            print(f"{file}:{line}: told, {got[line]['gb']} {got[line]['type']}, and not in the truth")
        good["told"] += len(set(got) & set(wanted))
    share = {
        "sites": 100 * good["sites"] / good["truth"],
        "told": 100 * good["told"] / good["all told"],
        "ids": 100 * good["ids"] / good["sites"],
        "outcomes": 100 * good["outcomes"] / good["sites"],
    }
    missed = [name for name, value in share.items() if value < BARS[name]]
    print(f"{len(files)} files, {good['truth']} sites: " + ", ".join(f"{name} {value:.1f} %" for name, value in share.items()))
    print("findings: " + ", ".join(f"{count} {verdict}" for verdict, count in findings.most_common()))
    if missed:
        print(f"below the bar: {', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
