"""A compiled closure over a threshold and a scale."""

import torch

from fxkit import build, randn


def make_sampler(threshold, scale):
    @torch.compile
    def sample(logits):
        spread = logits.amax(-1) - logits.amin(-1)
        if (spread > threshold).all():
            logits = logits * scale
        else:
            logits = logits + scale
        return logits.log_softmax(-1)

    return sample


def cases():
    yield from build(lambda: make_sampler(1.0, 0.5), lambda: (randn(2, 4),), "base small big nan zero half f64 grad small+grad empty")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R1'],
 'breaks': {12: 5},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
