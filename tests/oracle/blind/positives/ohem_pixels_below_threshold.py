"""Online hard example mining for segmentation: only pixels of low confidence count."""

import torch
import torch.nn as nn
from torch.nn import functional as F

from fxkit import build, ints, randn


class OhemCrossEntropy(nn.Module):
    def __init__(self, ignore_label=-1, thres=0.7, min_kept=4, weight=None):
        super().__init__()
        self.thresh = thres
        self.min_kept = max(1, min_kept)
        self.ignore_label = ignore_label
        self.criterion = nn.CrossEntropyLoss(weight=weight, ignore_index=ignore_label, reduction="none")

    def forward(self, score, target):
        ph, pw = score.size(2), score.size(3)
        h, w = target.size(1), target.size(2)
        if ph != h or pw != w:
            score = F.interpolate(input=score, size=(h, w), mode="bilinear")
        pred = F.softmax(score, dim=1)
        pixel_losses = self.criterion(score, target).contiguous().view(-1)
        mask = target.contiguous().view(-1) != self.ignore_label

        tmp_target = target.clone()
        tmp_target[tmp_target == self.ignore_label] = 0
        pred = pred.gather(1, tmp_target.unsqueeze(1))
        pred, ind = pred.contiguous().view(-1)[mask].contiguous().sort()
        if pred.numel() == 0:
            return score.sum() * 0
        min_value = pred[min(self.min_kept, pred.numel() - 1)]
        threshold = max(min_value, self.thresh)

        pixel_losses = pixel_losses[mask][ind]
        pixel_losses = pixel_losses[pred < threshold]
        return pixel_losses.mean()


class SegmentationLoss(nn.Module):
    def __init__(self, channels=3, classes=4):
        super().__init__()
        self.head = nn.Conv2d(channels, classes, 1)
        self.loss = OhemCrossEntropy()

    def forward(self, feats, labels):
        return self.loss(self.head(feats), labels)


def load():
    return torch.compile(SegmentationLoss())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), ints(-1, 4, 2, 4, 4)), "base grad")
    yield from build(load, lambda: (randn(2, 3, 2, 2), ints(-1, 4, 2, 4, 4)), "base", tag="upsampled-")
    yield from build(load, lambda: (randn(1, 3, 4, 4), torch.full((1, 4, 4), -1)), "base", tag="unlabelled-")

EXPECT = {'topic': 'vision',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {30: 7, 36: 1, 37: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
