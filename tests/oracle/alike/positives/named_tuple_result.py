"""The arms return a named tuple."""

from typing import NamedTuple

import torch

from fxkit import rand, randn, sweep


class Losses(NamedTuple):
    policy: torch.Tensor
    value: torch.Tensor


@torch.compile
def update(ratio, td):
    if ratio.amax() > 1.2:
        return Losses(ratio * 0.0 + 1.0, td * 0.5)
    return Losses(ratio * 2.0, td * td)


def cases():
    yield from sweep(update, lambda: (rand(4) + 0.5, randn(4)), "base small half f64 nan grad")
    yield from sweep(update, lambda: (rand(4) + 1.5, randn(4)), "base half grad", tag="far-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R6', 'R10'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
