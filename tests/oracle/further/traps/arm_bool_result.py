"""A boolean arm against a float arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def select(logits):
    if logits.max() > 1.0:
        keep = logits > 1.0
    else:
        keep = logits * 0.5
    return keep


def cases():
    yield from sweep(select, lambda: (randn(4),), "big small")

EXPECT = {'topic': 'sampler',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
