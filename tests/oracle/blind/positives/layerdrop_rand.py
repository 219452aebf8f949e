"""wav2vec encoder with LayerDrop decided by the torch generator."""

import torch
from torch import nn

from fxkit import build, randn


class ConvPositionalEmbedding(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.conv = nn.Conv1d(dim, dim, 3, padding=1, groups=2)

    def forward(self, x):
        return nn.functional.gelu(self.conv(x.transpose(1, 2))).transpose(1, 2)


class EncoderLayer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, 2 * dim)
        self.fc2 = nn.Linear(2 * dim, dim)

    def forward(self, x):
        return x + self.fc2(torch.relu(self.fc1(self.norm(x))))


class Wav2VecEncoder(nn.Module):
    def __init__(self, dim=4, num_layers=3, layerdrop=0.5):
        super().__init__()
        self.pos_conv = ConvPositionalEmbedding(dim)
        self.layers = nn.ModuleList(EncoderLayer(dim) for _ in range(num_layers))
        self.layer_norm = nn.LayerNorm(dim)
        self.layerdrop = layerdrop

    def forward(self, x):
        x = x + self.pos_conv(x)
        hidden_states = []
        for layer in self.layers:
            dropout_probability = torch.rand([])
            if self.training and dropout_probability < self.layerdrop:
                hidden_states.append(x * 1.0)
                continue
            x = layer(x)
            hidden_states.append(x * 1.0)
        return self.layer_norm(x), torch.stack(hidden_states)


def load():
    return torch.compile(Wav2VecEncoder())


def load_eval():
    return torch.compile(Wav2VecEncoder().eval())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4),), "base grad")
    yield from build(load_eval, lambda: (randn(2, 5, 4),), "base", tag="eval-")


EXPECT = {'topic': 'speech',
 'kind': 'random_branch',
 'rewrites': [],
 'breaks': {42: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero']}
