"""Video object segmentation: only the hardest fraction of the pixels counts, less and less with the iterations."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class BootstrappedCE(nn.Module):
    def __init__(self, start_warm=10, end_warm=30, top_p=0.15):
        super().__init__()
        self.start_warm, self.end_warm, self.top_p = start_warm, end_warm, top_p

    def forward(self, logits, target, it):
        raw_loss = F.cross_entropy(logits, target, reduction="none").view(-1)
        it = it.item()
        if it < self.start_warm:
            return raw_loss.mean(), 1.0
        if it > self.end_warm:
            this_p = self.top_p
        else:
            this_p = self.top_p + (1 - self.top_p) * ((self.end_warm - it) / (self.end_warm - self.start_warm))
        loss, _ = torch.topk(raw_loss, int(raw_loss.numel() * this_p), sorted=False)
        return loss.mean(), this_p


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.pred = nn.Conv2d(3, 2, 1)
        self.bce = BootstrappedCE()

    def forward(self, feats, target, it):
        loss, p = self.bce(self.pred(feats), target, it)
        return {"total_loss": loss, "p": p}


def load():
    return torch.compile(Decoder())


def cases():
    for name, it in (("", 17), ("cold-", 3), ("late-", 90), ("edge-", 30)):
        yield from build(load, lambda it=it: (randn(2, 3, 3, 3), ints(0, 2, 2, 3, 3), torch.tensor(it)), "base grad" if not name else "base", tag=name)

EXPECT = {'topic': 'segmentation',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
