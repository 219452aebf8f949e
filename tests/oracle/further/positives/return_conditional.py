"""The worse of two losses is returned by a conditional expression."""

import torch

from fxkit import randn, sweep


@torch.compile
def worst(real, fake):
    a = (real - 1.0).abs().mean()
    b = fake.abs().mean()
    return a * 2.0 if a > b else b * 2.0


def cases():
    yield from sweep(worst, lambda: (randn(5), randn(5, seed=1)), "base big small nan inf zero half f64 empty grad big+grad nan+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
