"""How often what fixes assume was seen to hold: `graphmend confirm --evidence` on targets, and a table of it.

    evidence.py --binary GRAPHMEND --python PYTHON_WITH_TORCH [--packages A,B] [--oracle FOLDER] TARGET...

A TARGET is what confirm takes, `FILE:NAME`; with --oracle, a name without a colon is a model of its rows. Counted is each
test that an assumption asks of the program's own values at a statement: in how many it held in every call, failed in one, or
was not reached.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def evidence_of(options, target):
    """The tests that were asked: a list of dicts with `held` and `failed` calls."""
    env = dict(os.environ)
    if ":" not in target:
        target, env["GRAPHMEND_ORACLE"] = f"{HERE / 'profile_target.py'}:{target}.calls", str(options.oracle)
    command = [options.binary, "confirm", "--evidence", "--json", "--isolated", "--no-cache", "--calls", "1", "--python", options.python]
    if options.packages:
        command += ["--packages", options.packages]
    done = subprocess.run([*map(str, command), target], env=env, capture_output=True, cwd=HERE)
    try:
        return json.loads(done.stdout)["evidence"]
    except ValueError:
        print(f"{target}: {done.stderr.decode(errors='replace').strip()[-300:]}", file=sys.stderr)
        return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--packages", default="")
    parser.add_argument("--oracle", type=pathlib.Path)
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    options.binary = options.binary.resolve()
    print(f"{'':36}{'asked':>8}{'held':>8}{'failed':>8}{'not reached':>13}{'calls':>9}")
    total = [0] * 5
    for target in options.targets:
        asked = evidence_of(options, target)
        failed = sum(each["failed"] > 0 for each in asked)
        held = sum(each["held"] > 0 and not each["failed"] for each in asked)
        row = [len(asked), held, failed, len(asked) - held - failed, sum(each["held"] + each["failed"] for each in asked)]
        total = [one + other for one, other in zip(total, row)]
        print(f"{target.split('/')[-1]:36}{row[0]:8}{row[1]:8}{row[2]:8}{row[3]:13}{row[4]:9}", flush=True)
    print(f"{'all':36}{total[0]:8}{total[1]:8}{total[2]:8}{total[3]:13}{total[4]:9}")


if __name__ == "__main__":
    main()
