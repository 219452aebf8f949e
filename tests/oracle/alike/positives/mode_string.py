"""A string is chosen by a tensor test and compared afterwards."""

import torch

from fxkit import randn, sweep


@torch.compile
def step(x, err):
    mode = "shrink" if err.abs().amax() > 1.0 else "grow"
    if mode == "shrink":
        x = x * 0.5
    elif mode == "grow":
        x = x * 1.25 + err
    return x - 1.0


def cases():
    yield from sweep(step, lambda: (randn(4), randn(4, seed=3)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(step, lambda: (randn(4), randn(4, seed=3) * 0.1), "base half grad", tag="fine-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
