"""Token corruption for masked language modelling, done on the device inside of the training step."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class TokenCorruptor:
    """80% of the chosen tokens become the mask, half of the rest a random word, the others stay."""

    def __init__(self, vocab_size=20, mask_id=1, num_special=3, probability=0.4):
        self.vocab_size = vocab_size
        self.mask_id = mask_id
        self.num_special = num_special
        self.probability = probability

    def __call__(self, input_ids):
        inputs, labels = input_ids.clone(), input_ids.clone()
        weights = torch.full(labels.shape, self.probability)
        weights = weights.masked_fill(labels < self.num_special, 0.0)
        chosen = torch.bernoulli(weights).bool()
        labels = labels.masked_fill(~chosen, -100)

        replaced = torch.bernoulli(torch.full(labels.shape, 0.8)).bool() & chosen
        inputs = inputs.masked_fill(replaced, self.mask_id)
        randomized = torch.bernoulli(torch.full(labels.shape, 0.5)).bool() & chosen & ~replaced
        words = torch.randint(self.num_special, self.vocab_size, labels.shape)
        inputs[randomized] = words[randomized]
        return inputs, labels


class MLMStep(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.corrupt = TokenCorruptor()
        self.embed = nn.Embedding(self.corrupt.vocab_size, dim)

    def forward(self, input_ids):
        inputs, labels = self.corrupt(input_ids)
        logits = self.embed(inputs) @ self.embed.weight.t()
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten()), inputs, labels


def load():
    return torch.compile(MLMStep())


def cases():
    yield from build(load, lambda: (ints(0, 20, 3, 9),), "base")
    yield from build(load, lambda: (ints(0, 3, 1, 4),), "base", tag="special-")

EXPECT = {'rewrites': [],
 'topic': 'training',
 'kind': 'mask',
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
