"""What `check` and `fix --unsafe` cost on programs of size n, 2n and 4n: growth.py --binary B [FAMILY...]

The cost is the CPU time of a process, user and system, which the kernel counts to the nanosecond, less that of a run on
an almost empty file. A busy machine can only add to it, so the least of several runs counts, the sizes take turns, and a
family that looks too steep is measured again. What still does is counted in instructions where there is valgrind, which
takes fifty times as long: memory is slower where the caches of the processor end, and that is not a matter of the work.
What takes too long to be counted counts as steep.
What is steep in instructions too is counted from 4n on: work that has a bound grows steeply until it is reached.
Each starts at the size at which it can be told from noise: what is steep shows at small sizes,
what is not has large ones to show it, but none so large that memory is slower than at half the size.
"""
import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from families import FAMILIES, HEAD  # noqa: E402

LIMIT = 2.5  # of the cost of twice the size
QUICK_LIMIT = 3.2  # on average over both doublings: what is quadratic is above it, noise is not
PATIENCE = 20  # seconds of CPU, for one run
COUNTING = 150  # likewise, for one that is counted in instructions, fifty times as long
# Each of their findings has the file read once more (transforms/study.h), and `fix` has as much of that again in each
# round: quadratic, which is four. More fails.
KNOWN = {"branches_in_comprehensions (fix)", "ladder_of_tensors_that_returns (fix)"}
KNOWN_LIMIT = 4.5
COMMANDS = {"check": ["check", "--no-cache", "--exit-zero", "--jobs", "1"], "fix": ["fix", "--unsafe", "--diff", "--jobs", "1"]}


def no_longer_than(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


class Refused(Exception):
    """A file is deeper or larger than what is analysed."""


class Meter:
    """Costs of one binary; programs lie in `folder`."""

    def __init__(self, binary, folder, limit):
        self.binary, self.folder, self.limit = str(Path(binary).resolve()), Path(folder), limit
        self.start = {}
        for command in COMMANDS:
            self.start[command] = min(self.cpu(command, self.write("empty", 0, lambda _: HEAD)) for _ in range(10))

    def write(self, name, n, make):
        at = self.folder / f"{name}-{n}"
        if not at.exists():
            made = make(n)
            for path, text in (made if isinstance(made, dict) else {"main.py": made}).items():
                (at / path).parent.mkdir(parents=True, exist_ok=True)
                (at / path).write_text(text)
        return at

    def cpu(self, command, at):
        process = subprocess.Popen(
            [self.binary, *COMMANDS[command], "."], cwd=at, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: no_longer_than(PATIENCE))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == 2:
            raise Refused
        if process.returncode not in (0, 1, -24, -9):
            sys.exit(f"exit status {process.returncode}: {command} in {at}")
        return usage.ru_utime + usage.ru_stime

    def instructions(self, command, at):
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.binary,
                              *COMMANDS[command], "."], cwd=at, capture_output=True, text=True, check=False,
                             preexec_fn=lambda: no_longer_than(COUNTING))
        counted = re.search(r"Collected : (\d+)", run.stderr)
        return int(counted[1]) if counted and run.returncode in (0, 1) else None

    def counted(self, command, name, n):
        """By how much the instructions of n, 2n and 4n grow, or nothing where they cannot be counted."""
        if not shutil.which("valgrind"):
            return None
        sizes = [self.write("empty", 0, lambda _: HEAD), *(self.write(name, k * n, FAMILIES[name]) for k in (1, 2, 4))]
        counts = []
        for at in sizes:
            counts.append(self.instructions(command, at))
            if counts[-1] is None:
                return None
        start, *costs = counts
        return [(b - start) / (a - start) for a, b in zip(costs, costs[1:])]

    def cost(self, command, name, n):
        return max(self.cpu(command, self.write(name, n, FAMILIES[name])) - self.start[command], 1e-6)

    def first_size(self, command, name, floor):
        """The least size that costs `floor`, or the largest of which four times as much is still analysed."""
        n, most = 8, getattr(FAMILIES[name], "most", 1 << 16) // 4
        try:
            while 2 * n <= most and self.cost(command, name, n) < floor and self.cost(command, name, 8 * n) < PATIENCE:
                n *= 2
        except Refused:
            pass
        return min(n, most)

    def grow(self, command, name, floor, rounds):
        """Sizes and their costs."""
        n = self.first_size(command, name, floor)
        while n > 1 and self.is_refused(command, name, 4 * n):  # the work on one file has a bound
            n //= 2
        sizes = [n, 2 * n, 4 * n]
        costs = [min(costs) for costs in zip(*[self.each(command, name, sizes) for _ in range(rounds)])]
        for _ in range(2 * rounds + 4):
            if max(ratios(costs)) <= self.limit or costs[-1] > PATIENCE / 2:
                break
            costs = [min(costs) for costs in zip(costs, self.each(command, name, sizes))]
        return n, costs

    def is_refused(self, command, name, n):
        try:
            self.cost(command, name, n)
        except Refused:
            return True
        return False

    def each(self, command, name, sizes):
        return [self.cost(command, name, size) for size in sizes]


def ratios(costs):
    # What cannot be told from noise at any size has not grown.
    return [b / a if b > 0.004 else 1.0 for a, b in zip(costs, costs[1:])]


def is_above(grown, limit, on_average):
    return grown[0] * grown[1] > limit**2 if on_average else max(grown) > limit


def in_instructions(counted):
    return "  in instructions" + "".join(f" {ratio:.2f}" for ratio in counted) if counted else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--floor", type=float, metavar="MS", help="the least cost that is measured: 15")
    parser.add_argument("--rounds", type=int, help="of runs: 3")
    parser.add_argument("--quick", action="store_true", help="less of both, and only what is steep is told")
    parser.add_argument("--command", choices=COMMANDS, action="append", help="both by default")
    parser.add_argument("names", nargs="*", metavar="FAMILY")
    args = parser.parse_args()
    floor = (args.floor or (6 if args.quick else 15)) / 1000
    rounds = args.rounds or (1 if args.quick else 3)
    if unknown := [name for name in args.names if name not in FAMILIES]:
        sys.exit(f"no family {', '.join(unknown)}; there are: {' '.join(FAMILIES)}")
    steep = []
    limit = QUICK_LIMIT if args.quick else LIMIT
    with tempfile.TemporaryDirectory() as folder:
        meter = Meter(args.binary, folder, limit)
        print(f"{'family':32} {'command':7} {'n':>6} {'n ms':>8} {'2n ms':>8} {'4n ms':>8} {'2n/n':>6} {'4n/2n':>6}")
        for name in args.names or FAMILIES:
            for command in args.command or COMMANDS:
                n, costs = meter.grow(command, name, floor, rounds)
                grown = ratios(costs)
                is_steep, counted = is_above(grown, limit, args.quick), None
                for start in (n, 4 * n):  # what is followed only so deep grows steeply at the sizes below that depth
                    if not is_steep or not (at_start := meter.counted(command, name, start)):
                        break
                    counted = at_start
                    is_steep = is_above(counted, KNOWN_LIMIT if f"{name} ({command})" in KNOWN else limit, args.quick)
                steep += [f"{name} ({command})"] * is_steep
                if args.quick and not is_steep:
                    continue
                print(f"{name:32} {command:7} {n:6}" + "".join(f" {cost * 1000:8.1f}" for cost in costs) +
                      "".join(f" {ratio:6.2f}" for ratio in grown) + in_instructions(counted) + "  STEEP" * is_steep,
                      flush=True)
    print(f"{len(steep)} grow more than {limit}-fold where their programs double" + "".join(f"\n  {each}" for each in steep))
    return bool(steep)


if __name__ == "__main__":
    sys.exit(main())
