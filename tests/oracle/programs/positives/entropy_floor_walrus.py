"""A walrus binds the entropy that is tested and returned; too little of it damps the loss."""

import torch
from torch import nn

from fxkit import build, randn


class EntropyFloor(nn.Module):
    def __init__(self, floor=1.0, damp=0.5):
        super().__init__()
        self.floor = floor
        self.damp = damp

    @staticmethod
    def entropy(logits):
        logp = torch.log_softmax(logits.float(), dim=-1)
        return -(logp.exp() * logp).sum(-1).mean()

    def forward(self, logits, policy_loss):
        loss = policy_loss.float() + 0.1
        if (ent := self.entropy(logits.detach())) < self.floor:
            loss = loss * self.damp
        return loss, ent


def load():
    model = EntropyFloor()
    model.compile()
    return model


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3)), "base big zero small nan inf half f64 grad big+grad zero+grad nan+grad inf+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R2'],
 'breaks': {22: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
