"""One draw in the test decides whether the image is mirrored."""

import torch

from fxkit import randn, sweep


@torch.compile
def augment(image):
    image = image * 2.0
    if torch.rand(()) < 0.5:
        image = image.flip(-1)
    return image + 1.0


def cases():
    yield from sweep(augment, lambda: (randn(2, 3),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R40', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
