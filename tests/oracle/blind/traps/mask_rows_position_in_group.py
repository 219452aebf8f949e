"""Positions count within the tokens that are kept."""

import torch

from fxkit import bools, randn, sweep


def with_position(tokens, base=0.25):
    place = torch.arange(tokens.shape[0], dtype=tokens.dtype)
    return tokens + base * place.unsqueeze(-1)


@torch.compile
def embed(tokens, kept):
    out = tokens * 0.0
    out[kept] = with_position(tokens[kept])
    return out


def cases():
    yield from sweep(embed, lambda: (randn(6, 3), bools(6)), "base true grad")

EXPECT = {'topic': 'nlp',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {16: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
