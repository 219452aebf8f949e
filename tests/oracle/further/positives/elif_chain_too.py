"""An elif chain on a 0-d step counter."""

import torch

from fxkit import randn, sweep


@torch.compile
def warmup(update, step):
    if step < 2:
        out = update * 0.1
    elif step < 5:
        out = update * 2.0
    else:
        out = update - 0.5
    return out


def cases():
    yield from sweep(warmup, lambda: (randn(4), torch.tensor(1)), "base nan inf zero half f64 grad nan+grad inf+grad", tag="warm-")
    yield from sweep(warmup, lambda: (randn(4), torch.tensor(3)), "base nan half grad inf+grad", tag="mid-")
    yield from sweep(warmup, lambda: (randn(4), torch.tensor(9)), "base nan half grad inf+grad", tag="late-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R4', 'R1'],
 'breaks': {10: 1, 12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
