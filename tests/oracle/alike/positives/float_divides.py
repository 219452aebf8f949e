"""A Python float made from the absolute maximum divides the tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def to_unit(x):
    peak = float(x.abs().amax())
    return x / peak


def cases():
    yield from sweep(to_unit, lambda: (randn(6),), "base big small zero nan inf half bf16 f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
