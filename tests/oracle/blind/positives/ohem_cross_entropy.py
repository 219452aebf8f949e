"""Online hard example mining: only pixels above the loss threshold count."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class OhemCELoss(nn.Module):
    def __init__(self, thresh=0.3, min_kept=6, ignore_lb=255):
        super().__init__()
        self.thresh = -math.log(thresh)
        self.min_kept = min_kept
        self.ignore_lb = ignore_lb
        self.criteria = nn.CrossEntropyLoss(ignore_index=ignore_lb, reduction="none")

    def forward(self, logits, labels):
        loss = self.criteria(logits, labels).view(-1)
        loss, _ = torch.sort(loss, descending=True)
        if loss[self.min_kept] > self.thresh:
            loss = loss[loss > self.thresh]
        else:
            loss = loss[: self.min_kept]
        return torch.mean(loss)


class ContextPath(nn.Module):
    def __init__(self, cin, cmid):
        super().__init__()
        self.conv = nn.Conv2d(cin, cmid, 3, padding=1)
        self.attn = nn.Conv2d(cmid, cmid, 1)

    def forward(self, x):
        x = F.relu(self.conv(x))
        return x * torch.sigmoid(self.attn(x.mean(dim=(2, 3), keepdim=True)))


class BiSeNet(nn.Module):
    def __init__(self, num_classes=3):
        super().__init__()
        self.cp = ContextPath(2, 4)
        self.out = nn.Conv2d(4, num_classes, 1)
        self.aux = nn.Conv2d(4, num_classes, 1)
        self.criteria = OhemCELoss()

    def forward(self, image, labels):
        feat = self.cp(image)
        main = self.criteria(self.out(feat), labels)
        return main + 0.4 * self.criteria(self.aux(feat), labels)


def load():
    return torch.compile(BiSeNet())


def cases():
    yield from build(load, lambda: (randn(1, 2, 4, 4), ints(0, 3, 1, 4, 4)), "base grad big")
    yield from build(load, lambda: (randn(1, 2, 4, 4), ints(254, 256, 1, 4, 4).clamp(min=255)), "base", tag="void-")
    yield from build(lambda: torch.compile(OhemCELoss()), lambda: (randn(2, 3, 8) * 4, ints(0, 3, 2, 8)), "base grad", tag="sharp-")


EXPECT = {'topic': 'segmentation',
 'kind': 'hard_pixel_selection',
 'rewrites': [],
 'breaks': {23: 4, 24: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 9,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'grad-close']}
