"""A match statement picks the mode, one arm of it tests a tensor."""

import torch

from fxkit import rand, sweep


@torch.compile
def reduce(loss, mode):
    match mode:
        case "sum":
            out = loss.sum()
            if out > 2.0:
                out = out * 0.5
        case "mean" | "avg":
            out = loss.mean()
        case _:
            out = loss * 1.0
    return out


def cases():
    yield from sweep(reduce, lambda: (rand(4), "sum"), "base big small nan zero half f64 grad big+grad", tag="sum-")
    yield from sweep(reduce, lambda: (rand(4), "avg"), "base grad", tag="avg-")
    yield from sweep(reduce, lambda: (rand(4), "none"), "base grad", tag="none-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R2', 'R19'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
