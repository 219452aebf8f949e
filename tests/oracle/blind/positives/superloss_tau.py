"""SuperLoss style curriculum weighting with a running expectation of the loss."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


class CurriculumLoss(nn.Module):
    def __init__(self, lam=1.0, fac=0.9):
        super().__init__()
        self.lam = lam
        self.fac = fac
        self.expected = 0.5

    def running_tau(self, loss):
        mean = loss.detach().mean().item()
        self.expected = self.fac * self.expected + (1.0 - self.fac) * mean
        return self.expected

    def forward(self, pred, target):
        loss = (pred - target).abs()
        tau = self.running_tau(loss)
        beta = (loss - tau) / self.lam
        sigma = torch.exp(-torch.clamp(beta, min=-0.7).detach())
        weighted = (loss - tau) * sigma + self.lam * torch.log(sigma) ** 2
        return weighted.mean()


def make_loss():
    return torch.compile(CurriculumLoss())


def cases():
    yield from build(make_loss, lambda: (randn(6), randn(6, seed=1)), "base grad")
    yield from build(make_loss, lambda: (rand(6) * 5, randn(6, seed=1)), "base nan", tag="hard-")

EXPECT = {'topic': 'curriculum',
 'rewrites': [],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor', 'close', 'grad-close']}
