"""Measures the paper's models that build offline, before and after GraphMend's fixes, in the form of the paper's Table 2:
breaks (graphs of the first call less one), the share of them that is gone, and how many times faster a cold and a steady
call is.

    profile_rows.py --binary GRAPHMEND --oracle FOLDER --python PYTHON [--backend inductor] [NAME...]

NAME is a row of the oracle's rows/rows.py; by default the six that the paper's figures show. Prints a line for each.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

SHOWN = ["bart-base", "opus-mt-fr-en", "phi-4-mini", "longformer", "t5-small", "clap-htsat-fused"]
HERE = pathlib.Path(__file__).resolve().parent


def measured(options, name):
    """What `graphmend profile` says of one row, or None."""
    command = [options.binary, "profile", "--json", "--isolated", "--runtime", "--packages", "transformers,chronos", "--python", options.python]
    command += ["--backend", options.backend, "--rounds", "2", "--timeout", "900", *(["--unsafe"] if options.unsafe else [])]
    env = {**os.environ, "GRAPHMEND_ORACLE": str(options.oracle.resolve())}
    done = subprocess.run([*command, f"{HERE / 'profile_target.py'}:{name}"], env=env, capture_output=True, cwd=HERE)
    try:
        return json.loads(done.stdout)
    except ValueError:
        print(f"{name}: {done.stderr.decode(errors='replace').strip().splitlines()[-1:]}", file=sys.stderr)
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--oracle", type=pathlib.Path, required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--backend", default="inductor")
    parser.add_argument("--unsafe", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    failed = 0
    print(f"{'row':24} {'breaks':>9} {'fixed':>6} {'first call, s':>17} {'cold':>6} {'median, ms':>17}  steady")
    for name in options.names or SHOWN:
        told = measured(options, name)
        if told is None:
            failed += 1
            continue
        before, after = told["arms"]["before"], told["arms"]["after"]
        batch = told["batches"][0]
        change = next(row[3] for row in told["rows"] if row[0].startswith("median"))
        old, new = before["graphs"] - 1, after["graphs"] - 1
        fixed = 100 * (1 - new / old) if old else 0
        print(f"{name:24} {old:>3} -> {new:<3} {fixed:>4.0f} % {before['firstCall']:>7.1f} -> {after['firstCall']:<6.1f}"
              f" {before['firstCall'] / after['firstCall']:>5.2f}x {1e3 * batch['before']['median']:>6.2f} -> {1e3 * batch['after']['median']:<7.2f}  {change}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
