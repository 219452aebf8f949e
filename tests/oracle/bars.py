"""Checks real programs and compares the findings with what PyTorch did there; nothing of them is run.

    bars.py --binary GRAPHMEND --oracle FOLDER --sites FOLDER [NAME...]

NAME is a truth of bars.toml, all by default. Packages are fetched once, as sources, into SITES/NAME. Prints a line for each
truth; exit status 1 if one is below its bars.
"""

import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).parent


def sources(truth, oracle, sites):
    """The folder that the paths of the truth are relative to."""
    if "folder" in truth:
        return oracle / truth["folder"]
    site = sites / truth["name"]
    done = site / ".complete"
    if not done.exists():
        wanted = truth.get("packages") or ["-r", str(oracle / truth["requirements"])]
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-deps", "--target", str(site)]
        subprocess.run([*pip, *wanted], check=True, stdout=sys.stderr)
        done.touch()
    return site


def findings(truth, folder, binary, out):
    command = [str(binary.resolve()), "check", "--isolated", "--output-format", "json", "--torch-version", truth["torch"]]
    if "entries" in truth:
        command += ["--entries", truth["entries"]]
    with open(out, "wb") as file:
        status = subprocess.run([*command, *truth["paths"]], cwd=folder, stdout=file).returncode
    if status not in (0, 1, 2):
        raise SystemExit(f"{truth['name']}: graphmend ended with {status}")


def judged(truth, folder, oracle, found):
    """The numbers of score.py."""
    files = [str(path) for pattern in truth["truth"] for path in sorted(oracle.glob(pattern))]
    out = found.with_suffix(".score.json")
    score = [sys.executable, str(oracle / "units/score.py"), "--brief", "--root", str(folder), "--json", str(out)]
    subprocess.run([*score, ",".join(files), str(found)], check=True, stdout=subprocess.DEVNULL)
    numbers = json.loads(out.read_text())
    agrees = sum(kind["outcome_agrees"] for kind in numbers["by_outcome"].values())
    numbers["outcome"] = round(100 * agrees / numbers["found"], 2) if numbers["found"] else None
    numbers["flagged"] = numbers["judged"]
    return numbers


def below(truth, numbers):
    """The bars that are not met."""
    missed = [bar for bar in ("recall", "precision", "outcome") if bar in truth and not (numbers[bar] or 0) >= truth[bar]]
    if "flagged" in truth and numbers["flagged"] > truth["flagged"]:
        missed.append("flagged")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--oracle", type=pathlib.Path, required=True)
    parser.add_argument("--sites", type=pathlib.Path, required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    truths = tomllib.loads((HERE / "bars.toml").read_text())["truth"]
    wanted = [truth for truth in truths if not options.names or any(fnmatch.fnmatch(truth["name"], n) for n in options.names)]
    if not wanted:
        parser.error(f"no such truth; there are {', '.join(truth['name'] for truth in truths)}")
    options.sites.mkdir(parents=True, exist_ok=True)
    failed = False
    print(f"{'truth':20} {'sites':>6} {'recall':>8} {'judged':>7} {'precision':>10} {'outcome':>8}")
    for truth in wanted:
        folder = sources(truth, options.oracle.resolve(), options.sites.resolve())
        found = options.sites.resolve() / f"{truth['name']}.json"
        findings(truth, folder, options.binary, found)
        numbers = judged(truth, folder, options.oracle.resolve(), found)
        missed = below(truth, numbers)
        failed |= bool(missed)
        show = [numbers["sites"], numbers["recall"], numbers["judged"], numbers["precision"], numbers["outcome"]]
        cells = ["-" if value is None else value for value in show]
        print(f"{truth['name']:20} {cells[0]:>6} {cells[1]:>8} {cells[2]:>7} {cells[3]:>10} {cells[4]:>8}"
              + (f"  below the bar: {', '.join(missed)}" if missed else ""), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
