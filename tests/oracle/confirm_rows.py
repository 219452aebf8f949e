"""Runs `graphmend confirm` on the paper's models and compares the sites that it tells with those that accept.py, which
only reads Dynamo's log, records for the same calls: the same statements, with the same ids.

    confirm_rows.py --binary GRAPHMEND --oracle FOLDER --python PYTHON_WITH_TRANSFORMERS --out FOLDER [NAME...]

Prints a line for each row and each disagreement; exit status 1 if there is one.
"""

import argparse
import ast
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = "transformers,chronos"


def recorded(options, name):
    """What accept.py sees: {(file, line): ids}."""
    command = [options.python, options.oracle / "rows/accept.py", "--rows", name, "--out", options.out, "--python", options.python]
    subprocess.run(command, check=True, capture_output=True, cwd=options.out)
    row = json.loads((options.out / "accept.json").read_text())["rows"][name]["baseline"]
    return {(each["file"], each["line"]): set(each["gb"]) for each in row["sites"] + row["sites_of_raising_calls"]}


def told(options, name):
    """What confirm tells: {(file, line): ids}, as accept.py names files."""
    command = [options.binary, "confirm", "--json", "--isolated", "--no-cache", "--packages", PACKAGES, "--calls", "1", "--python", options.python]
    env = {**os.environ, "GRAPHMEND_ORACLE": str(options.oracle)}
    done = subprocess.run([*map(str, command), f"{HERE / 'profile_target.py'}:{name}.calls"], env=env, capture_output=True, cwd=HERE)
    try:
        breaks = json.loads(done.stdout)["breaks"]
    except ValueError:
        raise SystemExit(f"{name}: {done.stderr.decode(errors='replace')[-2000:]}") from None
    found = {}
    for each in breaks:
        path = (HERE / each["path"]).resolve()
        shown = str(path).rpartition("/site-packages/")[2]
        if each["kind"] == "own" and shown.split("/")[0] in PACKAGES.split(","):
            found[shown, each["line"], str(path)] = set(each["gb"])
    return found


def first_line(path, line):
    """Of the innermost statement that holds the line: its header alone, if it is compound."""
    best = None
    for node in ast.walk(ast.parse(pathlib.Path(path).read_bytes())):
        if isinstance(node, ast.stmt) and node.lineno <= line <= node.end_lineno:
            best = node if best is None or node.lineno >= best.lineno else best
    return best.lineno if best else line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("binary", "oracle", "python", "out"):
        parser.add_argument(f"--{name}", required=True, type=lambda text: pathlib.Path(text).absolute())
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    agreed = wrong = 0
    for name in options.names:
        mine = told(options, name)
        files = {shown: path for shown, _, path in mine}
        found = {(shown, line): ids for (shown, line, _), ids in mine.items()}
        truth = {(file, first_line(files[file], line) if file in files else line): ids for (file, line), ids in recorded(options, name).items()}
        for site in sorted(truth.keys() | found.keys()):
            if truth.get(site) == found.get(site):
                agreed += 1
                continue
            wrong += 1
            print(f"{name}: {site[0]}:{site[1]}: recorded {sorted(truth.get(site, ()))}, told {sorted(found.get(site, ()))}")
        print(f"{name}: {len(truth)} sites recorded, {len(found)} told", flush=True)
    print(f"{len(options.names)} rows: {agreed} of {agreed + wrong} sites agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
