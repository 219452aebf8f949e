"""Whole words per sentence, where there is a sentence."""

import torch

from fxkit import ints, sweep


def per_sentence(words, sentences):
    return torch.div(words, sentences, rounding_mode="floor")


@torch.compile
def density(words, sentences):
    full = sentences > 0
    out = torch.full_like(words, -1)
    out[full] = per_sentence(words[full], sentences[full])
    return out


def cases():
    yield from sweep(density, lambda: (ints(5, 90, 4), torch.tensor([3, 1, 2, 7])), "base", tag="full-")
    yield from sweep(density, lambda: (ints(5, 90, 4), torch.tensor([3, 0, 2, 0])), "base", tag="empty-docs-")

EXPECT = {'topic': 'nlp',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R32'],
 'breaks': {16: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
