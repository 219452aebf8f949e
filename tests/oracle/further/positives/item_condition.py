""".item() in the test only."""

import torch

from fxkit import randn, sweep


@torch.compile
def cool(logits):
    s = logits * 1.0
    if logits.detach().abs().max().item() > 1.5:
        s = s * 0.5
    return s


def cases():
    yield from sweep(cool, lambda: (randn(3, 2),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
