"""Quality focal loss of a dense detector: positives are supervised by the IoU of their box."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, rand, randn


def quality_focal_loss(pred, target, beta=2.0):
    assert len(target) == 2, "target for QFL must be a tuple of two elements, category label and quality label"
    label, score = target

    # negatives are supervised by 0 quality score
    pred_sigmoid = pred.sigmoid()
    scale_factor = pred_sigmoid
    zerolabel = scale_factor.new_zeros(pred.shape)
    loss = F.binary_cross_entropy_with_logits(pred, zerolabel, reduction="none") * scale_factor.pow(beta)

    # FG cat_id: [0, num_classes -1], BG cat_id: num_classes
    bg_class_ind = pred.size(1)
    pos = ((label >= 0) & (label < bg_class_ind)).nonzero().squeeze(1)
    pos_label = label[pos].long()
    # positives are supervised by bbox quality (IoU) score
    scale_factor = score[pos] - pred_sigmoid[pos, pos_label]
    loss[pos, pos_label] = F.binary_cross_entropy_with_logits(
        pred[pos, pos_label], score[pos], reduction="none"
    ) * scale_factor.abs().pow(beta)

    return loss.sum(dim=1, keepdim=False)


class GFLClsHead(nn.Module):
    def __init__(self, channels=4, num_classes=3, loss_weight=1.0):
        super().__init__()
        self.gfl_cls = nn.Linear(channels, num_classes)
        self.loss_weight = loss_weight

    def forward(self, feats, labels, ious, avg_factor):
        cls_score = self.gfl_cls(feats)
        loss = quality_focal_loss(cls_score, (labels, ious))
        return self.loss_weight * loss.sum() / avg_factor


def load():
    return torch.compile(GFLClsHead())


def cases():
    yield from build(load, lambda: (randn(6, 4), ints(0, 4, 6), rand(6), 3.0), "base grad big nan")
    yield from build(load, lambda: (randn(4, 4), torch.full((4,), 3), rand(4), 1.0), "base grad", tag="background-")
    yield from build(load, lambda: (randn(4, 4), torch.full((4,), -1), rand(4), 1.0), "base", tag="ignored-")

EXPECT = {'topic': 'vision',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {22: 8},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
