"""Online hard example mining cross entropy of HRNet: keep pixels below a probability threshold."""

import torch
from torch import nn
from torch.nn import functional as F

from fxkit import build, ints, randn


class OhemCrossEntropy(nn.Module):
    def __init__(self, ignore_label=255, thres=0.4, min_kept=6):
        super().__init__()
        self.thresh = thres
        self.min_kept = max(1, min_kept)
        self.ignore_label = ignore_label
        self.criterion = nn.CrossEntropyLoss(ignore_index=ignore_label, reduction="none")

    def forward(self, score, target):
        pred = F.softmax(score, dim=1)
        pixel_losses = self.criterion(score, target).contiguous().view(-1)
        mask = target.contiguous().view(-1) != self.ignore_label

        tmp_target = target.clone()
        tmp_target[tmp_target == self.ignore_label] = 0
        pred = pred.gather(1, tmp_target.unsqueeze(1))
        pred, ind = pred.contiguous().view(-1)[mask].contiguous().sort()
        min_value = pred[min(self.min_kept, pred.numel() - 1)]
        threshold = max(min_value, self.thresh)

        pixel_losses = pixel_losses[mask][ind]
        pixel_losses = pixel_losses[pred < threshold]
        return pixel_losses.mean()


def load():
    return torch.compile(OhemCrossEntropy())


def batch(ignored, scale=1.0):
    target = ints(0, 3, 2, 4, 4)
    target.view(-1)[:ignored] = 255
    return randn(2, 3, 4, 4) * scale, target


def cases():
    yield from build(load, lambda: batch(9), "base grad")
    yield from build(load, lambda: batch(0, 5.0), "base grad", tag="peaky-")
    yield from build(load, lambda: batch(29), "base", tag="few-")


EXPECT = {'topic': 'segmentation',
 'rewrites': [],
 'breaks': {26: 2, 30: 4, 31: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close']}
