"""What an effect costs: one call of it in eager code and in a compiled graph, and a tiny function with it and with a break.

    effects.py [--backend inductor]
"""

import argparse
import contextlib
import io
import pathlib
import sys
import timeit

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "runner"))

import graphmend  # noqa: E402

said = []
say = graphmend.effect(lambda x: said.append(1))


def plain(x):
    return x.sin() + 1


def with_print(x):
    print("x")
    return x.sin() + 1


def with_effect(x, times=1):
    for _ in range(times):
        say(x) if graphmend.compiling() else print("x")
    return x.sin() + 1


def gated(x):
    None if graphmend.compiling() else None


def empty(x):
    None


def microseconds(function, *arguments):
    """The best of five, for one call."""
    function(*arguments)
    count = 2000
    return min(timeit.repeat(lambda: function(*arguments), number=count, repeat=5)) / count * 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", default="inductor")
    backend = parser.parse_args().backend
    torch.set_num_threads(1)
    x = torch.ones(16)
    gate = microseconds(gated, x) - microseconds(empty, x)

    def compiled(function):
        torch._dynamo.reset()
        return torch.compile(function, backend=backend)

    with contextlib.redirect_stdout(io.StringIO()):
        none, broken, one, eleven = (
            microseconds(compiled(each), x, *rest)
            for each, *rest in ((plain,), (with_print,), (with_effect,), (with_effect, 11)))
    each = (eleven - one) / 10
    print(f"the gate in eager code      {gate:6.2f} us   (bar 0.2)")
    print(f"an effect in a graph        {each:6.2f} us   (bar 4)")
    print(f"a call: plain {none:.1f}, with an effect {one:.1f}, broken by a print {broken:.1f} us")
    return gate > 0.2 or each > 4 or one > broken


if __name__ == "__main__":
    sys.exit(main())
