"""Adversarial training with one fast gradient sign step per batch (as in Fast is better than free)."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, rand, randn

lower_limit, upper_limit = 0.0, 1.0


def clamp(X, lower, upper):
    return torch.max(torch.min(X, torch.full_like(X, upper)), torch.full_like(X, lower))


class FastAdversarial(nn.Module):
    def __init__(self, epsilon=8 / 255, alpha=10 / 255, classes=4):
        super().__init__()
        self.model = nn.Sequential(nn.Flatten(), nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, classes))
        self.epsilon, self.alpha = epsilon, alpha

    def forward(self, X, y, init):
        delta = (init * self.epsilon).detach().clone()
        delta.requires_grad = True
        output = self.model(X + delta)
        loss = F.cross_entropy(output, y)
        loss.backward(inputs=[delta])
        grad = delta.grad.detach()
        delta = torch.clamp(delta.detach() + self.alpha * torch.sign(grad), -self.epsilon, self.epsilon)
        delta = clamp(X + delta, lower_limit, upper_limit) - X
        output = self.model(X + delta.detach())
        return F.cross_entropy(output, y), output.detach()


def load():
    return torch.compile(FastAdversarial())


def cases():
    yield from build(load, lambda: (rand(3, 3, 2, 2), ints(0, 4, 3), 2 * rand(3, 3, 2, 2, seed=5) - 1), "base zero nan")

EXPECT = {'topic': 'robustness',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {24: 1, 27: 1},
 'gb': ['GB0123', 'GB0206'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
