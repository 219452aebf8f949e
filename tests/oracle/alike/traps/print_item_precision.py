"""A tensor prints with four digits, its item with all."""

import torch

from fxkit import randn, sweep


@torch.compile
def show(x):
    m = x.mean()
    print("mean", m.item())
    return x - m


def cases():
    yield from sweep(show, lambda: (randn(3),), "base nan half f64")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'R24'],
 'breaks': {11: 2},
 'gb': ['GB0059', 'GB0124'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent', 'log-site']}
