"""The score of a span is halved when the token behind it is a separator; nothing is behind the last token."""

import torch
from torch import nn

from fxkit import build, randn


class SpanScorer(nn.Module):
    def __init__(self, dim=3, separator=1):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.separator = separator

    def followed_by_separator(self, ids, end):
        return end + 1 < ids.size(0) and ids.index_select(0, (end + 1)[None])[0] == self.separator

    def forward(self, hidden, ids, end):
        score = self.score(hidden).squeeze(-1).cumsum(0).gather(0, end[None])[0]
        if self.followed_by_separator(ids, end):
            score = 0.5 * score
        return score


def load():
    return torch.compile(SpanScorer())


def cases():
    ids = lambda: torch.tensor([4, 2, 1, 5])
    for end in (0, 1, 3):
        yield from build(load, lambda end=end: (randn(4, 3), ids(), torch.tensor(end)), "base grad", tag=f"end{end}-")

EXPECT = {'topic': 'LLM inference',
 'kind': 'branch, short circuit',
 'verdict': 'any correct rewrite',
 'obligations': ['short circuit', 'exceptions'],
 'breaks': {16: 2, 20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['None or not', 'exception', 'type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
