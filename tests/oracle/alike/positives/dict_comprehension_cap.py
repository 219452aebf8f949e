"""A dict comprehension over named losses."""

import torch

from fxkit import randn, sweep


@torch.compile
def cap(losses):
    return {k: v * 0.5 if v.max() > 1.0 else v + 0.5 for k, v in losses.items()}


def cases():
    yield from sweep(cap, lambda: ({"box": randn(3), "cls": randn(2, seed=1)},), "base pos neg small big nan inf half f64")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R44', 'R1'],
 'breaks': {10: 2},
 'gb': ['GB0092', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
