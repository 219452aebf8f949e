"""A segmentation head takes the cross entropy over the pixels that are annotated."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn

IGNORE_LABEL = 255


class FCNHead(nn.Module):
    def __init__(self, in_channels=3, num_classes=4):
        super().__init__()
        self.num_classes = num_classes
        self.conv = nn.Conv2d(in_channels, num_classes, 1)

    def losses(self, seg_logits, seg_label):
        logits = seg_logits.permute(0, 2, 3, 1).reshape(-1, self.num_classes)
        label = seg_label.reshape(-1)
        valid = label != IGNORE_LABEL
        return {"loss_ce": F.cross_entropy(logits[valid], label[valid])}

    def forward(self, feats, seg_label):
        seg_logits = self.conv(feats)
        return seg_logits, self.losses(seg_logits, seg_label)


def load():
    return torch.compile(FCNHead())


def labels(share):
    drawn = ints(0, 4, 2, 3, 3)
    return torch.where(ints(0, 10, 2, 3, 3, seed=2) < share, drawn, torch.full_like(drawn, IGNORE_LABEL))


def cases():
    yield from build(load, lambda: (randn(2, 3, 3, 3), labels(6)), "base grad big zero")
    yield from build(load, lambda: (randn(2, 3, 3, 3), labels(0)), "base", tag="unlabelled-")

EXPECT = {'topic': 'segmentation',
 'rewrites': ['R30'],
 'breaks': {22: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
