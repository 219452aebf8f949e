"""One step of LAMB: the trust ratio is used only where both the weight and the update have a norm."""

import torch
from torch import nn

from fxkit import build, randn


class Lamb:
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01):
        self.params = list(params)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.exp_avg = [torch.zeros_like(p) for p in self.params]
        self.exp_avg_sq = [torch.zeros_like(p) for p in self.params]

    @torch.no_grad()
    def step(self, grads):
        beta1, beta2 = self.betas
        for p, grad, exp_avg, exp_avg_sq in zip(self.params, grads, self.exp_avg, self.exp_avg_sq):
            exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)
            exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            adam_step = exp_avg / exp_avg_sq.sqrt().add(self.eps)
            if self.weight_decay != 0:
                adam_step.add_(p, alpha=self.weight_decay)

            weight_norm = p.pow(2).sum().sqrt().clamp(0, 10)
            adam_norm = adam_step.pow(2).sum().sqrt()
            if weight_norm == 0 or adam_norm == 0:
                trust_ratio = 1
            else:
                trust_ratio = weight_norm / adam_norm
            p.add_(adam_step * trust_ratio, alpha=-self.lr)


class Updater(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.weight = nn.Parameter(randn(dim, dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.optimizer = Lamb([self.weight, self.bias])

    def forward(self, grad_weight, grad_bias):
        self.optimizer.step([grad_weight, grad_bias])
        return self.weight.detach().clone(), self.bias.detach().clone()


def load():
    return torch.compile(Updater())


def cases():
    yield from build(load, lambda: (randn(4, 4, seed=1), randn(4)), "base big zero nan inf")
    yield from build(load, lambda: (randn(4, 4, seed=1), torch.zeros(4)), "base", tag="nobias-")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {28: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
