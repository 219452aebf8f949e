"""Boxes far from their anchors are shrunk, otherwise the anchors are used."""

from dataclasses import dataclass

import torch

from fxkit import randn, sweep


@dataclass
class RefineConfig:
    limit: float = 0.6
    shrink: float = 0.5


CFG = RefineConfig()


@torch.compile
def refine(boxes, anchors):
    if (boxes - anchors).abs().max() > CFG.limit:
        out = boxes * CFG.shrink
    else:
        out = anchors + 1.0
    return out.clamp(min=0.0)


def cases():
    yield from sweep(refine, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(refine, lambda: (randn(3, 4), randn(3, 4) + 0.1), "base half grad nan+grad", tag="near-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1'],
 'breaks': {21: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
