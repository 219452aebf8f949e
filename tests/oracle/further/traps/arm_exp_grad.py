"""exp overflows in the untaken arm and leaks NaN gradients."""

import torch

from fxkit import randn, sweep


@torch.compile
def weights(logits):
    if logits.max() < 50.0:
        w = torch.exp(logits)
    else:
        w = logits * 0.5
    return w


def cases():
    yield from sweep(weights, lambda: (randn(4),), "base big grad big+grad")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
