"""Anchor weights depend on whether any overlap passes the threshold."""

import torch

from fxkit import rand, sweep


@torch.compile
def anchor_weights(iou, thr=0.5):
    hits = torch.nonzero(iou > thr)
    if hits.shape[0] == 0:
        weight = iou * 0.1
    else:
        weight = iou - thr
    return weight.sum(1)


def cases():
    yield from sweep(anchor_weights, lambda: (rand(3, 4),), "base small zero nan inf half f64 grad small+grad nan+grad inf+grad ninf+grad")
    yield from sweep(anchor_weights, lambda: (rand(3, 4),), "base grad", kwargs={"thr": 2.0}, tag="strict-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1', 'R33'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
