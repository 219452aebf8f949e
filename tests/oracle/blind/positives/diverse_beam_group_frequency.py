"""Diverse beam search: tokens that earlier groups chose at this step are punished by their frequency."""

import torch
from torch import nn

from fxkit import build, ints, randn


class HammingDiversity:
    def __init__(self, diversity_penalty=0.5, num_beams=4, num_beam_groups=2):
        self._diversity_penalty = diversity_penalty
        self._num_beams = num_beams
        self._num_sub_beams = num_beams // num_beam_groups

    def __call__(self, scores, current_tokens, beam_group_idx):
        batch_size = current_tokens.shape[0] // self._num_beams
        group_start_idx = beam_group_idx * self._num_sub_beams
        group_end_idx = min(group_start_idx + self._num_sub_beams, self._num_beams)
        group_size = group_end_idx - group_start_idx
        vocab_size = scores.shape[-1]
        if group_start_idx == 0:
            return scores
        scores_processed = scores.clone()
        for batch_idx in range(batch_size):
            previous_group_tokens = current_tokens[
                batch_idx * self._num_beams : batch_idx * self._num_beams + group_start_idx
            ]
            token_frequency = torch.bincount(previous_group_tokens, minlength=vocab_size)
            scores_processed[batch_idx * group_size : (batch_idx + 1) * group_size] -= (
                self._diversity_penalty * token_frequency
            )
        return scores_processed


class GroupStep(nn.Module):
    def __init__(self, dim=5, vocab=9):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab)
        self.diversity = HammingDiversity()

    def forward(self, hidden, current_tokens, group):
        scores = self.lm_head(hidden).log_softmax(dim=-1)
        scores = self.diversity(scores, current_tokens, group)
        return scores.topk(2, dim=-1)


def load():
    return torch.compile(GroupStep())


def cases():
    yield from build(load, lambda: (randn(4, 5), ints(0, 9, 8), 1), "base grad")
    yield from build(load, lambda: (randn(4, 5), torch.full((8,), 3), 1), "base nan", tag="same-")
    yield from build(load, lambda: (randn(4, 5), ints(0, 9, 8), 0), "base", tag="first-")

EXPECT = {'topic': 'generation',
 'kind': 'host',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
