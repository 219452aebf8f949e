"""A branch for each head of a static unbind."""

import torch

from fxkit import randn, sweep


@torch.compile
def cool(scores):
    cooled = []
    for head in scores.unbind(0):
        peak = head.max()
        if peak > 1.0:
            c = head * 0.5
        else:
            c = head + 0.25
        cooled.append(c)
    return torch.stack(cooled)


def cases():
    yield from sweep(cool, lambda: (randn(3, 2, 2),), "base pos neg big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
