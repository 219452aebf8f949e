"""What `graphmend.testing` costs beside the compiled calls alone, compiling included: CPU times, the medians of some rounds.

    testing.py [--calls 300] [--rounds 5]
"""

import argparse
import pathlib
import statistics
import sys
import time

import torch

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "runner"), str(ROOT / "tests/runner/programs")]

import tested  # noqa: E402
from graphmend.testing import count_breaks  # noqa: E402

PROGRAMS = {
    "no break, a function": (tested.whole, torch.ones(2, 4)),
    "no break, an encoder layer": (torch.nn.TransformerEncoderLayer(32, 2, batch_first=True, dropout=0.0), torch.ones(2, 8, 32)),
    "one break": (tested.Model(), torch.ones(2, 4)),
    "three layers that break": (tested.Layers(), torch.ones(2, 4)),
}


def alone(function, x, calls, backend):
    compiled = torch.compile(function, backend=backend)
    for _ in range(calls):
        compiled(x)


def heard(function, x, calls, backend):
    count_breaks(function, x, calls=calls, backend=backend)


def cost(way, *arguments):
    torch._dynamo.reset()
    begun = time.process_time()
    way(*arguments)
    return time.process_time() - begun


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    print(f"torch {torch.__version__}, {options.calls} calls: CPU time with graphmend.testing / alone")
    for backend in ("eager", "aot_eager"):
        for name, (function, x) in PROGRAMS.items():
            cost(heard, function, x, 1, backend)  # what either imports
            rounds = [[cost(way, function, x, options.calls, backend) for way in (alone, heard)] for _ in range(options.rounds)]
            before, after = (statistics.median(column) for column in zip(*rounds))
            print(f"{backend:10} {name:28} {before * 1e3:7.0f} ms {after * 1e3:7.0f} ms  {after / before:5.2f}")


if __name__ == "__main__":
    main()
