"""The caller gets Python floats for its JSON report."""

import torch

from fxkit import randn, sweep


@torch.compile
def report(pred, target):
    err = pred - target
    stats = {"mae": err.abs().mean().item(), "bias": float(err.mean())}
    return err * 2.0, stats


def cases():
    yield from sweep(report, lambda: (randn(4), randn(4, seed=1)), "base nan")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O15', 'R28'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
