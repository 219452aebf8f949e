"""A program exception with two arguments."""

import torch

from fxkit import rand, randn, sweep


class BadSigma(Exception):
    def __init__(self, text, code):
        super().__init__(text, code)
        self.code = code


@torch.compile
def scale_input(sample, sigma):
    if (sigma <= 0).any():
        raise BadSigma("sigma must be positive", 7)
    return sample / sigma


def cases():
    yield from sweep(scale_input, lambda: (randn(2, 3), rand(3) + 0.5), "base nan inf half f64 grad nan+grad")
    yield from sweep(scale_input, lambda: (randn(2, 3), randn(3)), "base half grad", tag="bad-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R18'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
