"""Frame stacking encoder; the size of the flat features comes from NumPy."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class NatureEncoder(nn.Module):
    def __init__(self, obs_shape=(2, 6, 6), feature_dim=5):
        super().__init__()
        self.conv1 = nn.Conv2d(obs_shape[0], 4, 3, stride=2)
        self.conv2 = nn.Conv2d(4, 4, 2)
        self.fc = nn.Linear(4, feature_dim)
        self.ln = nn.LayerNorm(feature_dim)

    def forward(self, obs):
        lead = obs.shape[:-3]
        obs = obs.reshape(int(np.prod(lead)), *obs.shape[-3:])
        h = F.relu(self.conv1(obs / 255.0))
        h = F.relu(self.conv2(h))
        num_features = np.prod(h.shape[1:])
        h = h.view(h.size(0), num_features)
        out = torch.tanh(self.ln(self.fc(h)))
        return out.reshape(*lead, -1)


def load():
    return torch.compile(NatureEncoder())


def cases():
    yield from build(load, lambda: (randn(2, 3, 2, 6, 6) * 255,), "base grad")
    yield from build(load, lambda: (randn(4, 2, 6, 6),), "base grad", tag="flat-")


EXPECT = {'topic': 'vision',
 'rewrites': ['R21'],
 'breaks': {21: 8, 25: 4},
 'gb': ['GB0007', 'GB0033', 'GB0208'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
