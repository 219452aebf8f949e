"""The grid is computed with a tensor of two Python ints."""

import torch

from fxkit import randn, sweep

PATCH = 2


@torch.compile
def patchify(img):
    c, h, w = img.shape
    img = (img - 0.5) / 0.25
    img = img.clamp(min=-4.0, max=4.0).flip(-1)
    img = img + img.detach().mean(dim=0, keepdim=True)
    grid = torch.tensor([h, w])
    gh, gw = (n // PATCH for n in grid.tolist())
    x = img.reshape(c, gh, PATCH, gw, PATCH)
    return x.permute(1, 3, 0, 2, 4).flatten(2)


def cases():
    yield from sweep(patchify, lambda: (randn(3, 4, 6),), "base nan half f64 grad")
    yield from sweep(patchify, lambda: (randn(1, 2, 2),), "base", tag="small-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {17: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
