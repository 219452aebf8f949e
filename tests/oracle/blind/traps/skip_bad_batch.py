"""Training step that records every batch, rejects broken ones and keeps count of what was rejected."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from fxkit import build, ints, randn


class BadBatch(ValueError):
    pass


class Journal:
    def __init__(self):
        self.entries: list[str] = []
        self.rejected = 0
        self.steps = 0


class SafeTrainer(nn.Module):
    def __init__(self, num_features: int = 4, num_classes: int = 3, max_rejected: int = 2):
        super().__init__()
        self.net = nn.Linear(num_features, num_classes)
        self.max_rejected = max_rejected
        self.journal = Journal()

    def check(self, name: str, value: Tensor) -> None:
        if not torch.isfinite(value).all():
            raise BadBatch(f"{name} is not finite")

    def loss(self, x: Tensor, y: Tensor) -> Tensor:
        self.journal.entries.append("features")
        self.check("features", x)
        logits = self.net(x)
        self.journal.entries.append("logits")
        self.check("logits", logits)
        return F.cross_entropy(logits, y)

    def forward(self, x: Tensor, y: Tensor) -> Tensor | None:
        try:
            loss = self.loss(x, y)
        except BadBatch:
            self.journal.rejected += 1
            if self.journal.rejected > self.max_rejected:
                raise
            return None
        self.journal.steps += 1
        return loss


def make(**kw):
    return torch.compile(SafeTrainer(**kw))


def _args(n):
    return randn(n, 4), ints(0, 3, n)


def cases():
    yield from build(make, lambda: _args(3), "base grad nan inf")
    yield from build(lambda: make(max_rejected=0), lambda: _args(2), "base nan", tag="strict-")
    yield from build(make, lambda: (torch.full((2, 4), 3e38), ints(0, 3, 2)), "base", tag="overflow-")

EXPECT = {'topic': 'data checks',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {29: 27, 30: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['exception', 'length', 'value'],
 'unsafe': ['compiled-exception-type', 'fresh-result']}
