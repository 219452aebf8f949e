"""Next token accuracy of a draft model over the positions that are trained."""

import torch
from torch import nn

from fxkit import build, ints, randn


class DraftHead(nn.Module):
    ignore_index = -100

    def __init__(self, hidden=4, vocab=5):
        super().__init__()
        self.lm_head = nn.Linear(hidden, vocab, bias=False)

    @torch.no_grad()
    def accuracy(self, logits, labels):
        loss_mask = labels != self.ignore_index
        hits = logits.argmax(dim=-1) == labels
        return hits[loss_mask].float().mean(), hits[loss_mask].sum(), loss_mask.sum()

    def forward(self, hidden, labels):
        logits = self.lm_head(hidden)[:, :-1]
        acc, correct, total = self.accuracy(logits, labels[:, 1:])
        return logits, {"acc": acc, "correct": correct, "total": total}


def load():
    model = DraftHead()
    model.compile()
    return model


def labels(kept):
    return torch.where(ints(0, 4, 2, 6, seed=1) < kept, ints(0, 5, 2, 6), torch.tensor(-100))


def cases():
    yield from build(load, lambda: (randn(2, 6, 4), labels(3)), "base grad zero nan")
    yield from build(load, lambda: (randn(2, 6, 4), labels(0)), "base", tag="none-")

EXPECT = {'topic': 'language',
 'rewrites': ['R30'],
 'breaks': {20: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
