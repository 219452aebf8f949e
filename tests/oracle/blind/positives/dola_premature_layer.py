"""DoLa decoding: the early layer that disagrees most with the last one is contrasted with it."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


def relative_top_filter(scores, baseline, relative_top=0.1, filter_value=-float("inf"), base_filter_value=-1e3):
    scores_normalized = scores.log_softmax(dim=-1)
    baseline_normalized = baseline.log_softmax(dim=-1)
    probs_thresh = scores_normalized.max(dim=-1).values + torch.log(torch.tensor(relative_top))
    probs_thresh = probs_thresh.unsqueeze(-1)
    baseline_normalized = baseline_normalized.masked_fill(scores_normalized < probs_thresh, base_filter_value)
    return scores_normalized.masked_fill(scores_normalized < probs_thresh, filter_value), baseline_normalized


def select_contrast(candidate_layers, candidate_logits, final_logits):
    if len(candidate_layers) == 1:
        base_logits = candidate_logits[candidate_layers[0]]
        final, base = relative_top_filter(final_logits, base_logits)
        return final - base
    stacked = torch.stack([candidate_logits[i] for i in candidate_layers], dim=0)
    softmax_mature = F.softmax(final_logits, dim=-1)
    softmax_premature = F.softmax(stacked, dim=-1)
    avg_dist = 0.5 * (softmax_mature[None] + softmax_premature)
    kl1 = F.kl_div(F.log_softmax(final_logits, dim=-1)[None], avg_dist, reduction="none").mean(-1)
    kl2 = F.kl_div(F.log_softmax(stacked, dim=-1), avg_dist, reduction="none").mean(-1)
    js_divs = (0.5 * (kl1 + kl2)).mean(-1)
    premature_layer = candidate_layers[int(js_divs.argmax().cpu().item())]
    base_logits = candidate_logits[premature_layer]
    final, base = relative_top_filter(final_logits, base_logits)
    return final - base


class DolaStep(nn.Module):
    def __init__(self, vocab=9, dim=6, layers=4, candidates=(0, 2)):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(layers))
        self.head = nn.Linear(dim, vocab)
        self.candidates = list(candidates)

    def forward(self, ids):
        hidden = self.embed(ids).mean(dim=1)
        early = {}
        for i, layer in enumerate(self.layers):
            hidden = hidden + torch.tanh(2 * layer(hidden))
            early[i] = self.head(hidden)
        scores = select_contrast(self.candidates, early, early[len(self.layers) - 1])
        return scores, scores.argmax(dim=-1)


def load(candidates=(0, 2)):
    return torch.compile(DolaStep(candidates=candidates))


def cases():
    yield from build(load, lambda: (ints(0, 9, 2, 4),), "base")
    yield from build(lambda: load((0, 1, 2)), lambda: (ints(0, 9, 3, 4, seed=5),), "base", tag="three-")
    yield from build(lambda: load((1,)), lambda: (ints(0, 9, 2, 3),), "base", tag="single-")

EXPECT = {'topic': 'llm',
 'kind': 'index',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
