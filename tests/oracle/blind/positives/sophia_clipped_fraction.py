"""A second order optimizer clips its preconditioned update and reports the share of coordinates left alone."""

import torch
from torch import nn

from fxkit import build, randn


class SophiaG:
    def __init__(self, params, lr=0.05, beta=0.9, rho=0.04):
        self.params = list(params)
        self.exp_avg = [torch.zeros_like(p) for p in self.params]
        self.hessian = [torch.zeros_like(p) for p in self.params]
        self.lr, self.beta, self.rho = lr, beta, rho

    @torch.no_grad()
    def update_hessian(self, grads):
        for h, g in zip(self.hessian, grads):
            h.mul_(0.95).addcmul_(g, g, value=0.05)

    @torch.no_grad()
    def step(self, grads, batch_size):
        kept, total = 0.0, 0
        for p, m, h, g in zip(self.params, self.exp_avg, self.hessian, grads):
            m.mul_(self.beta).add_(g, alpha=1 - self.beta)
            ratio = m.abs() / (self.rho * batch_size * h + 1e-15)
            kept += (ratio < 1).sum().item()
            total += ratio.numel()
            p.addcmul_(m.sign(), ratio.clamp(max=1.0), value=-self.lr)
        return kept / total


class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.opt = SophiaG(self.model.parameters())
        self.apply = torch.compile(self.update)

    def update(self, grads, batch_size: int):
        self.opt.update_hessian(grads)
        win_rate = self.opt.step(grads, batch_size)
        return {"train/win_rate": win_rate, "train/lr": self.opt.lr}

    def train_step(self, x, y):
        loss = (self.model(x) - y).square().mean()
        grads = torch.autograd.grad(loss, self.opt.params)
        stats = self.apply(grads, x.shape[0])
        return loss.detach(), stats, self.model[2].weight.detach().clone()


def load():
    return Trainer().train_step


def cases():
    yield from build(load, lambda: (randn(5, 3), randn(5, 1)), "base big")

EXPECT = {'topic': 'optimizer',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {27: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
