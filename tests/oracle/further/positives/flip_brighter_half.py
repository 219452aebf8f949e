"""An image whose left half is brighter is mirrored."""

import torch

from fxkit import randn, sweep


@torch.compile
def canonical(img):
    half = img.shape[-1] // 2
    left, right = img[..., :half], img[..., half:]
    if left.sum() > right.sum():
        out = torch.flip(img, dims=(-1,))
    else:
        out = img * 1.0
    return out + 0.5


def cases():
    yield from sweep(canonical, lambda: (randn(3, 2, 4),), "base nan inf ninf zero half f64 transposed grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(canonical, lambda: (torch.arange(8.0).reshape(1, 2, 4),), "base neg grad neg+grad", tag="ramp-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
