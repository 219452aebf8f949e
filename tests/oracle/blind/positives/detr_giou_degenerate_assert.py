"""Box losses of DETR: L1 and generalized IoU on matched pairs."""

import torch
from torch import nn

from fxkit import build, rand


def box_cxcywh_to_xyxy(x):
    x_c, y_c, w, h = x.unbind(-1)
    return torch.stack([x_c - 0.5 * w, y_c - 0.5 * h, x_c + 0.5 * w, y_c + 0.5 * h], dim=-1)


def generalized_box_iou(boxes1, boxes2):
    # degenerate boxes gives inf / nan results, so do an early check
    assert bool((boxes1[:, 2:] >= boxes1[:, :2]).all()), "degenerate predicted boxes"
    assert bool((boxes2[:, 2:] >= boxes2[:, :2]).all()), "degenerate target boxes"
    area1 = (boxes1[:, 2:] - boxes1[:, :2]).prod(-1)
    area2 = (boxes2[:, 2:] - boxes2[:, :2]).prod(-1)
    inter = (torch.min(boxes1[:, 2:], boxes2[:, 2:]) - torch.max(boxes1[:, :2], boxes2[:, :2])).clamp(min=0).prod(-1)
    union = area1 + area2 - inter
    hull = (torch.max(boxes1[:, 2:], boxes2[:, 2:]) - torch.min(boxes1[:, :2], boxes2[:, :2])).clamp(min=0).prod(-1)
    return inter / union - (hull - union) / hull


class BoxCriterion(nn.Module):
    def __init__(self, l1=5.0, giou=2.0):
        super().__init__()
        self.weight_dict = {"loss_bbox": l1, "loss_giou": giou}

    def forward(self, src_boxes, target_boxes, num_boxes):
        losses = {"loss_bbox": (src_boxes - target_boxes).abs().sum() / num_boxes}
        giou = generalized_box_iou(box_cxcywh_to_xyxy(src_boxes), box_cxcywh_to_xyxy(target_boxes))
        losses["loss_giou"] = (1 - giou).sum() / num_boxes
        return sum(losses[k] * self.weight_dict[k] for k in losses), losses


def load():
    return torch.compile(BoxCriterion())


def cases():
    yield from build(load, lambda: (rand(5, 4), rand(5, 4, seed=1), 5.0), "base grad pos")
    yield from build(load, lambda: (rand(5, 4) - 0.6, rand(5, 4, seed=1), 5.0), "base", tag="negative-")
    yield from build(load, lambda: (rand(3, 4), rand(3, 4, seed=1), 3.0), "nan", tag="diverged-")


EXPECT = {'topic': 'detection',
 'rewrites': [],
 'breaks': {16: 5, 17: 2},
 'gb': ['GB0088', 'GB0124', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
