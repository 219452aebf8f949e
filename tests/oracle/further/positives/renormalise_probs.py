"""Renormalise when the sum drifted, without gradients."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def tidy(probs):
    p = probs.clamp(min=1e-6)
    total = p.sum()
    if (total - 1.0).abs() > 1e-3:
        p = p / total
    return p.cumsum(-1)


def cases():
    yield from sweep(tidy, lambda: (rand(6),), "base neg nan inf zero small f64")
    yield from sweep(tidy, lambda: (torch.tensor([0.25, 0.5, 0.25]),), "base f64", tag="unit-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
