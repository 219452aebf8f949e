"""All logits are lifted when none survives the cut."""

import torch

from fxkit import randn, sweep


@torch.compile
def survivors(logits, floor):
    scaled = logits / 0.7
    alive = scaled >= floor
    if alive.nonzero().numel() == 0:
        scaled = scaled + 10.0
    return scaled, alive


def cases():
    yield from sweep(survivors, lambda: (randn(2, 5), 0.1), "base pos neg nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2', 'R33'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
