"""Transition weights are renormalised when a row has drifted."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def transitions(adj):
    p = adj * 1.0
    total = p.sum(1, keepdim=True)
    if (total - 1.0).abs().max() > 0.01:
        p = p / total
    return p @ p


def cases():
    yield from sweep(transitions, lambda: (rand(3, 3),), "base zero neg nan inf half f64")
    yield from sweep(transitions, lambda: (torch.eye(3),), "base nan half", tag="stochastic-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
