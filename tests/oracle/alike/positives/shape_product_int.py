"""int() of a product over the shape."""

import torch

from fxkit import randn, sweep


@torch.compile
def per_element(eps):
    err = (eps - 0.5).abs() * 2.0
    n = int(torch.tensor(eps.shape[1:]).prod())
    out = err / n + eps
    return out.clamp(max=4.0) * 0.5 - err


def cases():
    yield from sweep(per_element, lambda: (randn(2, 3, 4),), "base nan inf zero half f64 grad nan+grad inf+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
