"""Deep supervision of a medical segmenter: the weight of a level is half that of the finer one, taken from numpy."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class DeepSupervisionWrapper(nn.Module):
    def __init__(self, loss):
        super().__init__()
        self.loss = loss

    def forward(self, outputs, target):
        weights = np.array([1 / (2**i) for i in range(len(outputs))])
        weights[-1] = 0
        weights = weights / weights.sum()
        total = 0.0
        for i, out in enumerate(outputs):
            w = float(weights[i])
            if w == 0.0:
                continue
            scaled = target[:, :: 2**i, :: 2**i]
            total = total + w * self.loss(out, scaled)
        return total


class PlainUNet(nn.Module):
    def __init__(self, classes=3, levels=3):
        super().__init__()
        self.stem = nn.Conv2d(1, 4, 3, padding=1)
        self.heads = nn.ModuleList(nn.Conv2d(4, classes, 1) for _ in range(levels))
        self.criterion = DeepSupervisionWrapper(nn.CrossEntropyLoss())

    def forward(self, image, target):
        h = self.stem(image).relu()
        outputs = []
        for i, head in enumerate(self.heads):
            outputs.append(head(h))
            if i + 1 < len(self.heads):
                h = F.avg_pool2d(h, 2)
        return outputs[0], self.criterion(outputs, target)


def load():
    return torch.compile(PlainUNet())


def cases():
    yield from build(load, lambda: (randn(2, 1, 8, 8), ints(0, 3, 2, 8, 8)), "base grad zero")

EXPECT = {'topic': 'medical',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
