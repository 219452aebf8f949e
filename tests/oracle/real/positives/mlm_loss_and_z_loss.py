"""Masked language modelling: loss and z-loss are means over the masked positions."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, ints, randn


class MaskedLMHead(nn.Module):
    def __init__(self, hidden=4, vocab=6, z_weight=1e-2):
        super().__init__()
        self.dense = nn.Linear(hidden, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.decoder = nn.Linear(hidden, vocab)
        self.z_weight = z_weight

    def token_losses(self, logits, labels):
        nll = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none").view_as(labels)
        return nll, logits.logsumexp(dim=-1).square()

    def forward(self, hidden_states, labels, masked_positions):
        logits = self.decoder(self.norm(F.gelu(self.dense(hidden_states))))
        nll, z = self.token_losses(logits, labels)
        lm_loss = nll[masked_positions].mean()
        z_loss = self.z_weight * z[masked_positions].mean()
        return {"loss": lm_loss + z_loss, "lm_loss": lm_loss.detach(), "logits": logits}


def load():
    return torch.compile(MaskedLMHead())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), ints(0, 6, 2, 5), bools(2, 5)), "base grad big true false")

EXPECT = {'topic': 'language',
 'rewrites': ['R30'],
 'breaks': {25: 2, 26: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
