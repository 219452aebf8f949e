"""Rectified Adam: the variance rectification is a number of the step counter, and small steps fall back to momentum."""

import math

import torch
from torch import nn

from fxkit import build, randn


class RAdam:
    """Functional: the state of every parameter lives in a dict, as in the original code."""

    def __init__(self, params, lr=0.1, betas=(0.9, 0.9), eps=1e-8):
        self.params = list(params)
        self.lr, self.betas, self.eps = lr, betas, eps
        self.state = [
            {"step": torch.zeros(()), "exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}
            for p in self.params
        ]

    def rectification(self, step):
        beta2 = self.betas[1]
        beta2_t = beta2**step
        n_sma_max = 2 / (1 - beta2) - 1
        n_sma = n_sma_max - 2 * step * beta2_t / (1 - beta2_t)
        if n_sma >= 3:
            r = (n_sma - 4) * (n_sma - 2) * n_sma_max / ((n_sma_max - 4) * (n_sma_max - 2) * n_sma)
            return True, math.sqrt(abs(r) * (1 - beta2_t))
        return False, 1.0

    @torch.no_grad()
    def step(self, grads):
        beta1, beta2 = self.betas
        for p, g, st in zip(self.params, grads, self.state):
            st["step"] += 1
            st["exp_avg"].mul_(beta1).add_(g, alpha=1 - beta1)
            st["exp_avg_sq"].mul_(beta2).addcmul_(g, g, value=1 - beta2)
            step = st["step"].item()
            rectified, size = self.rectification(step)
            size = self.lr * size / (1 - beta1**step)
            if rectified:
                p.sub_(size * st["exp_avg"] / (st["exp_avg_sq"].sqrt() + self.eps))
            else:
                p.sub_(size * st["exp_avg"])


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 2)
        self.optimizer = RAdam(self.model.parameters())
        self.update = torch.compile(self.optimizer.step)

    def train_step(self, x, y):
        loss = (self.model(x) - y).square().mean()
        grads = torch.autograd.grad(loss, list(self.model.parameters()))
        self.update(grads)
        return loss.detach(), [p.detach().clone() for p in self.model.parameters()]


def load():
    return Trainer().train_step


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 2)), "base zero")

EXPECT = {'topic': 'optimisers',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {39: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
