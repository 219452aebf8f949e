"""Warm-up, plateau and cool-down are chosen by a step tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def lr_at(base, step, warm: int, total: int):
    if step < warm:
        lr = base * 0.1
    elif step < total:
        lr = base * 1.0
    else:
        lr = base - 0.5
    return lr.clamp(min=0.0)


def cases():
    yield from sweep(lr_at, lambda: (randn(3), torch.tensor(2), 5, 20), "base pos nan inf half f64 grad nan+grad inf+grad")
    yield from sweep(lr_at, lambda: (randn(3), torch.tensor(9), 5, 20), "base half grad nan+grad inf+grad", tag="flat-")
    yield from sweep(lr_at, lambda: (randn(3), torch.tensor(40), 5, 20), "base half grad nan+grad inf+grad", tag="cool-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R4', 'R1'],
 'breaks': {10: 1, 12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
