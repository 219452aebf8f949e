"""log of the selection only; the full log leaks NaN gradients."""

import torch

from fxkit import sweep


@torch.compile
def entropy(p):
    out = p * 0.0
    sel = p > 0
    out[sel] = torch.log(p[sel])
    return out


def cases():
    yield from sweep(entropy, lambda: (torch.tensor([0.0, 0.5, 0.25]),), "base grad")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O9'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
