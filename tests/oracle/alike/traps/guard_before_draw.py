"""The guard fires before the draw; the random stream must stay."""

import torch

from fxkit import randn, sweep


@torch.compile
def explore(q, eps):
    if (eps < 0).any():
        raise ValueError("negative rate")
    return q + torch.rand(3) * eps


def cases():
    yield from sweep(explore, lambda: (randn(3), torch.ones(3)), "base")
    yield from sweep(explore, lambda: (randn(3), -torch.ones(3)), "base", tag="bad-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O5'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': ['compiled-exception-type']}
