"""Sign descent with warmup and cosine decay; the step count is a tensor."""

import math

import torch

from fxkit import randn


class Lion:
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99), warmup=3, total=10, min_ratio=0.1):
        self.params = params
        self.exp_avg = [torch.zeros_like(p) for p in params]
        self.lr, self.betas = lr, betas
        self.warmup, self.total, self.min_ratio = warmup, total, min_ratio

    def lr_at(self, step):
        if step < self.warmup:
            return self.lr * (step + 1) / self.warmup
        progress = (step - self.warmup) / (self.total - self.warmup)
        cosine = 0.5 * (1.0 + math.cos(math.pi * progress))
        return self.lr * (self.min_ratio + (1 - self.min_ratio) * cosine)

    @torch.no_grad()
    def step(self, grads, step):
        lr = self.lr_at(step)
        beta1, beta2 = self.betas
        for p, g, m in zip(self.params, grads, self.exp_avg):
            update = m.mul(beta1).add(g, alpha=1 - beta1).sign()
            p.sub_(lr * update)
            m.mul_(beta2).add_(g, alpha=1 - beta2)


def cases():
    def case(step):
        def make():
            opt = Lion([randn(3, 2), randn(4)])
            return torch.compile(opt.step), ([randn(3, 2, seed=1), randn(4, seed=1)], torch.tensor(step)), {}

        return make

    for s in (0, 2, 3, 7, 10):
        yield f"step{s}", case(s)


EXPECT = {'topic': 'optimizer',
 'rewrites': ['R1', 'R29'],
 'breaks': {-1: 2, 18: 1, 21: 1},
 'gb': ['GB0033', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
