"""The else clause of the loop runs only without a break."""

import torch

from fxkit import randn, sweep


@torch.compile
def search(x, limit):
    y = x * 1.0
    for _ in range(3):
        if y.abs().amax() < limit:
            break
        y = y * 0.5
    else:
        y = y - 1.0
    return y


def cases():
    yield from sweep(search, lambda: (randn(3), 0.3), "small base big nan")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R8'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
