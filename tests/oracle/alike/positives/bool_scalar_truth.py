"""The test is a 0-d boolean tensor itself."""

import torch

from fxkit import randn, sweep


@torch.compile
def next_state(h, done):
    if done:
        nxt = h * 0.0
    else:
        nxt = h + 1.0
    return nxt


def cases():
    yield from sweep(next_state, lambda: (randn(3), torch.tensor(True)), "base false nan half f64 grad false+grad nan+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
