"""GAN training on little data: the LeCam regulariser anchors the logits to smoothed means that are kept as numbers."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class EMA:
    def __init__(self, init=0.0, decay=0.9, start_itr=1):
        self.D_real = init
        self.D_fake = init
        self.decay = decay
        self.start_itr = start_itr

    def update(self, cur, mode, itr):
        decay = 0.0 if itr < self.start_itr else self.decay
        if mode == "D_real":
            self.D_real = self.D_real * decay + cur * (1 - decay)
        elif mode == "D_fake":
            self.D_fake = self.D_fake * decay + cur * (1 - decay)


def lecam_reg(dis_real, dis_fake, ema):
    reg = torch.mean(F.relu(dis_real - ema.D_fake).pow(2)) + torch.mean(F.relu(ema.D_real - dis_fake).pow(2))
    return reg


class DiscriminatorLoss(nn.Module):
    def __init__(self, dim=5, lecam_ratio=0.3):
        super().__init__()
        self.D = nn.Sequential(nn.Linear(dim, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        self.ema_losses = EMA()
        self.lecam_ratio = lecam_ratio
        self.itr = 0

    def forward(self, real, fake):
        d_real, d_fake = self.D(real), self.D(fake)
        loss = F.relu(1.0 - d_real).mean() + F.relu(1.0 + d_fake).mean()
        self.ema_losses.update(torch.mean(d_real).item(), "D_real", self.itr)
        self.ema_losses.update(torch.mean(d_fake).item(), "D_fake", self.itr)
        if self.itr > self.ema_losses.start_itr:
            loss = loss + self.lecam_ratio * lecam_reg(d_real, d_fake, self.ema_losses)
        self.itr += 1
        return loss


def load():
    return torch.compile(DiscriminatorLoss())


def cases():
    yield from build(load, lambda: (randn(4, 5), randn(4, 5, seed=1)), "base grad nan")

EXPECT = {'topic': 'gan',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {41: 2, 42: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
