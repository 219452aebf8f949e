"""Protein contacts: precision of the L/2 best scored pairs, where L is the number of resolved residues."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def precision_at(scores, contacts, mask, fraction=2, minsep=2):
    length = int(mask.sum())
    k = max(length // fraction, 1)
    n = scores.shape[0]
    sep = torch.arange(n).unsqueeze(0) - torch.arange(n).unsqueeze(1)
    allowed = (sep >= minsep) & mask.unsqueeze(0) & mask.unsqueeze(1)
    ranked = scores.masked_fill(~allowed, float("-inf")).flatten()
    top = ranked.topk(k).indices
    hits = contacts.flatten()[top] & allowed.flatten()[top]
    return hits.sum() / k


class ContactHead(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.query = nn.Linear(dim, 4, bias=False)
        self.key = nn.Linear(dim, 4, bias=False)

    def forward(self, h, contacts, mask):
        logits = self.query(h) @ self.key(h).t()
        logits = (logits + logits.t()) / 2
        pair = mask.unsqueeze(0) & mask.unsqueeze(1)
        loss = F.binary_cross_entropy_with_logits(logits, contacts.float(), reduction="none")
        loss = (loss * pair).sum() / pair.sum().clamp(min=1)
        return loss, precision_at(logits.detach(), contacts, mask)


def load():
    return torch.compile(ContactHead())


def cases():
    def protein(resolved):
        c = randn(7, 7) > 0.3
        return randn(7, 6), c | c.t(), torch.arange(7) < resolved

    yield from build(load, lambda: protein(7), "base grad")
    yield from build(load, lambda: protein(4), "base", tag="gaps-")
    yield from build(load, lambda: protein(0), "base", tag="none-")

EXPECT = {'topic': 'protein',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {11: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
