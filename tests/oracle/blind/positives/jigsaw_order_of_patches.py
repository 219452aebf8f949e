"""Self-supervised jigsaw: the order of the patches is drawn by numpy and has to be predicted."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class JigsawTask(nn.Module):
    def __init__(self, patches=4, dim=5):
        super().__init__()
        self.patches = patches
        self.embed = nn.Linear(dim, dim)
        self.position = nn.Linear(dim, patches)

    def shuffle(self, x):
        order = np.random.permutation(self.patches)
        return x[:, order], torch.as_tensor(order)

    def forward(self, x):
        x, target = self.shuffle(x)
        logits = self.position(self.embed(x).relu())
        target = target.expand(x.shape[0], -1)
        loss = F.cross_entropy(logits.flatten(0, 1), target.flatten())
        accuracy = (logits.argmax(dim=-1) == target).float().mean()
        return loss, accuracy


class Pretrainer(nn.Module):
    def __init__(self, weight=0.3, dim=5):
        super().__init__()
        self.jigsaw = JigsawTask(dim=dim)
        self.decoder = nn.Linear(dim, dim)
        self.weight = weight

    def forward(self, patches):
        recon = (self.decoder(patches.relu()) - patches).square().mean()
        loss, accuracy = self.jigsaw(patches)
        return recon + self.weight * loss, accuracy


def load():
    np.random.seed(11)
    return torch.compile(Pretrainer())


def cases():
    yield from build(load, lambda: (randn(3, 4, 5),), "base grad nan")

EXPECT = {'topic': 'self-supervised',
 'kind': 'random',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'rng',
            'shown-history']}
