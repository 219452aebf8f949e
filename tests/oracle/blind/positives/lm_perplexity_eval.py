"""Evaluation of a causal language model: loss, perplexity and bits per byte."""

import math
from typing import Dict

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class TinyCausalLM(nn.Module):
    def __init__(self, vocab_size=11, dim=6):
        super().__init__()
        self.wte = nn.Embedding(vocab_size, dim)
        self.mix = nn.Linear(dim, dim)
        self.lm_head = nn.Linear(dim, vocab_size, bias=False)

    def forward(self, idx):
        h = self.wte(idx)
        steps = torch.arange(1, idx.size(1) + 1, dtype=h.dtype)
        h = h + torch.tanh(self.mix(h.cumsum(dim=1) / steps[None, :, None]))
        return self.lm_head(h)


class PerplexityEvaluator(nn.Module):
    def __init__(self, bytes_per_token=3.7, ignore_index=-100):
        super().__init__()
        self.model = TinyCausalLM()
        self.bytes_per_token = bytes_per_token
        self.ignore_index = ignore_index

    def shift_loss(self, idx):
        logits = self.model(idx)
        shift_logits = logits[:, :-1].reshape(-1, logits.size(-1))
        shift_labels = idx[:, 1:].reshape(-1)
        return F.cross_entropy(shift_logits, shift_labels, ignore_index=self.ignore_index)

    @torch.no_grad()
    def forward(self, batches) -> Dict[str, float]:
        total = 0.0
        for idx in batches:
            total += self.shift_loss(idx).item()
        mean_loss = total / len(batches)
        return {
            "val/loss": mean_loss,
            "val/ppl": math.exp(min(mean_loss, 20.0)),
            "val/bpb": mean_loss / math.log(2) / self.bytes_per_token,
        }


def load():
    return torch.compile(PerplexityEvaluator())


def cases():
    yield from build(load, lambda: ([ints(0, 11, 2, 5), ints(0, 11, 2, 5, seed=1)],), "base")
    yield from build(load, lambda: ([ints(0, 11, 1, 7)],), "base", tag="single-")


EXPECT = {'topic': 'language_model',
 'kind': 'exp_of_item',
 'rewrites': [],
 'breaks': {44: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close', 'number-tensor']}
