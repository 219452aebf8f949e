"""The loss is recorded as a Python number at the end."""

import torch

from fxkit import randn, sweep


@torch.compile
def step(x, target, history):
    loss = (x - target).abs().mean()
    history.append(loss.item())
    return loss * 2.0


def cases():
    yield from sweep(step, lambda: (randn(4), randn(4, seed=1), []), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36', 'R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor', 'close', 'compiled-silent', 'grad-close', 'log-site']}
