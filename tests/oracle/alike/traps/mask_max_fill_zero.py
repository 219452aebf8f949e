"""Zero is not neutral for a maximum."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def peak(logits, allowed):
    return logits[allowed].max()


def cases():
    yield from sweep(peak, lambda: (randn(5), torch.tensor([True, True, False, True, False])), "base neg")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
