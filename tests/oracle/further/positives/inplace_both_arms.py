"""Two in-place methods on a fresh tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def warp(logits):
    z = logits * 1.5
    if z.max() > 3.0:
        z.sub_(1.0)
    else:
        z.mul_(2.0)
    return torch.softmax(z, dim=-1)


def cases():
    yield from sweep(warp, lambda: (randn(2, 5),), "base pos neg big small nan zero half f64")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
