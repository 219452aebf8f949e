"""Attention decoder loss and token accuracy of ESPnet."""

import torch
from torch import nn

from fxkit import build, ints, randn


def th_accuracy(pad_outputs, pad_targets, ignore_label):
    """Calculate accuracy: pad_outputs (B * Lmax, D), pad_targets (B, Lmax, D)."""
    pad_pred = pad_outputs.view(pad_targets.size(0), pad_targets.size(1), pad_outputs.size(1)).argmax(2)
    mask = pad_targets != ignore_label
    numerator = torch.sum(pad_pred.masked_select(mask) == pad_targets.masked_select(mask))
    denominator = torch.sum(mask)
    return float(numerator) / float(denominator)


class LabelSmoothingLoss(nn.Module):
    def __init__(self, size, padding_idx=-1, smoothing=0.1, normalize_length=False):
        super().__init__()
        self.criterion = nn.KLDivLoss(reduction="none")
        self.padding_idx = padding_idx
        self.confidence = 1.0 - smoothing
        self.smoothing = smoothing
        self.size = size
        self.normalize_length = normalize_length

    def forward(self, x, target):
        batch_size = x.size(0)
        x = x.view(-1, self.size)
        target = target.view(-1)
        with torch.no_grad():
            true_dist = x.clone()
            true_dist.fill_(self.smoothing / (self.size - 1))
            ignore = target == self.padding_idx  # (B,)
            total = len(target) - ignore.sum()
            target = target.masked_fill(ignore, 0)  # avoid -1 index
            true_dist.scatter_(1, target.unsqueeze(1), self.confidence)
        kl = self.criterion(torch.log_softmax(x, dim=1), true_dist)
        denom = total if self.normalize_length else batch_size
        return kl.masked_fill(ignore.unsqueeze(1), 0).sum() / denom


class AttentionDecoderHead(nn.Module):
    def __init__(self, adim=4, odim=5, ignore_id=-1, **kw):
        super().__init__()
        self.output = nn.Linear(adim, odim)
        self.criterion = LabelSmoothingLoss(odim, ignore_id, **kw)
        self.odim, self.ignore_id = odim, ignore_id

    def forward(self, hs, ys_out_pad):
        pred_pad = self.output(hs)
        loss = self.criterion(pred_pad, ys_out_pad)
        acc = th_accuracy(pred_pad.view(-1, self.odim), ys_out_pad, ignore_label=self.ignore_id)
        return loss, acc


def load(**kw):
    return torch.compile(AttentionDecoderHead(**kw))


def batch(t=4, short=2):
    ys = ints(0, 5, 2, t)
    ys[1, short:] = -1
    return randn(2, t, 4), ys


def cases():
    yield from build(load, batch, "base grad zero")
    yield from build(lambda: load(normalize_length=True), batch, "base", tag="normalized-")
    yield from build(load, lambda: batch(6, 0), "base", tag="empty-row-")
    yield from build(load, lambda: batch(4, 4), "base", tag="full-")


EXPECT = {'topic': 'speech',
 'rewrites': [],
 'breaks': {13: 5, 15: 3},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor']}
