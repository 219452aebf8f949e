"""Two in-place operations on fresh gates when the noise is large."""

import torch

from fxkit import randn, sweep


@torch.compile
def noisy_gates(logits, noise):
    gates = logits + noise
    if noise.abs().max() > 1.0:
        gates.sub_(0.5)
        gates.mul_(2.0)
    return gates - gates.mean()


def cases():
    yield from sweep(noisy_gates, lambda: (randn(4), randn(4, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad")
    yield from sweep(noisy_gates, lambda: (randn(4), randn(4, seed=1) * 0.1), "base half grad", tag="calm-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
