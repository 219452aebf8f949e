"""R1-like penalty of a discriminator that is only applied at every fourth step; the step is a buffer of the checkpoint."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Discriminator(nn.Module):
    def __init__(self, dim=4, hidden=5):
        super().__init__()
        self.fc1 = nn.Linear(dim, hidden)
        self.fc2 = nn.Linear(hidden, 1)
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        return self.fc2(F.leaky_relu(self.fc1(x), 0.2)).squeeze(-1)

    def input_gradient(self, x):
        """Analytic gradient of the score with respect to x."""
        slope = torch.where(self.fc1(x) > 0, 1.0, 0.2)
        return (slope * self.fc2.weight) @ self.fc1.weight


class DiscriminatorLoss(nn.Module):
    def __init__(self, d_reg_every=4, r1=10.0):
        super().__init__()
        self.discriminator = Discriminator()
        self.d_reg_every = d_reg_every
        self.r1 = r1

    def d_logistic_loss(self, real_pred, fake_pred):
        return F.softplus(-real_pred).mean() + F.softplus(fake_pred).mean()

    def forward(self, real, fake):
        real_pred, fake_pred = self.discriminator(real), self.discriminator(fake)
        loss = self.d_logistic_loss(real_pred, fake_pred)
        d_regularize = self.discriminator.steps.item() % self.d_reg_every == 0
        if d_regularize:
            r1_loss = self.discriminator.input_gradient(real).square().sum(dim=-1).mean()
            loss = loss + self.r1 / 2 * r1_loss * self.d_reg_every
        self.discriminator.steps += 1
        return loss


def load():
    return torch.compile(DiscriminatorLoss())


def resumed():
    loss = DiscriminatorLoss()
    loss.discriminator.steps.fill_(3)
    return torch.compile(loss)


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base grad")
    yield from build(resumed, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base", tag="resumed-")

EXPECT = {'topic': 'generative',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {39: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
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
