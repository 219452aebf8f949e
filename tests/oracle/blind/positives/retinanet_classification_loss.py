"""Classification head loss of torchvision's RetinaNet."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def sigmoid_focal_loss(inputs, targets, alpha=0.25, gamma=2, reduction="none"):
    p = torch.sigmoid(inputs)
    ce_loss = F.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    p_t = p * targets + (1 - p) * (1 - targets)
    loss = ce_loss * ((1 - p_t) ** gamma)
    if alpha >= 0:
        alpha_t = alpha * targets + (1 - alpha) * (1 - targets)
        loss = alpha_t * loss
    if reduction == "sum":
        loss = loss.sum()
    return loss


class RetinaNetClassificationHead(nn.Module):
    BETWEEN_THRESHOLDS = -2

    def __init__(self, in_channels=4, num_classes=3):
        super().__init__()
        self.cls_logits = nn.Linear(in_channels, num_classes)

    def compute_loss(self, targets, cls_logits, matched_idxs):
        losses = []
        for labels_per_image, cls_logits_per_image, matched_idxs_per_image in zip(targets, cls_logits, matched_idxs):
            # determine only the foreground
            foreground_idxs_per_image = matched_idxs_per_image >= 0
            num_foreground = foreground_idxs_per_image.sum()

            # create the target classification
            gt_classes_target = torch.zeros_like(cls_logits_per_image)
            gt_classes_target[
                foreground_idxs_per_image,
                labels_per_image[matched_idxs_per_image[foreground_idxs_per_image]],
            ] = 1.0

            # find indices for which anchors should be ignored
            valid_idxs_per_image = matched_idxs_per_image != self.BETWEEN_THRESHOLDS

            # compute the classification loss
            losses.append(
                sigmoid_focal_loss(
                    cls_logits_per_image[valid_idxs_per_image],
                    gt_classes_target[valid_idxs_per_image],
                    reduction="sum",
                )
                / max(1, num_foreground)
            )
        return sum(losses) / len(targets)

    def forward(self, features, targets, matched_idxs):
        return self.compute_loss(targets, self.cls_logits(features), matched_idxs)


def load():
    return torch.compile(RetinaNetClassificationHead())


def batch(lo=-2, hi=3):
    labels = [torch.tensor([0, 2, 1]), torch.tensor([1, 1, 0, 2])]
    return randn(2, 8, 4), labels, ints(lo, hi, 2, 8)


def cases():
    yield from build(load, batch, "base grad zero nan")
    yield from build(load, lambda: batch(-2, 0), "base grad", tag="background-")
    yield from build(load, lambda: batch(-2, -1), "base", tag="ignored-")
    yield from build(load, lambda: batch(0, 3), "base", tag="foreground-")


EXPECT = {'topic': 'detection',
 'rewrites': [],
 'breaks': {41: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero']}
