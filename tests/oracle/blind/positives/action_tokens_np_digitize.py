"""A vision-language-action model: continuous actions become token ids through numpy's bins."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class ActionTokenizer:
    """Discretises each dimension of an action into uniform bins, mapped to the end of the vocabulary."""

    def __init__(self, vocab_size, bins=8, min_action=-1.0, max_action=1.0):
        self.vocab_size = vocab_size
        self.min_action, self.max_action = min_action, max_action
        self.bins = np.linspace(min_action, max_action, bins)

    def __call__(self, action):
        action = np.clip(action.cpu().numpy(), self.min_action, self.max_action)
        discretized = np.digitize(action, self.bins)
        return torch.from_numpy(self.vocab_size - discretized)


class VLAHead(nn.Module):
    def __init__(self, dim=5, vocab=16, action_dim=3):
        super().__init__()
        self.tokenizer = ActionTokenizer(vocab)
        self.embed = nn.Embedding(vocab, dim)
        self.lm_head = nn.Linear(dim, vocab)

    def forward(self, context, action):
        """context: (B, dim), action: (B, action_dim); teacher forcing over the action tokens"""
        tokens = self.tokenizer(action)
        prefix = torch.cat([context[:, None], context[:, None] + self.embed(tokens[:, :-1]).cumsum(dim=1)], dim=1)
        logits = self.lm_head(torch.tanh(prefix))
        return nn.functional.cross_entropy(logits.flatten(0, 1), tokens.flatten()), tokens


def load():
    return torch.compile(VLAHead())


def cases():
    yield from build(load, lambda: (randn(3, 5), 0.5 * randn(3, 3)), "base nan")
    yield from build(load, lambda: (randn(2, 5), torch.tensor([[-1.0, 0.0, 1.0], [5.0, -5.0, 0.1]])), "base", tag="edges-")

EXPECT = {'topic': 'robotics',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {20: 2},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
