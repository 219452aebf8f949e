"""An arm replaces one entry of a freshly built dictionary."""

import torch

from fxkit import randn, sweep


@torch.compile
def report(pred, gold):
    err = pred - gold
    out = {"mae": err.abs().mean(), "bias": err.mean()}
    if out["mae"] > 1.0:
        out["mae"] = out["mae"] * 0.5 + 0.5
    return out


def cases():
    yield from sweep(report, lambda: (randn(4), randn(4, seed=1)), "base big zero nan inf half f64 grad big+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R10'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
