"""Speech synthesis: the spectrogram error of each utterance is averaged over its own frames, read from the lengths."""

import torch
from torch import nn

from fxkit import build, randn


class MelLoss(nn.Module):
    def __init__(self, stop_weight=0.1):
        super().__init__()
        self.stop_weight = stop_weight

    def forward(self, mel, stop, target, lengths):
        mel_loss = mel.new_zeros(())
        stop_loss = mel.new_zeros(())
        for b in range(mel.shape[0]):
            n = int(lengths[b])
            mel_loss = mel_loss + (mel[b, :n] - target[b, :n]).abs().mean(dim=-1).sum() / max(n, 1)
            ends = torch.zeros_like(stop[b])
            ends[n - 1 :] = 1.0
            stop_loss = stop_loss + nn.functional.binary_cross_entropy_with_logits(stop[b], ends)
        return (mel_loss + self.stop_weight * stop_loss) / mel.shape[0]


class TacotronDecoder(nn.Module):
    def __init__(self, dim=5, n_mels=4):
        super().__init__()
        self.rnn_in = nn.Linear(dim, dim)
        self.mel = nn.Linear(dim, n_mels)
        self.gate = nn.Linear(dim, 1)
        self.criterion = MelLoss()

    def forward(self, memory, target, lengths):
        h = self.rnn_in(memory).tanh()
        return self.criterion(self.mel(h), self.gate(h).squeeze(-1), target, lengths)


def load():
    return torch.compile(TacotronDecoder())


def cases():
    yield from build(load, lambda: (randn(3, 6, 5), randn(3, 6, 4), torch.tensor([6, 2, 4])), "base grad")
    yield from build(load, lambda: (randn(3, 6, 5), randn(3, 6, 4), torch.tensor([1, 5, 3])), "base", tag="short-")

EXPECT = {'topic': 'tts',
 'kind': 'loop',
 'rewrites': [],
 'breaks': {18: 3},
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
