"""The arm blends in a second tensor with lerp."""

import torch

from fxkit import randn, sweep


@torch.compile
def blend(hidden, anchor):
    h = hidden - 0.25
    if h.amin() < -1.0:
        h = torch.lerp(h, anchor, 0.5)
    return h * 2.0


def cases():
    yield from sweep(blend, lambda: (randn(3, 3), randn(3, 3, seed=8)), "base pos neg small nan inf zero half f64 grad pos+grad neg+grad nan+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
