"""A loop that stops must not start again."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def anneal(x, drift):
    for d in drift:
        if (x + d).sum() < 0:
            break
        x = x + d
    return x - 1.0


def cases():
    yield from sweep(anneal, lambda: (rand(3), [torch.tensor(0.5), torch.tensor(-5.0), torch.tensor(9.0)]), "base small")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R7'],
 'breaks': {12: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
