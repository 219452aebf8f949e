"""Generalised IoU between predicted and target boxes; degenerate boxes give inf, so do an early check."""

import torch
from torch import nn

from fxkit import build, rand, randn


def box_cxcywh_to_xyxy(x):
    x_c, y_c, w, h = x.unbind(-1)
    return torch.stack([x_c - 0.5 * w, y_c - 0.5 * h, x_c + 0.5 * w, y_c + 0.5 * h], dim=-1)


def box_area(boxes):
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def box_iou(boxes1, boxes2):
    lt = torch.max(boxes1[:, None, :2], boxes2[:, :2])
    rb = torch.min(boxes1[:, None, 2:], boxes2[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[:, :, 0] * wh[:, :, 1]
    union = box_area(boxes1)[:, None] + box_area(boxes2) - inter
    return inter / union, union


def generalized_box_iou(boxes1, boxes2):
    # degenerate boxes gives inf / nan results
    # so do an early check
    assert (boxes1[:, 2:] >= boxes1[:, :2]).all()
    assert (boxes2[:, 2:] >= boxes2[:, :2]).all()
    iou, union = box_iou(boxes1, boxes2)
    lt = torch.min(boxes1[:, None, :2], boxes2[:, :2])
    rb = torch.max(boxes1[:, None, 2:], boxes2[:, 2:])
    wh = (rb - lt).clamp(min=0)
    area = wh[:, :, 0] * wh[:, :, 1]
    return iou - (area - union) / area


class BoxCriterion(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.bbox_embed = nn.Linear(dim, 4)

    def forward(self, hs, target_boxes):
        src_boxes = self.bbox_embed(hs).sigmoid()
        giou = generalized_box_iou(box_cxcywh_to_xyxy(src_boxes), box_cxcywh_to_xyxy(target_boxes))
        if not torch.isfinite(giou).all():
            raise FloatingPointError("GIoU is not finite")
        return (1 - torch.diag(giou)).mean()


def load():
    return torch.compile(BoxCriterion())


def cases():
    yield from build(load, lambda: (randn(4, 5), 0.1 + rand(4, 4)), "base grad nan")
    yield from build(load, lambda: (randn(4, 5), rand(4, 4) - 0.8), "base", tag="degenerate-")

EXPECT = {'topic': 'detection',
 'kind': 'check',
 'rewrites': [],
 'breaks': {48: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
