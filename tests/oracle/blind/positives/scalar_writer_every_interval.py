"""A trainer hands its losses to a small summary writer every few steps."""

from collections import defaultdict

import torch
from torch import nn

from fxkit import build, randn


class ScalarWriter:
    """Stands in for tensorboard where that is not installed."""

    def __init__(self):
        self.scalars = defaultdict(list)

    def add_scalar(self, tag, value, step):
        self.scalars[tag].append((step, float(value)))

    def add_scalars(self, prefix, values, step):
        for name, value in values.items():
            self.add_scalar(f"{prefix}/{name}", value.detach(), step)


class Trainer(nn.Module):
    def __init__(self, dim=4, log_every=2):
        super().__init__()
        self.backbone = nn.Linear(dim, 6)
        self.heads = nn.ModuleDict({"box": nn.Linear(6, 4), "cls": nn.Linear(6, 2)})
        self.writer = ScalarWriter()
        self.global_step = 0
        self.log_every = log_every

    def forward(self, x, box, cls):
        h = torch.relu(self.backbone(x))
        losses = {
            "box": nn.functional.smooth_l1_loss(self.heads["box"](h), box),
            "cls": nn.functional.binary_cross_entropy_with_logits(self.heads["cls"](h), cls),
        }
        total = sum(losses.values())
        if self.global_step % self.log_every == 0:
            self.writer.add_scalars("train", losses, self.global_step)
            self.writer.add_scalar("train/total", total.detach(), self.global_step)
        self.global_step += 1
        return total


def load():
    return torch.compile(Trainer())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1), (randn(3, 2) > 0).float()), "base grad nan")

EXPECT = {'topic': 'training',
 'kind': 'logs',
 'rewrites': [],
 'breaks': {18: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['fresh-result', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
