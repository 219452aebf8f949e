"""if, elif, else on the same statistic."""

import torch

from fxkit import randn, sweep


@torch.compile
def sharpen(logits, prior):
    spread = logits.detach().amax() - logits.detach().median()
    if spread > 2.0:
        out = logits * 0.5
    elif spread > 0.75:
        out = logits - 1.0
    else:
        out = prior * 4.0
    return out


def cases():
    yield from sweep(sharpen, lambda: (randn(7), randn(7, seed=3)), "base big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad big+grad small+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R4'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
