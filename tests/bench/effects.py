"""What an effect costs: one call of it in eager code and in a compiled graph, and tiny functions with it and with a break.

    effects.py [--backend inductor]
"""

import argparse
import contextlib
import io
import pathlib
import sys
import time
import timeit

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "runner"))

import graphmend  # noqa: E402

said = []
say = graphmend.effect(lambda x: said.append(1))
say_nothing = graphmend.effect(lambda: print("x"))


def gated(x):
    None if graphmend.compiling() else None


def empty(x):
    None


def plain(x):
    return (x.sin() + 1).cos()


def several(x, times):
    for _ in range(times):
        graphmend.compiling() and say(x) or print("x")
    return x.sin() + 1


# The two places of a break: in front of all that is computed it costs least, as it cuts nothing.
def broken_first(x):
    print("x")
    return (x.sin() + 1).cos()


def fixed_first(x):
    graphmend.compiling() and say_nothing() or print("x")
    return (x.sin() + 1).cos()


def broken_between(x):
    y = x.sin() + 1
    print("x")
    return y.cos()


def fixed_between(x):
    y = x.sin() + 1
    graphmend.compiling() and say_nothing() or print("x")
    return y.cos()


def microseconds(*calls):
    """The best of many, for one call of each, side by side: CPU time, as others may use the machine."""
    count = 1000
    for each in calls:
        each()
    rounds = [[timeit.timeit(each, timer=time.process_time, number=count) for each in calls] for _ in range(15)]
    return [min(times) / count * 1e6 for times in zip(*rounds)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", default="inductor")
    backend = parser.parse_args().backend
    torch.set_num_threads(1)
    x = torch.ones(16)

    def compiled(function, *rest):
        made = torch.compile(function, backend=backend)
        return lambda: made(x, *rest)

    with contextlib.redirect_stdout(io.StringIO()):
        with_gate, without = microseconds(lambda: gated(x), lambda: empty(x))
        one, eleven = microseconds(compiled(several, 1), compiled(several, 11))
        none, *pairs = microseconds(*(compiled(each) for each in
                                      (plain, broken_first, fixed_first, broken_between, fixed_between)))
    gate, each = with_gate - without, (eleven - one) / 10
    print(f"the gate in eager code      {gate:6.2f} us   (bar 0.2)")
    print(f"an effect in a graph        {each:6.2f} us   (bar 4)")
    print(f"a call: without {none:.1f} us; in front, broken {pairs[0]:.1f}, as an effect {pairs[1]:.1f}; "
          f"in between, broken {pairs[2]:.1f}, as an effect {pairs[3]:.1f}")
    slower = any(fixed > 1.05 * broken for broken, fixed in (pairs[:2], pairs[2:]))
    if slower and backend == "eager":
        # One graph instead of two saves 4 to 8 us of a call, and here the operator goes through torch's dispatcher, 3 us,
        # for which inductor calls the function itself; the rest are guards on what the effect is made of.
        print("slower, but not judged: this backend is for debugging and compiles nothing")
        slower = False
    return gate > 0.2 or each > 4 or slower


if __name__ == "__main__":
    sys.exit(main())
