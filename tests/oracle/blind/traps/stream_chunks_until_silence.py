"""Streaming voice front end: chunks are taken from the stream until one is silent."""

import torch
from torch import nn

from fxkit import build, randn


class ChunkStream:
    """Hands out chunks of a recording; position tells how much was consumed."""

    def __init__(self, wav, size=4):
        self.chunks = list(wav.split(size))
        self.position = 0

    def read(self):
        chunk = self.chunks[self.position]
        self.position += 1
        return chunk


class StreamingEncoder(nn.Module):
    def __init__(self, size=4, dim=3, floor=0.05, max_chunks=4):
        super().__init__()
        self.proj = nn.Linear(size, dim)
        self.floor, self.max_chunks = floor, max_chunks

    def forward(self, stream):
        state = torch.zeros(self.proj.out_features)
        for _ in range(self.max_chunks):
            chunk = stream.read()
            if chunk.abs().max() < self.floor:
                break
            state = torch.tanh(self.proj(chunk)) + 0.5 * state
        return state


def load():
    return torch.compile(StreamingEncoder())


def recording(silent):
    wav = randn(48)
    if silent is not None:
        wav[4 * silent : 4 * silent + 4] = 0.0
    return (ChunkStream(wav),)


def cases():
    for silent in (None, 1, 3):
        yield from build(load, lambda silent=silent: recording(silent), "base", tag=f"s{silent}-")


EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {32: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': []}
