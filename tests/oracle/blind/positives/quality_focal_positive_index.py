"""Quality focal loss of a dense one-stage detector (GFL): soft IoU targets at the positive anchors."""

import torch
import torch.nn.functional as F

from fxkit import ints, rand, randn, sweep


@torch.compile
def quality_focal_loss(pred, label, score, beta=2.0):
    # negatives are supervised by 0 quality score
    pred_sigmoid = pred.sigmoid()
    scale_factor = pred_sigmoid
    zerolabel = scale_factor.new_zeros(pred.shape)
    loss = F.binary_cross_entropy_with_logits(pred, zerolabel, reduction="none") * scale_factor.pow(beta)

    # FG cat_id: [0, num_classes - 1], BG cat_id: num_classes
    bg_class_ind = pred.size(1)
    pos = ((label >= 0) & (label < bg_class_ind)).nonzero().squeeze(1)
    pos_label = label[pos].long()
    # positives are supervised by bbox quality (IoU) score
    scale_factor = score[pos] - pred_sigmoid[pos, pos_label]
    loss[pos, pos_label] = F.binary_cross_entropy_with_logits(
        pred[pos, pos_label], score[pos], reduction="none"
    ) * scale_factor.abs().pow(beta)

    return loss.sum(dim=1, keepdim=False)


def cases():
    yield from sweep(quality_focal_loss, lambda: (randn(8, 4), ints(0, 5, 8), rand(8)), "base grad big small zero")
    yield from sweep(quality_focal_loss, lambda: (randn(6, 4), torch.full((6,), 4), rand(6)), "base", tag="background-")
    yield from sweep(quality_focal_loss, lambda: (randn(5, 3), torch.tensor([0, 2, -1, 3, 1]), rand(5)), "base grad", tag="ignored-")


EXPECT = {'topic': 'detection',
 'rewrites': [],
 'breaks': {19: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'grad-close', 'grad-none-zero']}
