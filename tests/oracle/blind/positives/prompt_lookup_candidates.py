"""Prompt lookup decoding: the tokens behind an earlier copy of the last n-gram are the candidates."""

import torch
from torch import nn

from fxkit import build


class PromptLookupCandidates(nn.Module):
    def __init__(self, num_output_tokens=3, max_matching_ngram_size=2, pad_token_id=-1):
        super().__init__()
        self.num_output_tokens = num_output_tokens
        self.max_matching_ngram_size = max_matching_ngram_size
        self.pad_token_id = pad_token_id

    def forward(self, input_ids):
        input_length = input_ids.size(1)
        chosen = torch.full((self.num_output_tokens,), self.pad_token_id, dtype=torch.long)
        match_found = False
        for ngram_size in range(min(self.max_matching_ngram_size, input_length - 1), 0, -1):
            # sliding windows of size ngram_size
            windows = input_ids.unfold(dimension=1, size=ngram_size, step=1)
            ngram_tensor = input_ids[0, -ngram_size:]
            matches = (windows == ngram_tensor).all(dim=2)
            match_indices = matches.nonzero(as_tuple=True)[1]
            for idx in match_indices:
                start_idx = idx + ngram_size
                end_idx = min(start_idx + self.num_output_tokens, input_length)
                if start_idx < end_idx:
                    chosen[: end_idx - start_idx] = input_ids[0, start_idx:end_idx]
                    match_found = True
                    break
            if match_found:
                break
        return torch.cat((input_ids[0], chosen))


def load():
    return torch.compile(PromptLookupCandidates())


def cases():
    yield from build(load, lambda: (torch.tensor([[4, 5, 6, 7, 8, 4, 5]]),), "base")
    yield from build(load, lambda: (torch.tensor([[4, 5, 6, 7, 8, 3, 7]]),), "base", tag="unigram-")
    yield from build(load, lambda: (torch.tensor([[4, 5, 6, 7, 8, 3, 1]]),), "base", tag="none-")

EXPECT = {'topic': 'language model',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {25: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
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
