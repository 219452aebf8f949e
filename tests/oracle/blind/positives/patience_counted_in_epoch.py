"""Training utility: an early stopper counts the epochs without a better validation loss and reports them."""

from dataclasses import dataclass, field
from typing import List

import torch
from torch import Tensor, nn

from fxkit import build, randn


@dataclass
class EarlyStopping:
    patience: int = 2
    delta: float = 0.0
    best: Tensor = field(default_factory=lambda: torch.tensor(float("inf")))
    counter: Tensor = field(default_factory=lambda: torch.tensor(0))
    stop: Tensor = field(default_factory=lambda: torch.tensor(False))

    def update(self, loss: Tensor) -> None:
        if loss < self.best - self.delta:
            self.best = loss
            self.counter = torch.zeros_like(self.counter)
        else:
            self.counter = self.counter + 1
            if self.counter >= self.patience:
                self.stop = torch.ones_like(self.stop)


class Validator(nn.Module):
    def __init__(self, stopper: EarlyStopping):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(0.5), nn.ReLU(), nn.Linear(4, 1))
        self.stopper = stopper
        self.history: List[float] = []

    def evaluate(self, x, y):
        return (self.net(x).squeeze(-1) - y).abs().mean()

    @torch.no_grad()
    def forward(self, x, y):
        loss = self.evaluate(x, y)
        self.stopper.update(loss)
        self.history.append(float(loss))
        print("epoch", len(self.history), "patience", self.stopper.patience)
        return loss, self.stopper.stop


def load():
    return torch.compile(Validator(EarlyStopping()))


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4)), "base zero")

EXPECT = {'topic': 'training utilities',
 'kind': 'counter',
 'rewrites': [],
 'breaks': {21: 1, 26: 1, 44: 2, 45: 4},
 'gb': ['GB0059', 'GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['number-tensor', 'fresh-result'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
