"""A static loop prints items of a dictionary."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def monitor(losses):
    parts = {name: value.mean() for name, value in losses.items()}
    for name, value in sorted(parts.items()):
        print(f"{name:>6}: {value.item():+.3e}")
    return sum(parts.values())


def cases():
    yield from sweep(monitor, lambda: ({"kl": rand(3), "ce": randn(2)},), "base nan inf half f64 grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36', 'R24'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0124', 'GB0207', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
