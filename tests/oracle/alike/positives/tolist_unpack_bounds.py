"""Two numbers are unpacked from tolist()."""

import torch

from fxkit import randn, sweep


@torch.compile
def clip_ratio(ratio, eps):
    low, high = eps.tolist()
    return ratio.clamp(1.0 - 0.25, 1.5) * high - low


def cases():
    yield from sweep(clip_ratio, lambda: (randn(5), torch.tensor([0.5, 2.0])), "base nan inf zero grad neg+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0109'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
