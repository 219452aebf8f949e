"""The same loss is taken against the target or against its average."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def robust_loss(pred, target, ema_target, beta=1.0):
    drift = (target - ema_target).abs().max()
    if drift > 1.0:
        loss = F.smooth_l1_loss(pred, ema_target, beta=beta)
    else:
        loss = F.smooth_l1_loss(pred, target, beta=beta)
    return loss * 2.0


def cases():
    yield from sweep(robust_loss, lambda: (randn(5), randn(5, seed=1), randn(5, seed=2)), "base zero nan inf half f64 grad nan+grad inf+grad neg+grad")
    yield from sweep(robust_loss, lambda: (randn(5), randn(5, seed=1) * 0.1, randn(5, seed=2) * 0.1), "base grad", kwargs={"beta": 0.5}, tag="close-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
