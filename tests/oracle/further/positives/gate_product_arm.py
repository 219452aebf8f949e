"""The arm multiplies by another input."""

import torch

from fxkit import randn, sweep


@torch.compile
def mix_experts(expert, gate):
    out = expert + gate
    if gate.sum() > 0:
        out = expert * gate
    return out - 0.5


def cases():
    yield from sweep(mix_experts, lambda: (randn(4), randn(4, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(mix_experts, lambda: (randn(4), -randn(4).abs()), "base half grad nan+grad inf+grad ninf+grad neg+grad pos+grad", tag="shut-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
