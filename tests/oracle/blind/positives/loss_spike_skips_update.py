"""Pretraining step that leaves out the update of a batch whose loss is far above its average."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class SpikeGuard:
    def __init__(self, factor=1.5, decay=0.9):
        self.factor = factor
        self.decay = decay
        self.average = torch.zeros(())
        self.skipped = 0

    def is_spike(self, loss):
        return self.average > 0 and loss > self.factor * self.average

    def update(self, loss):
        self.average = self.decay * self.average + (1 - self.decay) * loss


class Pretrainer(nn.Module):
    def __init__(self, vocab=7, dim=4, lr=0.5):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)
        self.guard = SpikeGuard()
        self.lr = lr

    def compute_loss(self, ids):
        logits = self.head(torch.tanh(self.embed(ids[:, :-1])))
        return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())

    @torch.no_grad()
    def sgd(self, grads):
        for p, g in zip(self.parameters(), grads):
            p.sub_(self.lr * g)

    def forward(self, ids):
        loss = self.compute_loss(ids)
        grads = torch.autograd.grad(loss, list(self.parameters()))
        loss = loss.detach()
        if self.guard.is_spike(loss):
            self.guard.skipped += 1
            return loss
        self.guard.update(loss)
        self.sgd(grads)
        return loss


def load():
    return torch.compile(Pretrainer())


def spiky():
    torch.manual_seed(3)
    model = Pretrainer()
    model.guard.average = torch.tensor(0.5)
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (ints(0, 7, 2, 5),), "base")
    yield from build(spiky, lambda: (ints(0, 7, 2, 5, seed=4),), "base", tag="spike-")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {43: 1, 18: 1, 45: 1},
 'gb': ['GB0170', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 5,
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
