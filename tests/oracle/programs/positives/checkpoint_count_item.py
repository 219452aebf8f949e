"""The number of checkpoints makes a detour through a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def average_checkpoints(parts):
    count = torch.tensor(float(len(parts))).item()
    total = torch.zeros_like(parts[0])
    for part in parts:
        total = total + part
    return total / count


def cases():
    yield from sweep(average_checkpoints, lambda: ([randn(3), randn(3, seed=1), randn(3, seed=2)],), "base nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(average_checkpoints, lambda: ([randn(2, 2, seed=i) for i in range(5)],), "base grad", tag="five-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
