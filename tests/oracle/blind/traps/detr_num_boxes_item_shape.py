"""Set criterion: losses are normalised by the number of boxes over all workers."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, rand


class SetCriterion(nn.Module):
    def __init__(self, world_size=2, weight=5.0):
        super().__init__()
        self.world_size = world_size
        self.weight = weight

    def loss_boxes(self, src_boxes, target_boxes, num_boxes):
        loss_bbox = F.l1_loss(src_boxes, target_boxes, reduction="none")
        inter = (torch.min(src_boxes, target_boxes)).prod(-1)
        union = src_boxes.prod(-1) + target_boxes.prod(-1) - inter
        return {"loss_bbox": loss_bbox.sum() / num_boxes, "loss_iou": (1 - inter / union).sum() / num_boxes}

    def forward(self, src_boxes, targets):
        num_boxes = sum(len(t) for t in targets)
        num_boxes = torch.as_tensor([num_boxes], dtype=torch.float, device=src_boxes.device)
        num_boxes = torch.clamp(num_boxes / self.world_size, min=1).item()
        losses = self.loss_boxes(src_boxes, torch.cat(targets), num_boxes)
        return self.weight * losses["loss_bbox"] + losses["loss_iou"], losses


def load():
    return torch.compile(SetCriterion())


def cases():
    yield from build(load, lambda: (rand(5, 4) + 0.1, [rand(3, 4) + 0.1, rand(2, 4) + 0.2]), "base grad")
    yield from build(load, lambda: (rand(1, 4) + 0.1, [rand(1, 4) + 0.1]), "base grad", tag="one-")


EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {25: 4},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': ['number-tensor']}
