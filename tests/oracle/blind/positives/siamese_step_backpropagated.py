"""Verification network: one training step with contrastive loss, its gradients clipped, its scalars collected."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class SiameseNet(nn.Module):
    def __init__(self, dim=4, out=3, margin=1.0):
        super().__init__()
        self.margin = margin
        self.body = nn.Sequential(nn.Linear(dim, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, out))

    def forward(self, a, b):
        return F.pairwise_distance(self.body(a), self.body(b))

    def contrastive(self, distance, same):
        pull = same * distance.square()
        push = (1 - same) * F.relu(self.margin - distance).square()
        return (pull + push).mean()


class Trainer:
    def __init__(self, model, lr=0.1, max_norm=0.5):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.max_norm = max_norm
        self.global_step = 0

    def train_step(self, a, b, same):
        self.optimizer.zero_grad()
        distance = self.model(a, b)
        loss = self.model.contrastive(distance, same.float())
        accuracy = ((distance < 0.5 * self.model.margin) == same.bool()).float().mean()
        loss.backward()
        grad_norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)
        self.optimizer.step()
        self.global_step += 1
        return {"loss": loss.item(), "acc": accuracy.item(), "grad_norm": grad_norm.item()}


def load():
    return torch.compile(Trainer(SiameseNet()).train_step)


def cases():
    yield from build(load, lambda: (randn(4, 4), randn(4, 4, seed=2), ints(0, 2, 4)), "base zero")

EXPECT = {'topic': 'training utilities',
 'kind': 'training step',
 'rewrites': [],
 'breaks': {33: 4, 37: 1, 39: 4, 41: 1},
 'gb': ['GB0008', 'GB0025', 'GB0123', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['number-tensor', 'close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
