"""Three regimes of a loss value choose how it is damped."""

import torch

from fxkit import randn, sweep


def damp(loss):
    level = loss.detach().abs().mean()
    if level > 10.0:
        loss = loss * 0.01
    elif level > 1.0:
        loss = loss * 0.1
    else:
        loss = loss * 1.0
    return loss


@torch.compile
def total_loss(rec, kl):
    return damp(rec - kl).mean()


def cases():
    yield from sweep(total_loss, lambda: (randn(5), randn(5, seed=1)), "base big small nan inf zero half f64 grad big+grad nan+grad inf+grad")
    yield from sweep(total_loss, lambda: (randn(5) * 0.01, randn(5, seed=1) * 0.01), "base grad", tag="small-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R4', 'R1'],
 'breaks': {10: 1, 12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
