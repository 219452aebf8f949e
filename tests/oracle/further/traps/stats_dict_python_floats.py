"""The step returns Python numbers for the progress bar next to the scaled loss."""

import torch

from fxkit import randn, sweep


def l1(pred, target):
    return (pred - target).abs().mean(-1)


@torch.compile
def training_step(pred, target, weight: float = 0.5):
    loss = l1(pred, target)
    mean = loss.detach().mean().item()
    return {"loss": loss * weight + mean, "log": {"mean": mean, "weight": weight}}


def cases():
    yield from sweep(training_step, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base zero grad")


EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R28'],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
