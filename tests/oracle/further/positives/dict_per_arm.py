"""Each arm builds a dictionary with the same keys."""

import torch

from fxkit import randn, sweep


@torch.compile
def split_loss(real, fake):
    if real.mean() > fake.mean():
        parts = {"gen": fake + 1.0, "disc": real * 0.5}
    else:
        parts = {"gen": fake - 1.0, "disc": fake * 2.0}
    return parts


def cases():
    yield from sweep(split_loss, lambda: (randn(4), randn(4, seed=3)), "base pos neg nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
