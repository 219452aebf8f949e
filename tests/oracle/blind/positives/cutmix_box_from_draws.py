"""CutMix: one box per batch is cut out of the permuted images; labels mix by the area that is left."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def rand_bbox(height, width, lam):
    cut_rat = (1.0 - lam) ** 0.5
    cut_h, cut_w = int(height * cut_rat), int(width * cut_rat)
    cy = torch.randint(height, (1,)).item()
    cx = torch.randint(width, (1,)).item()
    y1, y2 = max(cy - cut_h // 2, 0), min(cy + cut_h // 2, height)
    x1, x2 = max(cx - cut_w // 2, 0), min(cx + cut_w // 2, width)
    return y1, y2, x1, x2


class CutMixClassifier(nn.Module):
    def __init__(self, num_classes=3, lam=0.5):
        super().__init__()
        self.conv = nn.Conv2d(1, num_classes, 3, padding=1)
        self.lam = lam

    def forward(self, images, labels):
        perm = torch.randperm(images.size(0))
        h, w = images.shape[-2:]
        y1, y2, x1, x2 = rand_bbox(h, w, self.lam)
        mixed = images.clone()
        mixed[:, :, y1:y2, x1:x2] = images[perm, :, y1:y2, x1:x2]
        lam = 1 - (y2 - y1) * (x2 - x1) / (h * w)
        logits = self.conv(mixed).mean(dim=(2, 3))
        return F.cross_entropy(logits, labels) * lam + F.cross_entropy(logits, labels[perm]) * (1 - lam)


def load(lam=0.5):
    return torch.compile(CutMixClassifier(lam=lam))


def cases():
    yield from build(load, lambda: (randn(3, 1, 6, 6), ints(0, 3, 3)), "base grad")
    yield from build(lambda: load(0.95), lambda: (randn(3, 1, 6, 8), ints(0, 3, 3)), "base", tag="narrow-")

EXPECT = {'topic': 'vision',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {13: 3, 14: 2},
 'gb': ['GB0124'],
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
            'shown-history']}
