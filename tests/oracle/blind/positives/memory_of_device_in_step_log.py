"""A training step notes the allocated device memory together with its loss."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn

MB = 1024.0 * 1024.0


class PatchClassifier(nn.Module):
    def __init__(self, dim=6, classes=3):
        super().__init__()
        self.embed = nn.Linear(4, dim)
        self.attn = nn.MultiheadAttention(dim, 2, batch_first=True)
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        h = self.embed(x)
        h = h + self.attn(h, h, h, need_weights=False)[0]
        return self.head(h.mean(dim=1))


class Engine:
    def __init__(self):
        self.model = PatchClassifier()
        self.history = []

    @torch.compile
    def compute(self, samples, targets):
        logits = self.model(samples)
        loss = F.cross_entropy(logits, targets, label_smoothing=0.1)
        memory = torch.cuda.max_memory_allocated() / MB
        acc = (logits.argmax(dim=-1) == targets).float().mean()
        return loss, {"acc": acc, "max_mem": memory}

    def train_one_step(self, samples, targets):
        loss, stats = self.compute(samples, targets)
        loss.backward()
        grad = self.model.head.weight.grad.norm()
        self.model.zero_grad()
        self.history.append(stats["max_mem"])
        return loss.detach(), stats, grad


def load():
    return Engine().train_one_step


def cases():
    yield from build(load, lambda: (randn(2, 4, 4), ints(0, 3, 2)), "base zero nan")

EXPECT = {'topic': 'training',
 'kind': 'environment',
 'rewrites': [],
 'breaks': {34: 1},
 'gb': ['GB0208'],
 'skips': 0,
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
