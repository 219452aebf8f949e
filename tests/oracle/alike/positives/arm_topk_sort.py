"""The arms unpack (values, indices) pairs of topk and sort."""

import torch

from fxkit import randn, sweep


@torch.compile
def shortlist(logits):
    shifted = logits - 1.0
    if shifted.sum() > -5.0:
        vals, idx = shifted.topk(3)
    else:
        vals, idx = shifted.sort()
        vals, idx = vals[:3], idx[:3]
    return vals * 2.0, idx


def cases():
    yield from sweep(shortlist, lambda: (randn(6),), "base pos neg small f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
