"""The caller turns the failed assertion into a skipped batch."""

import torch

from fxkit import randn, sweep


def checked(loss):
    ok = torch.isfinite(loss).all() and (loss >= 0).all()
    if not ok:
        raise AssertionError("bad loss")
    return loss * 2.0


@torch.compile
def train_loss(pred, target):
    loss = (pred - target).abs()
    try:
        loss = checked(loss)
    except AssertionError:
        loss = torch.zeros_like(loss)
    return loss.sum()


def cases():
    yield from sweep(train_loss, lambda: (randn(4), randn(4, seed=1)), "base nan inf")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O16', 'R19'],
 'breaks': {9: 1, 10: 1, 11: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['compiled-exception-type']}
