"""DeepAR training: where the lagged input is missing (zero), the mean predicted for the step is fed instead."""

import torch
from torch import nn

from fxkit import build, randn


class DeepAR(nn.Module):
    def __init__(self, covariates=2, hidden=5):
        super().__init__()
        self.cell = nn.LSTMCell(1 + covariates, hidden)
        self.mu = nn.Linear(hidden, 1)
        self.presigma = nn.Linear(hidden, 1)

    def step(self, x, state):
        h, c = self.cell(x, state)
        return self.mu(h).squeeze(-1), nn.functional.softplus(self.presigma(h)).squeeze(-1), (h, c)


def loss_fn(mu, sigma, labels):
    zero_index = labels != 0
    distribution = torch.distributions.normal.Normal(mu[zero_index], sigma[zero_index], validate_args=False)
    likelihood = distribution.log_prob(labels[zero_index])
    return -torch.mean(likelihood)


class TrainingLoss(nn.Module):
    def __init__(self, hidden=5):
        super().__init__()
        self.net = DeepAR(hidden=hidden)
        self.hidden = hidden

    def forward(self, train_batch, labels):
        """train_batch [T, B, 1 + covariates], labels [T, B]; the inputs are filled in place."""
        steps, batch = labels.shape
        state = (torch.zeros(batch, self.hidden), torch.zeros(batch, self.hidden))
        loss = torch.zeros(1)
        mu = None
        for t in range(steps):
            # if z_t is missing, replace it by output mu from the last time step
            zero_index = train_batch[t, :, 0] == 0
            if t > 0 and torch.sum(zero_index) > 0:
                train_batch[t, zero_index, 0] = mu[zero_index].detach()
            mu, sigma, state = self.net.step(train_batch[t].clone(), state)
            loss = loss + loss_fn(mu, sigma, labels[t])
        return loss / steps


def load():
    return torch.compile(TrainingLoss())


def cases():
    def gaps():
        x = randn(4, 3, 3)
        x[1, 0, 0] = 0.0
        x[3, 1:, 0] = 0.0
        return x, randn(4, 3)

    def holes():
        x, y = gaps()
        y[2, 1] = 0.0
        return x, y

    yield from build(load, lambda: (randn(4, 3, 3), randn(4, 3)), "base")
    yield from build(load, gaps, "base", tag="gaps-")
    yield from build(load, holes, "base", tag="holes-")

EXPECT = {'topic': 'timeseries',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {23: 3, 24: 4},
 'gb': ['GB0036', 'GB0092', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 12,
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
