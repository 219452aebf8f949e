"""Noam learning rate kept on the device and applied inside the compiled update."""

import torch
import torch.nn as nn

from fxkit import build, randn


class NoamOpt(nn.Module):
    """lr = factor * d_model^-0.5 * min(step^-0.5, step * warmup^-1.5)"""

    def __init__(self, model_size, factor, warmup):
        super().__init__()
        self.model_size = model_size
        self.factor = factor
        self.warmup = warmup
        self.register_buffer("_step", torch.zeros((), dtype=torch.long))
        self.register_buffer("weight", torch.ones(model_size))

    def rate(self):
        step = self._step.item()
        return self.factor * (self.model_size ** (-0.5) * min(step ** (-0.5), step * self.warmup ** (-1.5)))

    @torch.compile
    def step(self, grad):
        self._step += 1
        rate = self.rate()
        self.weight -= rate * grad
        return {"lr": rate, "weight": self.weight.clone()}


def make_opt():
    return NoamOpt(4, 2.0, 2).step


def make_resumed():
    opt = NoamOpt(4, 1.0, 4)
    opt._step.fill_(50)
    return opt.step


def cases():
    yield from build(make_opt, lambda: (randn(4),), "base")
    yield from build(make_resumed, lambda: (randn(4, seed=1),), "base", tag="resumed-")
    yield from build(make_opt, lambda: (randn(4, seed=2),), "nan", tag="bad-")

EXPECT = {'topic': 'lr schedulers',
 'rewrites': [],
 'breaks': {21: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
