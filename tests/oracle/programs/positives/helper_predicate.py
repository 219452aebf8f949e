"""The test is computed by a helper."""

import torch

from fxkit import randn, sweep


def crowded(boxes):
    return (boxes[:, 2:] - boxes[:, :2]).prod(-1).sum() > 0.5


@torch.compile
def rescale(boxes, stride):
    if crowded(boxes):
        out = boxes / 2
    else:
        out = torch.cat([boxes[:, :2], boxes[:, 2:] + 1.0], dim=-1)
    return out * stride


def cases():
    yield from sweep(rescale, lambda: (randn(3, 4), 8), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(rescale, lambda: (torch.arange(8.0).reshape(2, 4), 8), "base grad", tag="large-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
