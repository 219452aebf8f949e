"""What a second and a third run cost, as CPU time against a bare parse: second.py --site SITE --work FOLDER [--rounds N]
PARSE CHECK, two commands that are given a folder; CHECK also `--cache-dir`.

Whether a file has changed is told by its times, and those say little while they are young. So each round makes its trees
anew, and gives each an empty cache: as an installer leaves them, as git does, and one that lay there before. The least
CPU time of all rounds counts.
"""
import argparse
import os
import shlex
import shutil
import subprocess
from pathlib import Path

from compare import measured

RUNS = ["first", "second", "third"]


def git(folder, *words):
    config = ["-c", "user.name=bench", "-c", "user.email=bench", "-c", "gc.auto=0"]
    subprocess.run(["git", "-C", folder, *config, *words], check=True, stdout=subprocess.DEVNULL)


def repository(site, folder):
    """The sources as a commit."""
    if not folder.exists():
        shutil.copytree(site, folder, ignore=shutil.ignore_patterns("__pycache__"))
        git(folder, "init", "-q")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "sources")
    return folder


def trees(site, work):
    """How each tree is made, by name."""
    return {
        "installed": lambda folder: shutil.copytree(site, folder, copy_function=shutil.copyfile),
        "git": lambda folder: subprocess.run(["git", "clone", "-q", repository(site, work / "repository"), folder], check=True),
        "old": lambda folder: folder.symlink_to(site),
    }


def remove(path):
    if path.is_symlink():
        path.unlink()
    else:
        shutil.rmtree(path, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("parse")
    parser.add_argument("check")
    args = parser.parse_args()

    args.work.mkdir(parents=True, exist_ok=True)
    tree, cache = args.work / "tree", args.work / "cache"
    parse, least = [], {}
    for _ in range(args.rounds):
        for name, make in trees(args.site.resolve(), args.work).items():
            remove(tree)
            remove(cache)
            make(tree)
            place = f"{shlex.quote(os.fspath(tree))}/"
            for run in RUNS:
                cpu, _ = measured(f"{args.check} --cache-dir {shlex.quote(os.fspath(cache))} {place}")
                least[name, run] = min(cpu, least.get((name, run), cpu))
            parse.append(measured(f"{args.parse} {place}")[0])

    print(f"{'tree':12}" + "".join(f"{run + '/parse':>14}" for run in RUNS))
    for name in trees(args.site, args.work):
        print(f"{name:12}" + "".join(f"{least[name, run] / min(parse):14.3f}" for run in RUNS))


if __name__ == "__main__":
    main()
