"""CPU time and peak memory of commands, side by side: compare.py [--rounds N] NAME/THREADS=COMMAND...

The commands take turns, so that a busy machine disturbs all of them alike; the least CPU time of each counts. Ratios are
to `parse` with as many threads, if it is there.
"""
import argparse
import os
import shlex
import subprocess
import sys


def measured(command):
    process = subprocess.Popen(shlex.split(command), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"exit status {process.returncode}: {command}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("commands", nargs="+", metavar="NAME=COMMAND")
    args = parser.parse_args()
    commands = dict(each.split("=", 1) for each in args.commands)

    figures = {name: [] for name in commands}
    for _ in range(args.rounds):
        for name, command in commands.items():
            figures[name].append(measured(command))

    cpu = {name: min(seconds for seconds, _ in runs) for name, runs in figures.items()}
    print(f"{'command/threads':20} {'CPU s':>8} {'peak MB':>8} {'CPU/parse':>10}")
    for name, runs in figures.items():
        parse = cpu.get("parse/" + name.rsplit("/", 1)[-1])
        ratio = f"{cpu[name] / parse:10.2f}" if parse else f"{'-':>10}"
        print(f"{name:20} {cpu[name]:8.2f} {max(rss for _, rss in runs):8.0f} {ratio}")


if __name__ == "__main__":
    main()
