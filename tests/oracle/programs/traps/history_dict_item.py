"""The value lands in a history of Python floats that the caller keeps."""

import torch

from fxkit import randn, sweep


@torch.compile
def record(pred, target, history):
    err = (pred - target).abs()
    history["mae"] = err.detach().mean().item()
    return err.sum()


def cases():
    yield from sweep(record, lambda: (randn(5), randn(5, seed=1), {}), "base")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O15', 'R28'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
