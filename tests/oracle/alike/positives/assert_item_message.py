"""An assert whose message formats an item."""

import torch

from fxkit import ints, rand, sweep


@torch.compile
def dequant(codes, scale, levels):
    top = codes.amax()
    assert top < levels, f"code {int(top)} needs {levels} levels"
    return codes * scale


def cases():
    yield from sweep(dequant, lambda: (ints(0, 8, 4), rand(4), 8), "base nan half f64 grad")
    yield from sweep(dequant, lambda: (ints(0, 8, 4) + 8, rand(4), 8), "base grad", tag="bad-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R18'],
 'breaks': {11: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
