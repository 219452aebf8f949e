"""A schedule tensor built from Python numbers is read with tolist() in a comprehension."""

import torch

from fxkit import randn, sweep


@torch.compile
def sigmas(x, start, stop):
    grid = torch.tensor([start, stop, start + stop]).tolist()
    return {f"s{i}": torch.tanh(x * s) + s for i, s in enumerate(grid)}


def cases():
    yield from sweep(sigmas, lambda: (randn(3), 1, 4), "base nan inf half f64 grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R21', 'R10'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
