"""The exception text holds the offending maximum."""

import torch

from fxkit import rand, randn, sweep


class MaskError(RuntimeError):
    pass


@torch.compile
def bias(scores, offset):
    top = offset.amax()
    if top > 2.0:
        raise MaskError(f"offset {top.item():.2f} is over 2.0")
    return scores + offset


def cases():
    yield from sweep(bias, lambda: (randn(3), rand(3)), "base nan half f64 grad")
    yield from sweep(bias, lambda: (randn(3), rand(3) * 4.0), "base half grad", tag="bad-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
