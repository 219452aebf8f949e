"""Self-critical training: a BLEU like reward uses math.log, and an order without a match is caught as a penalty."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def ngram_precision(hyp, ref, n):
    h = hyp.unfold(0, n, 1)
    r = ref.unfold(0, n, 1)
    hits = (h.unsqueeze(1) == r.unsqueeze(0)).all(dim=-1).any(dim=1)
    return hits.float().mean()


def sentence_bleu(hyp, ref, max_n=2):
    try:
        logs = [math.log(ngram_precision(hyp, ref, n)) for n in range(1, max_n + 1)]
    except ValueError:
        return -1.0
    return math.exp(sum(logs) / max_n)


class SCSTLoss(nn.Module):
    def __init__(self, vocab=6, dim=4, baseline=0.3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.proj = nn.Linear(dim, vocab)
        self.baseline = baseline

    def forward(self, hyp, ref, context):
        logprobs = F.log_softmax(self.proj(self.embed(hyp) + context), dim=-1)
        taken = logprobs.gather(1, hyp.unsqueeze(1)).squeeze(1)
        reward = sentence_bleu(hyp, ref)
        return -(reward - self.baseline) * taken.mean(), reward


def load():
    return torch.compile(SCSTLoss())


def cases():
    yield from build(load, lambda: (torch.tensor([1, 2, 3, 0]), torch.tensor([1, 2, 0, 5]), randn(4)), "base grad nan")
    yield from build(load, lambda: (torch.tensor([1, 1, 1]), torch.tensor([2, 3, 4]), randn(4)), "base grad", tag="matchless-")
    yield from build(load, lambda: (torch.tensor([1, 3, 2]), torch.tensor([1, 2, 3]), randn(4)), "base", tag="unigrams-")
    yield from build(load, lambda: (ints(0, 6, 8), ints(0, 6, 8, seed=1), randn(4)), "base", tag="longer-")

EXPECT = {'topic': 'language',
 'kind': 'exception caught',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions', 'values'],
 'breaks': {21: 6},
 'gb': ['GB0033', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
