"""Overflowed gates are scaled down through a masked product."""

import torch

from fxkit import rand, sweep


@torch.compile
def damp(gates: torch.Tensor, cap: float):
    w = gates + 0.0
    over = gates > cap
    w[over] *= 0.25
    return w.sum(dim=-1)


def cases():
    yield from sweep(damp, lambda: (rand(3, 4), 0.5), "base zero nan inf half f64 empty")

EXPECT = {'topic': 'moe',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
