"""What `graphmend fix` does to programs that were made for it: judged on the real PyTorch, compared with the bars below.

    fixes.py --binary GRAPHMEND --oracle FOLDER [--inductor] [MODE...]

The judge is fixes/harness.py of the oracle. Programs about effects and guards are counted apart. Prints what every mode
comes to and each program that is not fixed; exit status 1 below a bar. A bar is raised when the rewrites get better, and
never lowered. A number that is not read back from a tensor any more leaves fewer operations in the graph, which the judge
takes for code taken out of it: such programs count as fixed if no break is left and the tensor was made of the number.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

EFFECTS = {"R18", "R19", "R20", "R36", "R37"}
MODES = {"safe": ["--safety", "safe"], "unsafe": ["--safety", "unsafe"], "noise": ["--safety", "safe", "--noise"]}
BARS = {"safe": 86.0, "unsafe": 90.0, "noise": 80.0}  # percent of the programs without (unsafe: and with) an assumption
DISSOLVED = {"R21"}


def judged(options, mode, folder):
    """The rows of the judge: one dict for each program."""
    out = pathlib.Path(folder) / f"{mode}.json"
    command = [sys.executable, str(options.oracle / "fixes/harness.py"), "--graphmend", options.binary, *MODES[mode],
               "--json", str(out), *(["--inductor"] if options.inductor else []), str(options.oracle / "fixes/dev")]
    done = subprocess.run(command, capture_output=True, text=True)
    if not out.exists():
        raise SystemExit(done.stderr[-2000:])
    return json.loads(out.read_text())


def is_fixed(row):
    dissolved = row["status"] == "escaped" and row.get("after") == 0 and set(row["expect"]["rewrites"]) <= DISSOLVED
    return row["status"] == "fixed" or dissolved


def report(mode, rows):
    """Prints what a mode comes to; whether it is good enough."""
    ours = [r for r in rows if r["kind"] == "positives" and not EFFECTS & set(r["expect"]["rewrites"])]
    counted = [r for r in ours if mode == "unsafe" or not r["expect"]["assume"]]
    fixed = [r for r in counted if is_fixed(r)]
    bad = [r for r in rows if r["status"] in ("wrong", "syntax") or (r["kind"] == "traps" and r["status"] == "escaped")
           or r.get("crash") or not r["idempotent"] or r["format"] or (r.get("assumed") and mode != "unsafe")]
    share = 100 * len(fixed) / len(counted)
    traps = sum(r["kind"] == "traps" for r in rows)
    print(f"{mode}: {len(fixed)}/{len(counted)} fixed ({share:.1f} %, at least {BARS[mode]}), {len(bad)} bad fixes ({traps} traps)")
    for row in counted:
        if not is_fixed(row):
            print(f"    {row['status']:<10} {row['name']}  {row['detail']}")
    for row in bad:
        print(f"    BAD        {row['name']}  {row['status']} {row['detail']} {row['format'] or ''}")
    return share >= BARS[mode] and not bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--oracle", type=pathlib.Path, required=True)
    parser.add_argument("--inductor", action="store_true")
    parser.add_argument("modes", nargs="*", choices=[*MODES, []], default=list(MODES))
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    with tempfile.TemporaryDirectory() as folder:
        good = [report(mode, judged(options, mode, folder)) for mode in options.modes]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
