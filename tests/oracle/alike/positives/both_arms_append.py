"""Both arms append to the same list."""

import torch

from fxkit import randn, sweep


@torch.compile
def decode(x, h):
    outs = []
    for t in range(2):
        z = torch.sigmoid(x[t] + h)
        if z.sum() > 1.5:
            outs.append(z * 2.0)
        else:
            outs.append(z - h)
    return outs


def cases():
    yield from sweep(decode, lambda: (randn(2, 3), randn(3)), "base pos neg nan half f64 grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
