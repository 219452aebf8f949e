"""The guided prediction is rescaled, and the scale reported, when it grew too much."""

import torch

from fxkit import randn, sweep


@torch.compile
def guided(cond, uncond, weight):
    mixed = uncond + weight * (cond - uncond)
    growth = mixed.detach().abs().mean()
    if growth > 1.0:
        factor = torch.full_like(growth, 0.7)
        pred = mixed * 0.7
    else:
        factor = torch.ones_like(growth)
        pred = mixed * 1.0
    return pred, factor


def cases():
    yield from sweep(guided, lambda: (randn(2, 3), randn(2, 3, seed=1), 3.0), "base big small nan inf zero half f64 grad small+grad nan+grad inf+grad")
    yield from sweep(guided, lambda: (randn(2, 3) * 0.1, randn(2, 3, seed=1) * 0.1, 3.0), "base grad", tag="calm-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
