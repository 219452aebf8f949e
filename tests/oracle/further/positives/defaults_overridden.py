"""Two defaults, both replaced in the arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def plan_step(x, noise):
    scale = x * 1.0
    shift = noise * 1.0
    if noise.abs().max() > 1.5:
        scale = x * 0.5
        shift = noise - 1.0
    return scale + shift, shift


def cases():
    yield from sweep(plan_step, lambda: (randn(4), randn(4, seed=6)), "base pos neg small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(plan_step, lambda: (randn(4), randn(4, seed=6) * 0.1), "base grad", tag="calm-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
