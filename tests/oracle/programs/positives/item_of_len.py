"""The batch size goes through a tensor and back."""

import torch

from fxkit import randn, sweep


@torch.compile
def mean_over_batch(losses: torch.Tensor) -> torch.Tensor:
    clipped = losses.clamp(min=-10.0, max=10.0)
    count = torch.tensor(len(losses), dtype=torch.int64).item()
    total = clipped.sum(dim=0)
    centred = total - total.amax()
    return centred / max(count, 1) + 1.0


def cases():
    yield from sweep(mean_over_batch, lambda: (randn(4, 2),), "base nan half f64 grad inf+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
