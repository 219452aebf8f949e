"""What `graphmend fix` does to programs that were made for it: judged on the real PyTorch, compared with the bars below.

    fixes.py --binary GRAPHMEND --oracle FOLDER [--inductor] [MODE...]

The judge is fixes/harness.py of the oracle. Programs about effects and guards are counted by the mode `runtime` alone.
Prints what every mode comes to and each program that is not fixed; exit status 1 below a bar. A bar is raised when the
rewrites get better, and never lowered. A number that is not read back from a tensor any more leaves fewer operations in
the graph, which the judge takes for code taken out of it: such programs count as fixed if no break is left and the
tensor was made of the number, or the number is only shown.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EFFECTS = {"R18", "R19", "R20", "R36", "R37"}
MODES = {"safe": ["--safety", "safe"], "unsafe": ["--safety", "unsafe"], "noise": ["--safety", "safe", "--noise"],
         "runtime": ["--safety", "safe"]}
# Percent of the programs without (unsafe: and with) an assumption.
BARS = {"safe": 86.0, "unsafe": 90.0, "noise": 80.0, "runtime": 95.0}
DISSOLVED = {"R21", "R36"}


def judged(options, mode, folder):
    """The rows of the judge: one dict for each program."""
    out = pathlib.Path(folder) / f"{mode}.json"
    fixer = str(HERE / "with_runtime.py") if mode == "runtime" else options.binary
    env = {**os.environ, "GRAPHMEND": options.binary, "PYTHONPATH": str(HERE.parents[1] / "runner")}
    command = [sys.executable, str(options.oracle / "fixes/harness.py"), "--graphmend", fixer, *MODES[mode],
               "--json", str(out), *(["--inductor"] if options.inductor else []), str(options.oracle / "fixes/dev")]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    if not out.exists():
        raise SystemExit(done.stderr[-2000:])
    return json.loads(out.read_text())


def is_fixed(row):
    dissolved = row["status"] == "escaped" and row.get("after") == 0 and set(row["expect"]["rewrites"]) <= DISSOLVED
    return row["status"] == "fixed" or dissolved


def report(mode, rows):
    """Prints what a mode comes to; whether it is good enough."""
    about_effects = mode == "runtime"
    ours = [r for r in rows if r["kind"] == "positives" and bool(EFFECTS & set(r["expect"]["rewrites"])) == about_effects]
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
