"""Greedy decoding into a buffer of pad tokens that stops as soon as every sequence has ended."""

import torch
from torch import nn

from fxkit import build, ints


class TinyDecoder(nn.Module):
    def __init__(self, vocab=7, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, token, state):
        state = torch.tanh(self.mix(state) + self.embed(token))
        return self.lm_head(state), state


class Generator(nn.Module):
    def __init__(self, max_new_tokens=6, eos_token_id=1, pad_token_id=0, dim=6):
        super().__init__()
        self.model = TinyDecoder(dim=dim)
        self.max_new_tokens = max_new_tokens
        self.eos_token_id, self.pad_token_id = eos_token_id, pad_token_id
        self.dim = dim

    @torch.no_grad()
    def forward(self, input_ids):
        batch = input_ids.shape[0]
        state = torch.zeros(batch, self.dim)
        for i in range(input_ids.shape[1]):
            logits, state = self.model(input_ids[:, i], state)
        output = input_ids.new_full((batch, self.max_new_tokens), self.pad_token_id)
        unfinished = input_ids.new_ones(batch)
        for step in range(self.max_new_tokens):
            next_token = logits.argmax(dim=-1)
            next_token = next_token * unfinished + self.pad_token_id * (1 - unfinished)
            output[:, step] = next_token
            unfinished = unfinished.mul((next_token != self.eos_token_id).long())
            if unfinished.max() == 0:
                break
            logits, state = self.model(next_token, state)
        return output


def load():
    return torch.compile(Generator())


def load_biased():
    gen = Generator()
    with torch.no_grad():
        gen.model.lm_head.weight[1] += gen.model.lm_head.weight.sum(0).abs()
    return torch.compile(gen)


def cases():
    yield from build(load, lambda: (ints(2, 7, 3, 4),), "base")
    yield from build(load, lambda: (ints(2, 7, 1, 2, seed=3),), "base", tag="one-")
    yield from build(load_biased, lambda: (ints(2, 7, 2, 3),), "base", tag="soon-")
    yield from build(load, lambda: (torch.ones(2, 2, dtype=torch.long),), "base", tag="eos-")

EXPECT = {'topic': 'language models',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {42: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 10,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
