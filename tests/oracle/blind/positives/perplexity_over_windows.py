"""Perplexity of a long text by strided windows, after the well-known documentation page."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class TinyLM(nn.Module):
    def __init__(self, vocab=13, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, vocab)

    def forward(self, input_ids, labels):
        h = self.embed(input_ids)
        h = self.rnn(h.cumsum(dim=1) / torch.arange(1, h.shape[1] + 1).unsqueeze(-1)).tanh()
        logits = self.head(h)[:, :-1]
        return F.cross_entropy(logits.flatten(0, 1), labels[:, 1:].flatten(), ignore_index=-100)


class PerplexityEvaluator(nn.Module):
    def __init__(self, max_length=6, stride=3):
        super().__init__()
        self.model = TinyLM()
        self.max_length = max_length
        self.stride = stride

    @torch.no_grad()
    def forward(self, input_ids):
        seq_len = input_ids.size(1)
        nll_sum, n_tokens, prev_end = 0.0, 0, 0
        for begin in range(0, seq_len, self.stride):
            end = min(begin + self.max_length, seq_len)
            trg_len = end - prev_end
            ids = input_ids[:, begin:end]
            target_ids = ids.clone()
            target_ids[:, :-trg_len] = -100
            loss = self.model(ids, target_ids)
            num_valid = (target_ids[:, 1:] != -100).sum().item()
            nll_sum += loss.item() * num_valid
            n_tokens += num_valid
            prev_end = end
            if end == seq_len:
                break
        return {"perplexity": math.exp(nll_sum / n_tokens), "tokens": n_tokens}


def load():
    return torch.compile(PerplexityEvaluator())


def cases():
    yield from build(load, lambda: (ints(0, 13, 1, 14),), "base")
    yield from build(load, lambda: (ints(0, 13, 2, 7),), "base", tag="two-")

EXPECT = {'topic': 'language models',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {44: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
