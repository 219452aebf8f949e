"""A conditional expression inside another one."""

import torch

from fxkit import randn, sweep


@torch.compile
def temper(logits):
    spread = logits.max() - logits.min()
    out = logits * 0.5 if spread > 3.0 else logits * 2.0 if spread < 1.0 else logits * 1.0
    return out


def cases():
    yield from sweep(temper, lambda: (randn(5),), "base big small inf nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
