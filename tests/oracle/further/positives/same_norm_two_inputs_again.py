"""The same function with the same keywords and one of two inputs."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def normalise(x, skip):
    x = x + 1.0
    if x.abs().max() > 2.0:
        out = F.layer_norm(skip * 0.5, (4,), eps=1e-3)
    else:
        out = F.layer_norm(x, (4,), eps=1e-3)
    return out


def cases():
    yield from sweep(normalise, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base pos small big nan inf zero half f64")

EXPECT = {'topic': 'attention',
 'rewrites': ['R11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
