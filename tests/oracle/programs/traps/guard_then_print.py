"""Nothing is printed when the guard fires."""

import torch

from fxkit import randn, sweep


@torch.compile
def divergence(p):
    y = p * 0.5
    if (y < 0).any():
        raise ValueError("negative mass")
    print("mass ok")
    return y + 1.0


def cases():
    yield from sweep(divergence, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'R36'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0059', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-exception-type', 'compiled-silent', 'log-site']}
