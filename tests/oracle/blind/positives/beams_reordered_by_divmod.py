"""One step of beam search in plain Python: the flat indices of the best continuations are split by divmod."""

import torch
from torch import nn

from fxkit import build, ints


class Decoder(nn.Module):
    def __init__(self, vocab=7, dim=5):
        super().__init__()
        self.vocab = vocab
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRUCell(dim, dim)
        self.head = nn.Linear(dim, vocab)

    def forward(self, token, hidden):
        hidden = self.rnn(self.embed(token), hidden)
        return torch.log_softmax(self.head(hidden), dim=-1), hidden


class BeamSearch(nn.Module):
    def __init__(self, beams=3, steps=3, vocab=7, dim=5):
        super().__init__()
        self.decoder = Decoder(vocab, dim)
        self.beams, self.steps, self.vocab, self.dim = beams, steps, vocab, dim

    def advance(self, seqs, scores, hidden):
        logp, hidden = self.decoder(seqs[:, -1], hidden)
        total = (scores.unsqueeze(-1) + logp).flatten()
        values, flat = total.topk(self.beams)
        new_seqs, new_hidden = [], []
        for index in flat.tolist():
            beam, token = divmod(index, self.vocab)
            new_seqs.append(torch.cat([seqs[beam], torch.tensor([token])]))
            new_hidden.append(hidden[beam])
        return torch.stack(new_seqs), values, torch.stack(new_hidden)

    @torch.no_grad()
    def forward(self, start):
        seqs = start.reshape(1, 1)
        scores = torch.zeros(1)
        hidden = torch.zeros(1, self.dim)
        for _ in range(self.steps):
            seqs, scores, hidden = self.advance(seqs, scores, hidden)
        return seqs, scores


def load(beams=3, steps=3):
    return torch.compile(BeamSearch(beams, steps))


def cases():
    yield from build(load, lambda: (torch.tensor(2),), "base")
    yield from build(lambda: load(2, 2), lambda: (ints(0, 7, 1),), "base", tag="narrow-")

EXPECT = {'topic': 'llm',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {33: 3, 34: 1},
 'gb': ['GB0033', 'GB0088', 'GB7000'],
 'skips': 2,
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
