"""`__str__` of the printed object counts; a preformatted text is made when nothing is printed."""

import torch

from fxkit import randn, sweep


class Clock:
    def __init__(self):
        self.shown = 0

    def __str__(self):
        self.shown += 1
        return f"<{self.shown}>"


@torch.compile
def denoise(x, clock, verbose):
    y = x - 1.0
    if verbose:
        print("at", clock)
    return y * clock.shown


def cases():
    yield from sweep(denoise, lambda: (randn(3), Clock(), True), "base")
    yield from sweep(denoise, lambda: (randn(3), Clock(), False), "base", tag="quiet-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O2'],
 'breaks': {21: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': ['compiled-silent']}
