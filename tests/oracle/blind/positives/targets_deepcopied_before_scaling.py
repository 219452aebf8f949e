"""A detector copies its targets before it brings the boxes to the relative form that the loss wants."""

import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, rand, randn


def box_xyxy_to_cxcywh(x):
    x0, y0, x1, y1 = x.unbind(-1)
    return torch.stack([(x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0), (y1 - y0)], dim=-1)


class FixedQueryDetector(nn.Module):
    """Query i is responsible for target i (a stand-in for the matcher)."""

    def __init__(self, dim=4, queries=5, classes=3):
        super().__init__()
        self.query_embed = nn.Parameter(torch.randn(queries, dim))
        self.class_embed, self.bbox_embed = nn.Linear(dim, classes), nn.Linear(dim, 4)

    def prepare_targets(self, targets, size):
        targets = copy.deepcopy(targets)  # the data loader may hand out the same objects again
        h, w = size
        for t in targets:
            t["boxes"] = box_xyxy_to_cxcywh(t["boxes"].div_(torch.tensor([w, h, w, h])))
        return targets

    def forward(self, images, targets):
        feats = images.mean(dim=(2, 3))
        targets = self.prepare_targets(targets, images.shape[-2:])
        loss = feats.new_zeros(())
        for f, t in zip(feats, targets):
            q = torch.tanh(self.query_embed + f)[: t["labels"].shape[0]]
            loss = loss + F.cross_entropy(self.class_embed(q), t["labels"])
            loss = loss + F.l1_loss(self.bbox_embed(q).sigmoid(), t["boxes"])
        return loss


def load():
    return torch.compile(FixedQueryDetector())


def boxes(n, seed=0):
    a, b = 8 * rand(n, 2, seed=seed), 8 * rand(n, 2, seed=seed + 1)
    return torch.cat([torch.minimum(a, b), torch.maximum(a, b)], dim=-1)


def cases():
    yield from build(load, lambda: (randn(2, 4, 8, 8), [{"boxes": boxes(n, n), "labels": ints(0, 3, n)} for n in (3, 2)]), "base big nan")

EXPECT = {'topic': 'detection',
 'kind': 'copy',
 'rewrites': [],
 'breaks': {26: 1},
 'gb': ['GB4198'],
 'skips': 0,
 'graphs_per_call': 3,
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
