"""Beam bookkeeping: decoding ends when every beam has met the end token."""

import torch
import torch.nn as nn

from fxkit import build, ints


class ToyDecoder(nn.Module):
    def __init__(self, vocab=5, eos=0, max_new_tokens=4):
        super().__init__()
        self.table = nn.Embedding(vocab, vocab)
        self.eos = eos
        self.max_new_tokens = max_new_tokens

    def step(self, tokens):
        return self.table(tokens).log_softmax(-1).max(-1)

    @torch.no_grad()
    def forward(self, tokens):
        finished = tokens == self.eos
        scores, sequence = torch.zeros(tokens.shape), [tokens]
        for _ in range(self.max_new_tokens):
            logp, nxt = self.step(tokens)
            tokens = torch.where(finished, self.eos, nxt)
            scores = torch.where(finished, scores, scores + logp)
            sequence.append(tokens)
            finished = finished | (tokens == self.eos)
            if finished.all():
                break
        return sequence, scores


def make_decoder():
    return torch.compile(ToyDecoder())


def cases():
    for seed in (0, 1, 5):
        yield from build(make_decoder, lambda s=seed: (ints(0, 5, 3, seed=s),), "base", tag=f"s{seed}-")
    yield from build(make_decoder, lambda: (torch.zeros(3, dtype=torch.long),), "base", tag="done-")

EXPECT = {'topic': 'llm inference',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {29: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['length'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
