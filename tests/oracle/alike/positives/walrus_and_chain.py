"""A walrus in the left operand is used by the right one."""

import torch

from fxkit import randn, sweep


@torch.compile
def entropy_cut(logits):
    z = logits - 0.5
    if (hi := z.max()) > 0.5 and hi - z.min() < 4.0:
        z = z / 2.0
    return z + hi


def cases():
    yield from sweep(entropy_cut, lambda: (randn(6),), "base small big pos neg nan inf half f64")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
