"""Compares the findings in packages that nobody has looked at with what PyTorch does there.

    fresh.py --binary GRAPHMEND --torch PYTHON --folder FOLDER [--series N] [--seconds S] PACKAGE[==VERSION]...

Each package is installed into a folder of its own. What can be made of it - modules from guessed settings, functions of
tensors - runs under Dynamo, and `graphmend check` looks at its sources. Prints sites, recall and precision, and where the
two differ, by cause. With --series the figures go to blind.toml, where those of a package stand once: they are the first.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tomllib

import install
import judge

HERE = pathlib.Path(__file__).parent
SCORES = HERE.parent / "blind.toml"
RUNNER = HERE.parents[2] / "runner"


def observed(python, names, out, seconds):
    """What Dynamo did, from the last run if there was one."""
    if not out.exists():
        environment = {**os.environ, "PYTHONPATH": str(RUNNER), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", "CUDA_VISIBLE_DEVICES": ""}
        command = ["nice", "-n", "5", str(python), str(HERE / "walk.py"), "--out", str(out), "--seconds", str(seconds), *names]
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise SystemExit(f"{names[0]}: {(done.stderr.strip().splitlines() or ['ended'])[-1]}")
    return json.loads(out.read_text())


def found(binary, site, names, version):
    paths = [path for name in names for path in (name, f"{name}.py") if (site / path).exists()]
    command = [str(binary), "check", "--isolated", "--output-format", "json", "--torch-version", version, "--entries", "compile,forward,functions"]
    done = subprocess.run([*command, *paths], cwd=site, capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        raise SystemExit(f"graphmend ended with {done.returncode}: {done.stderr[-500:]}")
    return json.loads(done.stdout)["findings"]


def percent(part, whole):
    return round(100 * part / whole, 1) if whole else None


def figures(told, truth, right, wrong):
    hits = len(right)
    return {"entries": len(told["entries"]), "sites": len(truth.sites), "hits": hits, "false_alarms": len(wrong),
            "recall": percent(hits, len(truth.sites)), "precision": percent(hits, hits + len(wrong))}


def source(site, at):
    lines = (site / at[0]).read_text(errors="replace").splitlines()
    return lines[at[1] - 1].strip()[:110] if at[1] <= len(lines) else ""


def show(title, groups, site):
    for cause, places in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0])):
        print(f"  {title} {len(places)}: {cause}")
        for at, detail in sorted(places):
            print(f"      {at[0]}:{at[1]}: {source(site, at)}   {detail}")


def report(truth, right, wrong, told):
    missed, alarms = collections.defaultdict(list), collections.defaultdict(list)
    for at, each in truth.sites.items():
        if at not in right:
            context = [line.split(":", 1)[1].strip() for line in each["reason"].splitlines() if "Developer debug context" in line]
            missed[f"{','.join(each['gb'])} {each['type']}"].append((at, f"[{each['outcome']}] {(context or [''])[0][:120]} <{each['entries'][0]}>"))
    for at, findings in wrong.items():
        alarms[f"{findings[0]['code']} {findings[0]['name']}"].append((at, f"[{findings[0]['outcome']}, {findings[0]['confidence']}] {findings[0]['message'][:110]}"))
    show("missed", missed, truth.site)
    show("false alarms", alarms, truth.site)
    for cause, count in told["causes"].items():
        print(f"  not run {count}: {cause}")


def keep(name, version, series, numbers):
    """Writes the first score of a package down, unless there is one."""
    known = tomllib.loads(SCORES.read_text())["package"] if SCORES.exists() else []
    if any(each["name"] == name for each in known):
        return
    fields = {"name": name, "version": version, "date": datetime.date.today(), "series": series, **{key: value for key, value in numbers.items() if value is not None}}
    with open(SCORES, "a") as file:
        file.write("\n[[package]]\n" + "".join(f"{key} = {json.dumps(value) if isinstance(value, str) else value}\n" for key, value in fields.items()))


def look(wanted, options):
    name = wanted.partition("==")[0]
    folder = options.folder.resolve() / wanted
    python, site, version, names = install.installed(wanted, str(options.torch), folder)
    told = observed(python, names, folder / "observed.json", options.seconds)
    truth = judge.Truth(told, site, names)
    torch = install.torch_version(options.torch).rpartition(".")[0]
    right, wrong = judge.judged(truth, found(options.binary.resolve(), site, names, torch))
    numbers = figures(told, truth, right, wrong)
    print(f"{name} {version}: " + ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in numbers.items()), flush=True)
    report(truth, right, wrong, told)
    if options.series is not None:
        keep(name, version, options.series, numbers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--torch", required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--series", type=int)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("packages", nargs="+")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    failed = False
    for wanted in options.packages:
        try:
            look(wanted, options)
        except install.NotInstalled as error:
            print(f"{wanted}: not installed: {error}", flush=True)
            failed = True
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
