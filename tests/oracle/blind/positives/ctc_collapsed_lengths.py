"""A length penalty of a CTC model: how many labels are left when repeats and blanks are gone."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class CTCHead(nn.Module):
    def __init__(self, dim=4, vocab=4, blank=0, penalty=0.1):
        super().__init__()
        self.ctc_lo = nn.Linear(dim, vocab)
        self.blank = blank
        self.penalty = penalty

    def collapsed_lengths(self, log_probs):
        lengths = []
        for best in log_probs.argmax(dim=-1):
            hyp = torch.unique_consecutive(best)
            hyp = hyp[hyp != self.blank]
            lengths.append(len(hyp))
        return torch.tensor(lengths)

    def forward(self, hs, hlens, ys, ylens):
        log_probs = F.log_softmax(self.ctc_lo(hs), dim=-1)
        loss = F.ctc_loss(log_probs.transpose(0, 1), ys, hlens, ylens, blank=self.blank, zero_infinity=True)
        hyp_lens = self.collapsed_lengths(log_probs)
        ratio = (hyp_lens - ylens).abs().float() / ylens.clamp(min=1)
        return loss * (1 + self.penalty * ratio.mean()), hyp_lens


def load():
    return torch.compile(CTCHead())


def cases():
    def args(scale):
        return lambda: (randn(2, 6, 4) * scale, torch.tensor([6, 5]), torch.tensor([[1, 2], [3, 1]]), torch.tensor([2, 2]))

    yield from build(load, args(3.0), "base grad")
    yield from build(load, args(0.0), "base", tag="flat-")

EXPECT = {'topic': 'speech',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {27: 2, 20: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
