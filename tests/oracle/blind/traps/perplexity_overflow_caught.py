"""Language model evaluation: the perplexity is computed in double and becomes infinite on overflow only."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class TinyLM(nn.Module):
    def __init__(self, vocab=7, dim=5):
        super().__init__()
        self.wte = nn.Embedding(vocab, dim)
        self.ln_f = nn.LayerNorm(dim)
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, idx, bias):
        return self.lm_head(self.ln_f(self.wte(idx))) + bias


class Evaluation(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = TinyLM()

    @torch.no_grad()
    def forward(self, input_ids, labels, bias):
        logits = self.model(input_ids, bias)
        shift_logits = logits[..., :-1, :].contiguous()
        shift_labels = labels[..., 1:].contiguous()
        eval_loss = F.cross_entropy(shift_logits.view(-1, shift_logits.size(-1)), shift_labels.view(-1))
        try:
            perplexity = math.exp(eval_loss)
        except OverflowError:
            perplexity = float("inf")
        return {"eval_loss": eval_loss, "perplexity": perplexity}


def load():
    return torch.compile(Evaluation())


def cases():
    yield from build(load, lambda: (ints(0, 7, 2, 6), ints(0, 7, 2, 6), torch.zeros(7)), "base")
    yield from build(load, lambda: (ints(0, 7, 2, 6), ints(0, 7, 2, 6), 150 * randn(7)), "base nan", tag="confident-")
    yield from build(load, lambda: (ints(0, 7, 2, 6), ints(0, 7, 2, 6), 5000 * randn(7)), "base", tag="overflow-")

EXPECT = {'topic': 'language',
 'kind': 'exception caught',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype', 'values', 'exceptions'],
 'breaks': {35: 2},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
