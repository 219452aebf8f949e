"""A fixed number of relaxation rounds ends early when the gap is small."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def settle(potential, target):
    est = potential * 1.0
    for _ in range(4):
        gap = target - est
        if gap.abs().max() < 0.5:
            break
        est = est + gap * 0.5
    return est


def cases():
    yield from sweep(settle, lambda: (randn(5), randn(5, seed=1)), "base big small nan inf ninf zero half f64")
    yield from sweep(settle, lambda: (randn(5) * 0.1, randn(5, seed=1) * 0.1), "base half", tag="near-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R7'],
 'breaks': {14: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
