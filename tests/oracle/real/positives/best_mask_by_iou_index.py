"""A promptable mask decoder keeps the mask with the best predicted quality."""

import torch
from torch import nn

from fxkit import build, randn


class MaskDecoder(nn.Module):
    def __init__(self, dim=4, num_masks=3):
        super().__init__()
        self.hyper = nn.Linear(dim, num_masks * dim)
        self.iou_head = nn.Linear(dim, num_masks)
        self.num_masks = num_masks

    def predict_masks(self, prompt, pixels):
        weights = self.hyper(prompt).unflatten(-1, (self.num_masks, -1))
        masks = torch.einsum("kc,hwc->khw", weights, pixels)
        return masks, self.iou_head(prompt).sigmoid()

    def forward(self, prompt, pixels, multimask_output: bool = False):
        masks, iou_pred = self.predict_masks(prompt, pixels)
        if multimask_output:
            return masks, iou_pred
        best_idx = int(iou_pred.argmax())
        low_res = masks[best_idx]
        quality = iou_pred[best_idx]
        return low_res.clamp(-32.0, 32.0), quality * 1.0


def load():
    return torch.compile(MaskDecoder())


def cases():
    yield from build(load, lambda: (randn(4), randn(3, 5, 4)), "base grad neg zero big")

EXPECT = {'topic': 'segmentation',
 'rewrites': ['R22'],
 'breaks': {25: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
