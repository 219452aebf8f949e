"""Label smoothed NLL of fairseq: padded targets are taken out when there are any."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


def label_smoothed_nll_loss(lprobs, target, epsilon, ignore_index=None, reduce=True):
    if target.dim() == lprobs.dim() - 1:
        target = target.unsqueeze(-1)
    nll_loss = -lprobs.gather(dim=-1, index=target)
    smooth_loss = -lprobs.sum(dim=-1, keepdim=True)
    if ignore_index is not None:
        pad_mask = target.eq(ignore_index)
        if pad_mask.any():
            nll_loss = nll_loss.masked_fill(pad_mask, 0.0)
            smooth_loss = smooth_loss.masked_fill(pad_mask, 0.0)
    if reduce:
        nll_loss = nll_loss.sum()
        smooth_loss = smooth_loss.sum()
    eps_i = epsilon / (lprobs.size(-1) - 1)
    loss = (1.0 - epsilon - eps_i) * nll_loss + eps_i * smooth_loss
    return loss, nll_loss


class LabelSmoothedCrossEntropy(nn.Module):
    def __init__(self, eps=0.1, padding_idx=1):
        super().__init__()
        self.eps = eps
        self.padding_idx = padding_idx

    def forward(self, logits, target):
        lprobs = torch.log_softmax(logits, dim=-1)
        return label_smoothed_nll_loss(lprobs, target, self.eps, self.padding_idx)


def make_criterion():
    return torch.compile(LabelSmoothedCrossEntropy())


def cases():
    yield from build(make_criterion, lambda: (randn(6, 5), ints(0, 3, 6)), "base grad half")
    yield from build(make_criterion, lambda: (randn(6, 5), ints(2, 5, 6)), "base grad", tag="nopad-")
    yield from build(make_criterion, lambda: (randn(6, 5), torch.ones(6, dtype=torch.long)), "base nan", tag="allpad-")

EXPECT = {'topic': 'losses',
 'rewrites': [],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result', 'requires-grad', 'finite-grad', 'grad-none-zero']}
