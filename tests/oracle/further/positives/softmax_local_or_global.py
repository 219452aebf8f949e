"""The softmax sees the local or the global scores."""

import torch

from fxkit import randn, sweep


@torch.compile
def weights(local, everywhere):
    if local.abs().mean() > everywhere.abs().mean():
        w = torch.softmax(local, dim=-1)
    else:
        w = torch.softmax(everywhere, dim=-1)
    return w * 2.0


def cases():
    yield from sweep(weights, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base pos neg big small nan inf zero half f64 grad nan+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R11'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
