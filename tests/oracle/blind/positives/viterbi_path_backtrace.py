"""Tagging with a CRF: the best path is read back from the pointers of the Viterbi recursion."""

import torch
from torch import nn

from fxkit import build, ints


class CRF(nn.Module):
    def __init__(self, num_tags):
        super().__init__()
        self.start_transitions = nn.Parameter(torch.empty(num_tags).uniform_(-0.5, 0.5))
        self.end_transitions = nn.Parameter(torch.empty(num_tags).uniform_(-0.5, 0.5))
        self.transitions = nn.Parameter(torch.empty(num_tags, num_tags).uniform_(-0.5, 0.5))

    def decode(self, emissions):
        batch_size, seq_length, _ = emissions.shape
        score = self.start_transitions + emissions[:, 0]
        history = []
        for i in range(1, seq_length):
            next_score = score.unsqueeze(2) + self.transitions + emissions[:, i].unsqueeze(1)
            score, indices = next_score.max(dim=1)
            history.append(indices)
        score = score + self.end_transitions
        best_tags_list = []
        for idx in range(batch_size):
            best_score, best_last_tag = score[idx].max(dim=0)
            best_tags = [best_last_tag.item()]
            for hist in reversed(history):
                best_last_tag = hist[idx][best_tags[-1]]
                best_tags.append(best_last_tag.item())
            best_tags.reverse()
            best_tags_list.append(best_tags)
        return torch.tensor(best_tags_list), score.max(dim=1).values


class Tagger(nn.Module):
    def __init__(self, vocab=12, dim=6, num_tags=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.conv = nn.Conv1d(dim, num_tags, 3, padding=1)
        self.crf = CRF(num_tags)

    @torch.no_grad()
    def forward(self, words):
        emissions = self.conv(self.embed(words).transpose(1, 2)).transpose(1, 2)
        return self.crf.decode(emissions)


def load():
    return torch.compile(Tagger())


def cases():
    yield from build(load, lambda: (ints(0, 12, 2, 5),), "base")
    yield from build(load, lambda: (ints(0, 12, 3, 2),), "base", tag="short-")

EXPECT = {'topic': 'language',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
