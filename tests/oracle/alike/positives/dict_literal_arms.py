"""Both arms bind a dictionary with the same keys."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def targets(boxes, scores):
    if scores.amax() < 0.9:
        out = {"boxes": boxes * 0.0, "scores": scores - 1.0}
    else:
        kept = boxes.clamp(0.0, 1.0)
        out = {"boxes": kept, "scores": scores * 1.0}
    out["area"] = out["boxes"].sum(-1)
    return out


def cases():
    yield from sweep(targets, lambda: (randn(3, 4), rand(3)), "base nan half f64")
    yield from sweep(targets, lambda: (randn(3, 4), rand(3) + 1.0), "base half", tag="strong-")
    yield from sweep(targets, lambda: (randn(3, 4), rand(3) * 0.5), "base nan half", tag="weak-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
