"""log_softmax of a fully masked row in the untaken arm."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def log_probs(logits):
    usable = (logits > float("-inf")).any()
    if usable:
        lp = F.log_softmax(logits, dim=-1)
    else:
        lp = logits.new_zeros(logits.shape) + logits.clamp(min=-5.0)
    return lp


def cases():
    yield from sweep(log_probs, lambda: (randn(4),), "base base+grad")
    yield from sweep(log_probs, lambda: (torch.full((4,), float("-inf")),), "base base+grad", tag="masked-")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
