"""Maps dataset categories to contiguous ids; unknown ones become -1."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class RemappedLoss(nn.Module):
    def __init__(self, category_ids=(1, 2, 5, 9)):
        super().__init__()
        self.category_ids = list(category_ids)
        self.fc = nn.Linear(4, len(category_ids))

    def remap(self, labels):
        out = []
        for label in labels:
            try:
                out.append(self.category_ids.index(label.item()))
            except ValueError:
                out.append(-1)
        return torch.tensor(out, device=labels.device)

    def forward(self, feats, labels):
        logits = self.fc(feats)
        target = self.remap(labels)
        return F.cross_entropy(logits, target, ignore_index=-1), target


def load():
    return torch.compile(RemappedLoss())


def cases():
    yield from build(load, lambda: (randn(4, 4), torch.tensor([9, 1, 5, 2])), "base grad")
    yield from build(load, lambda: (randn(4, 4), torch.tensor([9, 7, 5, 0])), "base grad", tag="unknown-")


EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {-1: 1, 20: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
