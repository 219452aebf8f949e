"""Set criterion of an end-to-end detector: losses of matched boxes over the number of boxes in the batch."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, rand, randn


class SetCriterion(nn.Module):
    def __init__(self, world_size=1):
        super().__init__()
        self.world_size = world_size
        self.bbox_embed = nn.Linear(6, 4)

    def loss_boxes(self, src_boxes, target_boxes, num_boxes):
        loss_bbox = F.l1_loss(src_boxes, target_boxes, reduction="none")
        area = (target_boxes[:, 2] * target_boxes[:, 3]).sqrt()
        return {"loss_bbox": loss_bbox.sum() / num_boxes, "loss_scaled": (loss_bbox.sum(-1) / (area + 1)).sum() / num_boxes}

    def forward(self, queries, target_boxes, is_matched):
        outputs = self.bbox_embed(queries).sigmoid()
        num_boxes = is_matched.sum()
        num_boxes = torch.clamp(num_boxes / self.world_size, min=1).item()
        weighted = outputs * is_matched[:, None]
        losses = self.loss_boxes(weighted, target_boxes * is_matched[:, None], num_boxes)
        return sum(losses.values())


def load():
    return torch.compile(SetCriterion())


def cases():
    make = lambda: (randn(5, 6), rand(5, 4), torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0]))
    yield from build(load, make, "base grad nan")
    yield from build(load, lambda: (randn(5, 6), rand(5, 4), torch.zeros(5)), "base", tag="none-")

EXPECT = {'topic': 'detection',
 'kind': 'item',
 'rewrites': [],
 'breaks': {24: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
