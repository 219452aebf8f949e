"""The larger of two static sizes through a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def letterbox(img):
    h, w = img.shape[-2:]
    side = torch.tensor([h, w]).max().item()
    out = img.new_zeros(img.shape[0], side, side)
    out[:, :h, :w] = img
    border = img.amin(dim=(-2, -1), keepdim=True)
    scaled = (out - border) * 2.0 + img.mean()
    return scaled.flip(-1) / side, border * side


def cases():
    yield from sweep(letterbox, lambda: (randn(2, 3, 5),), "base nan inf half f64 grad")
    yield from sweep(letterbox, lambda: (randn(2, 5, 2),), "base", tag="tall-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
