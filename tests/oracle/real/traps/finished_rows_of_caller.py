"""Rows of finished sequences are overwritten in the caller's token buffer."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def advance(tokens, logits, padded, eos: int = 2):
    next_token = logits.argmax(dim=-1)
    finished = (tokens == eos).any(dim=-1)
    tokens[finished] = padded[finished]
    next_token = torch.where(finished, torch.zeros_like(next_token), next_token)
    return next_token, finished


class Generator:
    def __init__(self, steps=2):
        self.steps = steps

    def generate(self, tokens, logits, padded):
        picked = [advance(tokens, logits, padded)[0] for _ in range(self.steps)]
        return torch.stack(picked, dim=1), tokens.sum(dim=-1)


def cases():
    yield from sweep(Generator().generate, lambda: (ints(0, 4, 4, 3), randn(4, 4), torch.zeros(4, 3, dtype=torch.long)), "base zero")

EXPECT = {'topic': 'language',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R31'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
