"""Generation ends at a token that is in the set of stop ids, which the caller asks as a Python number."""

from dataclasses import dataclass, field

import torch
from torch import nn

from fxkit import build, ints


@dataclass
class StopConfig:
    stop_ids: set = field(default_factory=lambda: {2, 3})
    max_new_tokens: int = 4


class TinyLM(nn.Module):
    def __init__(self, vocab=6, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)

    def forward(self, last, step: int):
        hidden = torch.tanh(self.mix(self.embed(last)) + 0.3 * step)
        logits = hidden @ self.embed.weight.t()
        token = logits.argmax(dim=-1)
        return logits, token.item()


class Generator:
    def __init__(self, config=StopConfig()):
        self.config = config
        self.model = torch.compile(TinyLM())

    @torch.no_grad()
    def generate(self, last):
        tokens, reason = [], "length"
        for step in range(self.config.max_new_tokens):
            logits, token = self.model(last, step)
            if token in self.config.stop_ids:
                reason = "stop"
                break
            tokens.append(int(token))
            last = logits.argmax(dim=-1)
        return tokens, reason


def load():
    return Generator().generate


def cases():
    for first in range(6):
        yield from build(load, lambda first=first: (torch.tensor(first),), "base", tag=f"from{first}-")

EXPECT = {'topic': 'inference',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['R28', 'caller needs a number'],
 'breaks': {27: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['length', 'value'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
