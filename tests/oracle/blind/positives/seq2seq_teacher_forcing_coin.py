"""The tutorial's sequence to sequence decoder: a coin decides on teacher forcing, and EOS ends a free-running sentence."""

import random

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

SOS_token, EOS_token = 0, 1


class DecoderRNN(nn.Module):
    def __init__(self, vocab=5, hidden=4):
        super().__init__()
        self.embedding = nn.Embedding(vocab, hidden)
        self.cell = nn.GRUCell(hidden, hidden)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, token, hidden):
        hidden = self.cell(F.relu(self.embedding(token)), hidden)
        return F.log_softmax(self.out(hidden), dim=1), hidden


class Seq2SeqLoss(nn.Module):
    def __init__(self, teacher_forcing_ratio=0.5):
        super().__init__()
        self.decoder = DecoderRNN()
        self.teacher_forcing_ratio = teacher_forcing_ratio

    def forward(self, decoder_hidden, target_tensor):
        decoder_input = torch.tensor([SOS_token])
        use_teacher_forcing = random.random() < self.teacher_forcing_ratio
        loss = torch.zeros(())
        for di in range(target_tensor.size(0)):
            decoder_output, decoder_hidden = self.decoder(decoder_input, decoder_hidden)
            loss = loss + F.nll_loss(decoder_output, target_tensor[di : di + 1])
            if use_teacher_forcing:
                decoder_input = target_tensor[di : di + 1]  # Teacher forcing
            else:
                topv, topi = decoder_output.topk(1)
                decoder_input = topi.squeeze(1).detach()  # detach from history as input
                if decoder_input.item() == EOS_token:
                    break
        return loss / target_tensor.size(0)


def load():
    return torch.compile(Seq2SeqLoss())


def cases():
    yield from build(load, lambda: (randn(1, 4), torch.tensor([2, 3, 4, 1])), "base grad")
    yield from build(load, lambda: (randn(1, 4, seed=5) * 3, torch.tensor([4, 1])), "base grad", tag="short-")

EXPECT = {'topic': 'translation',
 'kind': 'random choice',
 'rewrites': [],
 'breaks': {34: 1, 44: 1},
 'gb': ['GB0007', 'GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
