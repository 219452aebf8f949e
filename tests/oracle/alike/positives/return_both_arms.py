"""Both arms of the last statement return."""

import torch

from fxkit import randn, sweep


@torch.compile
def huber(err, delta):
    size = err.abs().mean()
    if size < delta:
        return err * 3.0 + 0.5
    else:
        return (err.abs() - 0.5 * delta) * delta


def cases():
    yield from sweep(huber, lambda: (randn(6), 1.0), "base big small zero nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
