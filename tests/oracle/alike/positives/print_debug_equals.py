"""A self-documenting f-string shows a number."""

import torch

from fxkit import randn, sweep


@torch.compile
def denoise(x, sigma):
    eps = x * sigma
    level = eps.detach().abs().mean()
    print(f"{sigma=} {level.item()=:.3f}")
    return x - eps


def cases():
    yield from sweep(denoise, lambda: (randn(4), 0.5), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R36'],
 'breaks': {12: 3},
 'gb': ['GB0021', 'GB0059', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
