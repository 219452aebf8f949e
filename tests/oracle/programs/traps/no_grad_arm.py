"""One arm runs under no_grad."""

import torch

from fxkit import randn, sweep


@torch.compile
def bootstrap(v, done):
    if done.sum() > 0:
        with torch.no_grad():
            t = v * 0.5
    else:
        t = v * 0.9
    return t


def cases():
    yield from sweep(bootstrap, lambda: (randn(3), torch.tensor([1, 0])), "base base+grad")
    yield from sweep(bootstrap, lambda: (randn(3), torch.tensor([0, 0])), "base+grad", tag="alive-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R43', 'O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['None or not', 'requires_grad'],
 'unsafe': []}
