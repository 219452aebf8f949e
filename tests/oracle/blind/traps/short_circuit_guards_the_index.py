"""Constrained decoding: the next forced token is looked up only while the cursor is inside the template."""

import torch
from torch import nn

from fxkit import build, ints


class TemplateCursor(nn.Module):
    def __init__(self, template):
        super().__init__()
        self.register_buffer("template", torch.tensor(template))
        self.register_buffer("cursor", torch.zeros((), dtype=torch.long))

    def forward(self, logits):
        if self.cursor < len(self.template) and self.template[self.cursor] >= 0:
            forced = torch.full_like(logits, float("-inf"))
            forced[..., self.template[self.cursor]] = 0.0
            logits = forced
        self.cursor += 1
        return logits


class ConstrainedDecoder(nn.Module):
    def __init__(self, vocab=8, dim=4, template=(3, -1, 5)):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)
        self.constraint = TemplateCursor(template)

    @torch.no_grad()
    def forward(self, token):
        logits = self.constraint(self.head(self.embed(token)))
        return logits.argmax(dim=-1), logits


class Session:
    def __init__(self, template=(3, -1, 5)):
        self.decode = torch.compile(ConstrainedDecoder(template=template))

    def generate(self, token, steps):
        out = [token]
        for _ in range(steps):
            token, _ = self.decode(token)
            out.append(token)
        return torch.stack(out)


def load(template=(3, -1, 5)):
    return Session(template).generate


def cases():
    yield from build(load, lambda: (ints(0, 8, 2), 3), "base")
    yield from build(lambda: load((1, 2, 3, 4, 5, 6, 7, 1, 2)), lambda: (ints(0, 8, 2), 2), "base", tag="long-")

EXPECT = {'topic': 'llm',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['short circuit'],
 'breaks': {16: 2, 18: 2},
 'gb': ['GB0033', 'GB0170'],
 'naive_differs_in': ['exception', 'grad_mode', 'type', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
