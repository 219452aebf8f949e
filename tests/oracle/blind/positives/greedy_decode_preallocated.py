"""Greedy decoding into a preallocated buffer; finished rows are padded."""

import torch
from torch import nn

from fxkit import build, ints


class TinyCaptioner(nn.Module):
    def __init__(self, vocab=7, dim=6, max_len=6, eos=2, pad=0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.head = nn.Linear(dim, vocab)
        self.max_len, self.eos, self.pad = max_len, eos, pad

    @torch.no_grad()
    def generate(self, start, state):
        out = torch.full((start.shape[0], self.max_len), self.pad, dtype=torch.long, device=start.device)
        finished = torch.zeros_like(start, dtype=torch.bool)
        token = start
        for step in range(self.max_len):
            state = self.cell(self.embed(token), state)
            token = self.head(state).argmax(-1)
            token = token.masked_fill(finished, self.pad)
            out[:, step] = token
            finished = finished | (token == self.eos)
            if finished.all():
                break
        return out


def load():
    model = TinyCaptioner()
    return torch.compile(model.generate)


def cases():
    for seed in (0, 1, 4):
        yield from build(load, lambda seed=seed: (ints(3, 7, 3, seed=seed), torch.randn(3, 6) * 2), "base", tag=f"s{seed}-")
    yield from build(load, lambda: (torch.tensor([5]), torch.randn(1, 6) * 3), "base", tag="single-")


EXPECT = {'topic': 'generation',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': []}
