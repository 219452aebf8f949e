"""A static early return between two prints."""

import torch

from fxkit import randn, sweep


@torch.compile
def suppress(boxes, topk):
    print("boxes in", len(boxes))
    y = boxes * 0.5
    if len(boxes) <= topk:
        return y
    print("trimmed to", topk)
    return y[:topk] + 1.0


def cases():
    yield from sweep(suppress, lambda: (randn(4, 2), 3), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(suppress, lambda: (randn(2, 2), 3), "base", tag="few-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R36', 'R6'],
 'breaks': {10: 1, 14: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
