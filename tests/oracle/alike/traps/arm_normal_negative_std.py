"""torch.normal raises for a negative deviation, and it draws."""

import torch

from fxkit import randn, sweep


@torch.compile
def jitter(x, std):
    y = x * 1.0
    if (std >= 0).all():
        y = torch.normal(y, std)
    return y + 1.0


def cases():
    yield from sweep(jitter, lambda: (randn(3), torch.ones(3)), "base")
    yield from sweep(jitter, lambda: (randn(3), -torch.ones(3)), "base", tag="neg-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'O5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
