"""The guard raises a class of the program that keeps a payload."""

import torch

from fxkit import rand, sweep


class ScheduleError(ValueError):
    def __init__(self, text, code):
        super().__init__(f"[{code}] {text}")
        self.code = code


@torch.compile
def betas(start, end):
    if (end < start).any():
        raise ScheduleError("betas must grow", 17)
    return (end - start) * 0.5 + start


def cases():
    yield from sweep(betas, lambda: (rand(4), rand(4) + 1.0), "base half f64 nan grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(betas, lambda: (rand(4), rand(4) - 1.0), "base f64", tag="bad-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R18'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
