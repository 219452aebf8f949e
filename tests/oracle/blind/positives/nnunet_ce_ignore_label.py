"""Compound loss of nnU-Net v2 with an ignore label and deep supervision."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class RobustCrossEntropyLoss(nn.CrossEntropyLoss):
    """this is just a compatibility layer because my target tensor is float and has an extra dimension"""

    def forward(self, input, target):
        if target.ndim == input.ndim:
            assert target.shape[1] == 1
            target = target[:, 0]
        return super().forward(input, target.long())


class SoftDiceLoss(nn.Module):
    def forward(self, x, y, loss_mask=None, smooth=1e-5):
        probs = torch.softmax(x, 1)
        y_onehot = F.one_hot(y[:, 0].long(), x.shape[1]).movedim(-1, 1).to(x.dtype)
        mask = 1.0 if loss_mask is None else loss_mask.to(x.dtype)
        intersect = (probs * y_onehot * mask).sum((0, 2, 3))
        denominator = ((probs + y_onehot) * mask).sum((0, 2, 3))
        dc = (2 * intersect + smooth) / torch.clip(denominator + smooth, 1e-8)
        return -dc[1:].mean()


class DC_and_CE_loss(nn.Module):
    def __init__(self, weight_ce=1, weight_dice=1, ignore_label=None):
        super().__init__()
        ce_kwargs = {} if ignore_label is None else {"ignore_index": ignore_label}
        self.weight_dice = weight_dice
        self.weight_ce = weight_ce
        self.ignore_label = ignore_label
        self.ce = RobustCrossEntropyLoss(**ce_kwargs)
        self.dc = SoftDiceLoss()

    def forward(self, net_output, target):
        if self.ignore_label is not None:
            assert target.shape[1] == 1, "ignore label is not implemented for one hot encoded target variables"
            mask = target != self.ignore_label
            # remove ignore label from target, replace with one of the known labels. It doesn't matter because we
            # ignore gradients in those areas anyway
            target_dice = torch.where(mask, target, 0)
            num_fg = mask.sum()
        else:
            target_dice = target
            mask = None

        dc_loss = self.dc(net_output, target_dice, loss_mask=mask) if self.weight_dice != 0 else 0
        ce_loss = self.ce(net_output, target[:, 0]) if self.weight_ce != 0 and (self.ignore_label is None or num_fg > 0) else 0
        return self.weight_ce * ce_loss + self.weight_dice * dc_loss


class DeepSupervision(nn.Module):
    def __init__(self, loss, weights=(0.67, 0.33)):
        super().__init__()
        self.loss, self.weights = loss, weights

    def forward(self, outputs, targets):
        return sum(w * self.loss(o, t) for w, o, t in zip(self.weights, outputs, targets))


def load(ignore_label=3):
    return torch.compile(DeepSupervision(DC_and_CE_loss(ignore_label=ignore_label)))


def batch(lo=0, hi=4):
    return [randn(2, 3, 4, 4), randn(2, 3, 2, 2)], [ints(lo, hi, 2, 1, 4, 4), ints(lo, hi, 2, 1, 2, 2)]


def cases():
    yield from build(load, batch, "base grad zero")
    yield from build(load, lambda: batch(3, 4), "base grad", tag="ignored-")
    yield from build(lambda: load(None), lambda: batch(0, 3), "base", tag="plain-")


EXPECT = {'topic': 'medical imaging',
 'rewrites': [],
 'breaks': {54: 2, 64: 1},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
