"""The difference of two elements is read with .item() and tested."""

import torch

from fxkit import randn, sweep


@torch.compile
def settle(votes, reward):
    shaped = reward * 2.0
    tally = votes.detach().sum(0)
    lead = (tally[0] - tally[-1]).item()
    if lead > 0:
        out = shaped + 1.0
    else:
        out = -shaped
    return out


def cases():
    yield from sweep(settle, lambda: (randn(4, 3), randn(5)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(settle, lambda: (torch.tensor([[2, 0, 1], [1, 0, 0]]), randn(5)), "base grad", tag="first-")
    yield from sweep(settle, lambda: (torch.tensor([[2, 0, 1], [1, 0, 2]]), randn(5)), "base grad", tag="tie-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
