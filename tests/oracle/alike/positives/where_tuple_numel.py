"""The one-argument where gives indices whose number is tested."""

import torch

from fxkit import rand, sweep


@torch.compile
def crowd(iou, thr):
    rows, cols = torch.where(iou > thr)
    out = iou * 2.0
    if rows.numel() >= 3:
        out = out - iou.mean()
    return out


def cases():
    yield from sweep(crowd, lambda: (rand(3, 3), 0.5), "base zero ones nan half f64 grad zero+grad")
    yield from sweep(crowd, lambda: (rand(3, 3), 0.9), "base", tag="strict-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
