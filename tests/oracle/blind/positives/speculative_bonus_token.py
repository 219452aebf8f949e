"""Speculative decoding: the target model's extra token is taken when all draft tokens were accepted."""

import torch
from torch import nn

from fxkit import build, ints, rand, randn


class TargetHead(nn.Module):
    def __init__(self, dim=4, vocab=7):
        super().__init__()
        self.out = nn.Linear(dim, vocab)

    def forward(self, hidden):
        return self.out(hidden).softmax(dim=-1)


class Verifier(nn.Module):
    """hidden: (draft + 1, dim), one row for each draft token and one for the bonus token."""

    def __init__(self):
        super().__init__()
        self.head = TargetHead()

    @staticmethod
    def residual(target, draft):
        left = (target - draft).clamp(min=0.0)
        return left / left.sum(dim=-1, keepdim=True).clamp(min=1e-6)

    def forward(self, hidden, draft_tokens, draft_probs, uniform):
        probs = self.head(hidden)
        p = probs[:-1].gather(-1, draft_tokens[:, None]).squeeze(-1)
        q = draft_probs.gather(-1, draft_tokens[:, None]).squeeze(-1)
        accepted = uniform * q <= p
        if accepted.all():
            token = probs[-1].argmax(dim=-1)
        else:
            first = accepted.long().argmin(dim=-1, keepdim=True)
            rest = self.residual(probs[:-1], draft_probs)
            token = rest.index_select(0, first).squeeze(0).argmax(dim=-1)
        return token, accepted.long().cumprod(dim=-1).sum()


def load():
    return torch.compile(Verifier())


def draft(uniform):
    return randn(4, 4), ints(0, 7, 3), randn(3, 7).softmax(dim=-1), uniform


def cases():
    yield from build(load, lambda: draft(rand(3)), "base big nan", tag="mixed-")
    yield from build(load, lambda: draft(torch.zeros(3)), "base", tag="all-")
    yield from build(load, lambda: draft(torch.full((3,), 99.0)), "base", tag="none-")

EXPECT = {'topic': 'inference',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {35: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
