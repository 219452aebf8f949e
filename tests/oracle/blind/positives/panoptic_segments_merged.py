"""Panoptic inference of a mask classifier: segments whose visible part is small are dropped."""

import torch
from torch import nn

from fxkit import build, randn


class PanopticMerger(nn.Module):
    def __init__(self, num_classes=4, object_mask_threshold=0.3, overlap_threshold=0.6, thing_classes=(0, 1)):
        super().__init__()
        self.num_classes = num_classes
        self.object_mask_threshold = object_mask_threshold
        self.overlap_threshold = overlap_threshold
        self.register_buffer("is_thing", torch.tensor([i in thing_classes for i in range(num_classes)]))

    @torch.no_grad()
    def forward(self, mask_cls, mask_pred):
        scores, labels = mask_cls.softmax(-1).max(-1)
        mask_pred = mask_pred.sigmoid()
        keep = labels.ne(self.num_classes) & (scores > self.object_mask_threshold)
        cur_prob_masks = torch.where(keep, scores, torch.zeros_like(scores)).view(-1, 1, 1) * mask_pred

        h, w = mask_pred.shape[-2:]
        panoptic_seg = torch.zeros((h, w), dtype=torch.int32)
        current_segment_id = 0
        # take argmax
        cur_mask_ids = cur_prob_masks.argmax(0)
        for k in range(mask_pred.shape[0]):
            if not keep[k]:
                continue
            mask = (cur_mask_ids == k) & (mask_pred[k] >= 0.5)
            mask_area = (cur_mask_ids == k).sum().item()
            original_area = (mask_pred[k] >= 0.5).sum().item()
            if mask_area > 0 and original_area > 0 and mask.sum().item() > 0:
                if mask_area / original_area < self.overlap_threshold:
                    continue
                current_segment_id += 1
                panoptic_seg[mask] = current_segment_id
        return panoptic_seg, current_segment_id


def load():
    return torch.compile(PanopticMerger())


def cases():
    yield from build(load, lambda: (randn(4, 5) * 2, randn(4, 5, 5) * 2), "base zero nan")
    yield from build(load, lambda: (randn(4, 5, seed=3) * 4, randn(4, 5, 5, seed=1)), "base", tag="sure-")

EXPECT = {'topic': 'segmentation',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {30: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
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
