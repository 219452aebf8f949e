"""Early return and final return of one tensor each."""

import torch

from fxkit import randn, sweep


@torch.compile
def flatten_logits(logits):
    peak = logits.max()
    if peak > 1.0:
        return logits - 1.0
    return logits * 0.5


def cases():
    yield from sweep(flatten_logits, lambda: (randn(7),), "base pos neg small big nan inf zero half bf16 f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R6', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
