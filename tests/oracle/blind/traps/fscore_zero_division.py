"""Entity-level precision, recall and F1 with the zero-division conventions of the usual metrics packages."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from fxkit import build, ints, randn


def safe_ratio(a: float, b: float, default: float) -> float:
    try:
        return a / b
    except ZeroDivisionError:
        return default


class TaggerWithScores(nn.Module):
    def __init__(self, dim: int = 5, num_tags: int = 4, zero_division: float = 0.0):
        super().__init__()
        self.classifier = nn.Linear(dim, num_tags)
        self.zero_division = zero_division

    def scores(self, pred: Tensor, gold: Tensor, valid: Tensor) -> dict[str, float]:
        """Tag 0 is *outside* and does not count."""
        hit = ((pred == gold) & (gold > 0) & valid).sum().item()
        predicted = ((pred > 0) & valid).sum().item()
        actual = ((gold > 0) & valid).sum().item()
        precision = safe_ratio(hit, predicted, self.zero_division)
        recall = safe_ratio(hit, actual, self.zero_division)
        f1 = safe_ratio(2 * precision * recall, precision + recall, self.zero_division)
        return {"precision": precision, "recall": recall, "f1": f1}

    def forward(self, x: Tensor, gold: Tensor, valid: Tensor) -> tuple[Tensor, dict[str, float]]:
        logits = self.classifier(x)
        target = gold.masked_fill(~valid, -100)
        loss = F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=-100)
        return loss, self.scores(logits.argmax(-1), gold, valid)


def make(zero_division=0.0, bias=None):
    model = TaggerWithScores(zero_division=zero_division)
    if bias is not None:
        model.classifier.bias.data[bias] += 50.0
    model.compile()
    return model


def _args(b, t, lo=0, hi=4):
    valid = torch.ones(b, t, dtype=torch.bool)
    valid[:, -1] = False
    return randn(b, t, 5), ints(lo, hi, b, t), valid


def cases():
    yield from build(make, lambda: _args(2, 4), "base")
    yield from build(lambda: make(bias=0), lambda: _args(2, 4), "base", tag="nothing-")
    yield from build(lambda: make(1.0), lambda: _args(2, 4, 0, 1), "base", tag="outside-")
    yield from build(lambda: make(0.5, bias=0), lambda: _args(1, 3, 0, 1), "base", tag="neither-")
    yield from build(lambda: make(bias=3), lambda: _args(2, 3, 1, 3), "base", tag="wrong-")

EXPECT = {'topic': 'sequence tagging',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {25: 6, 26: 4, 27: 4},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['number-tensor', 'fresh-result']}
