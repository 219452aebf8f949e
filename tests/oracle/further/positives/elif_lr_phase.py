"""Warm-up, plateau and decay chosen by a 0-d step tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def lr_at(step, base):
    frac = step / 100.0
    if step < 10:
        lr = base * frac
    elif step < 50:
        lr = base * 0.1
    else:
        lr = base * (1.0 - frac)
    return lr


def cases():
    yield from sweep(lr_at, lambda: (torch.tensor(5.0), randn(3)), "base nan inf zero neg half f64")
    yield from sweep(lr_at, lambda: (torch.tensor(30.0), randn(3)), "base half", tag="flat-")
    yield from sweep(lr_at, lambda: (torch.tensor(80.0), randn(3)), "base half", tag="late-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R4', 'R1'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
