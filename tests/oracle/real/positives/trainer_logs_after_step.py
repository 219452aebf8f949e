"""The trainer formats what the compiled step returns; nobody else sees the numbers."""

import logging

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn

logger = logging.getLogger("trainer")
logger.setLevel(logging.INFO)


class Trainer:
    def __init__(self, model, log_every=2):
        self.model = model
        self.log_every = log_every
        self.global_step = 0
        self.compute = torch.compile(self._compute)

    def _compute(self, images, labels):
        logits = self.model(images)
        loss = F.cross_entropy(logits, labels, label_smoothing=0.1)
        top1 = (logits.argmax(-1) == labels).float().mean()
        metrics = {"train/loss": loss.item(), "train/top1": top1.item(), "train/max_logit": logits.max().item()}
        return loss, metrics

    def training_step(self, images, labels):
        loss, metrics = self.compute(images, labels)
        self.global_step += 1
        if self.global_step % self.log_every == 0:
            text = " | ".join(f"{name} {value:.4f}" for name, value in metrics.items())
            logger.info("step %d | %s", self.global_step, text)
        return loss


def load():
    return Trainer(nn.Sequential(nn.Linear(4, 6), nn.GELU(), nn.Linear(6, 3))).training_step


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5)), "base grad nan big")

EXPECT = {'topic': 'training',
 'rewrites': ['R28'],
 'breaks': {26: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
