"""Autoregressive mel decoder with a stop gate; frames behind the stop are padding."""

import torch
from torch import nn

from fxkit import build, randn


class MelDecoder(nn.Module):
    def __init__(self, dim=5, n_mels=3, max_frames=5, gate_threshold=0.5, gate_bias=0.0):
        super().__init__()
        self.prenet = nn.Linear(n_mels, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.to_mel = nn.Linear(dim, n_mels)
        self.gate = nn.Linear(dim, 1)
        nn.init.constant_(self.gate.bias, gate_bias)
        self.max_frames = max_frames
        self.gate_threshold = gate_threshold
        self.n_mels = n_mels

    def decode_step(self, frame, h):
        h = self.cell(torch.relu(self.prenet(frame)), h)
        return self.to_mel(h), torch.sigmoid(self.gate(h)), h

    @torch.no_grad()
    def forward(self, context):
        frame = context.new_zeros(1, self.n_mels)
        mels = context.new_zeros(self.max_frames, self.n_mels)
        gates = context.new_zeros(self.max_frames)
        h = context
        length = 0
        while length < self.max_frames:
            frame, gate, h = self.decode_step(frame, h)
            mels[length] = frame[0]
            gates[length] = gate[0, 0]
            length += 1
            if gate.item() > self.gate_threshold:
                break
        else:
            print("Warning! Reached max decoder steps")
        return mels, gates


def cases():
    yield from build(lambda: torch.compile(MelDecoder()), lambda: (randn(1, 5),), "base", tag="usual-")
    yield from build(lambda: torch.compile(MelDecoder(gate_bias=8.0)), lambda: (randn(1, 5),), "base", tag="at-once-")
    yield from build(lambda: torch.compile(MelDecoder(gate_bias=-8.0)), lambda: (randn(1, 5),), "base", tag="never-")
    yield from build(lambda: torch.compile(MelDecoder(gate_threshold=0.52)), lambda: (randn(1, 5) * 4,), "base", tag="later-")


EXPECT = {'topic': 'speech synthesis',
 'rewrites': [],
 'breaks': {37: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
