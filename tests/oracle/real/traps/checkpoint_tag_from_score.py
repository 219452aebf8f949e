"""The name of a checkpoint has the score in it as Python writes the float."""

import torch
from torch import nn

from fxkit import build, randn


class Scorer(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.probe = nn.Linear(dim, dim, bias=False)

    @torch.no_grad()
    def forward(self, x, y):
        cosine = torch.cosine_similarity(self.probe(x), y, dim=-1)
        return cosine, cosine.mean().item()


class Checkpointer:
    def __init__(self):
        self.scorer = torch.compile(Scorer())
        self.saved = []

    def evaluate(self, x, y):
        cosine, score = self.scorer(x, y)
        self.saved.append("model-cosine=%s.pt" % score)
        return cosine, self.saved[-1]


def load():
    return Checkpointer().evaluate


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 3, seed=1)), "base zero nan")

EXPECT = {'topic': 'evaluation',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R28'],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['value'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
