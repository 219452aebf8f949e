"""Learning rate range test (fastai style) run inside the compiled step of a toy regression."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import randn


class LRFinder:
    def __init__(self, start=1e-3, end=1.0, num_it=4, beta=0.9):
        self.start, self.end, self.num_it, self.beta = start, end, num_it, beta
        self.best_loss = torch.tensor(float("inf"))
        self.smoothed = torch.tensor(0.0)
        self.it = 0
        self.stop = torch.tensor(False)
        self.lrs = []

    def lr(self):
        return self.start * (self.end / self.start) ** (self.it / (self.num_it - 1))

    def on_batch_end(self, loss):
        self.it += 1
        self.smoothed = self.beta * self.smoothed + (1 - self.beta) * loss
        debiased = self.smoothed / (1 - self.beta**self.it)
        if debiased < self.best_loss:
            self.best_loss = debiased
        if debiased > 4 * self.best_loss or torch.isnan(debiased):
            self.stop = torch.tensor(True)
            print("diverging at lr", self.lrs[-1])
        return debiased


class Probe(nn.Module):
    def __init__(self, scale=1.0):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.scale = scale
        self.finder = LRFinder()

    def forward(self, x, y):
        loss = F.mse_loss(self.fc(x) * self.scale, y)
        self.finder.lrs.append(self.finder.lr())
        return loss, self.finder.on_batch_end(loss.detach())


class WorsePerCall(Probe):
    """Targets drift away, as they do when the weights blow up."""

    def forward(self, x, y):
        return super().forward(x, y * 10.0**self.finder.it)


def run(cls, y, **kw):
    def make():
        torch.manual_seed(0)
        return torch.compile(cls(**kw)), (randn(4, 3), y()), {}

    return make


def cases():
    yield "steady", run(Probe, lambda: randn(4, 1))
    yield "drifting", run(WorsePerCall, lambda: randn(4, 1))
    yield "nan", run(Probe, lambda: torch.full((4, 1), float("nan")))


EXPECT = {'topic': 'training utilities',
 'rewrites': [],
 'breaks': {26: 2, 28: 2, 30: 2},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
