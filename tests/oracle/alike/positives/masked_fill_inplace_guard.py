"""`if pad.any()` around masked_fill_ of a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def encode(h, pad):
    z = torch.tanh(h) + 1.0
    if pad.any().item():
        z.masked_fill_(pad.unsqueeze(-1), 0.0)
    return z.cumsum(1)


def cases():
    yield from sweep(encode, lambda: (randn(2, 3, 2), bools(2, 3)), "base true false nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad false+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R15', 'R9'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
