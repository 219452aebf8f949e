"""Instruction tuning: loss and accuracy over the tokens of the answer, zero where there is no answer."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import bools, build, ints, randn


class AnswerLoss(nn.Module):
    def __init__(self, dim=4, vocab=7):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab)

    def forward(self, hidden, labels, loss_mask):
        logits = self.lm_head(hidden)
        if loss_mask.sum() == 0:
            return logits.sum() * 0.0, torch.zeros(())
        token_loss = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
        loss = token_loss[loss_mask].mean()
        correct = logits.argmax(dim=-1) == labels
        accuracy = correct[loss_mask].float().mean()
        return loss, accuracy


def load():
    return torch.compile(AnswerLoss())


def cases():
    yield from build(load, lambda: (randn(2, 4, 4), ints(0, 7, 2, 4), bools(2, 4)), "base grad true false big")

EXPECT = {'topic': 'language',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {17: 2, 20: 1, 22: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
