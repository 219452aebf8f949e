"""Raw label ids of the annotation tool become training ids through a Python mapping, in place."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand

ID_TO_TRAIN = {-1: 255, 0: 255, 7: 0, 8: 1, 11: 2, 24: 1}


def encode_labels(mask):
    return mask.apply_(lambda v: ID_TO_TRAIN.get(v, 255))


class StreetSegmentation(nn.Module):
    def __init__(self, classes=3, ignore_index=255):
        super().__init__()
        self.body = nn.Conv2d(3, 4, 3, padding=1)
        self.head = nn.Conv2d(4, classes, 1)
        self.ignore_index = ignore_index

    def forward(self, image, labels):
        """Labels hold raw ids before and training ids after the call."""
        target = encode_labels(labels)
        logits = self.head(torch.relu(self.body(image)))
        loss = F.cross_entropy(logits, target, ignore_index=self.ignore_index, reduction="none")
        valid = target != self.ignore_index
        accuracy = ((logits.argmax(dim=1) == target) & valid).sum() / valid.sum().clamp(min=1)
        return loss.sum() / valid.sum().clamp(min=1), accuracy, target


def load():
    return torch.compile(StreetSegmentation())


def cases():
    def raw(low=-1, high=26):
        return ints(low, high, 2, 4, 5)

    yield from build(load, lambda: (rand(2, 3, 4, 5), raw()), "base grad")
    yield from build(load, lambda: (rand(2, 3, 4, 5), raw(7, 12)), "base", tag="street-")
    yield from build(load, lambda: (rand(2, 3, 4, 5), raw(7, 9).to(torch.int64)), "base nan", tag="two-")

EXPECT = {'topic': 'segmentation',
 'kind': 'apply',
 'rewrites': [],
 'breaks': {13: 1},
 'gb': ['GB0055'],
 'skips': 0,
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
