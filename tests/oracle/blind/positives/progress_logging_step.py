"""Module of a training framework that logs its loss every few steps."""

import logging

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn

logger = logging.getLogger("trainer.module")


class AverageMeter:
    def __init__(self):
        self.count = 0

    def update(self, n: int = 1):
        self.count += n


class LitClassifier(nn.Module):
    def __init__(self, in_features=5, hidden=7, num_classes=3, log_every_n_steps=2, label_smoothing=0.0):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(in_features, hidden), nn.ReLU())
        self.head = nn.Linear(hidden, num_classes)
        self.log_every_n_steps = log_every_n_steps
        self.label_smoothing = label_smoothing
        self.seen = AverageMeter()

    def forward(self, x):
        return self.head(self.backbone(x))

    def shared_step(self, batch):
        x, y = batch
        logits = self(x)
        loss = F.cross_entropy(logits, y, label_smoothing=self.label_smoothing)
        acc = (logits.argmax(-1) == y).float().mean()
        return loss, acc

    def training_step(self, batch, batch_idx: int):
        loss, acc = self.shared_step(batch)
        self.seen.update(batch[0].shape[0])
        if batch_idx % self.log_every_n_steps == 0:
            logger.info("step %d: train_loss=%.4f train_acc=%.3f", batch_idx, loss.item(), acc.item())
        return loss


def make(every=2, smoothing=0.0):
    module = LitClassifier(log_every_n_steps=every, label_smoothing=smoothing)
    return torch.compile(module.training_step)


def _batch(n, idx):
    return (randn(n, 5), ints(0, 3, n)), idx


def cases():
    yield from build(make, lambda: _batch(4, 0), "base nan grad")
    yield from build(make, lambda: _batch(4, 1), "base", tag="quiet-")
    yield from build(lambda: make(1, 0.1), lambda: _batch(2, 7), "base inf", tag="always-")

EXPECT = {'topic': 'training framework',
 'rewrites': [],
 'breaks': {45: 17},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'log-site', 'number-tensor', 'shown-history']}
