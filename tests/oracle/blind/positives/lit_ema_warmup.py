"""Exponential moving average of weights with a warm-up of the decay."""

import torch
from torch import nn

from fxkit import build, randn


class LitEma(nn.Module):
    def __init__(self, model, decay=0.999, use_num_updates=True):
        super().__init__()
        if decay < 0.0 or decay > 1.0:
            raise ValueError("Decay must be between 0 and 1")
        self.m_name2s_name = {}
        self.register_buffer("decay", torch.tensor(decay, dtype=torch.float32))
        self.register_buffer("num_updates", torch.tensor(0 if use_num_updates else -1, dtype=torch.int))
        for name, p in model.named_parameters():
            s_name = name.replace(".", "_")
            self.m_name2s_name[name] = s_name
            self.register_buffer(s_name, p.clone().detach().data)

    def get_decay(self):
        decay = self.decay
        if self.num_updates >= 0:
            self.num_updates += 1
            decay = min(self.decay, (1 + self.num_updates) / (10 + self.num_updates))
        return decay

    def update(self, named_params):
        with torch.no_grad():
            one_minus_decay = 1.0 - self.get_decay()
            for key, value in named_params.items():
                shadow = getattr(self, self.m_name2s_name[key])
                shadow.sub_(one_minus_decay * (shadow - value))


class Trainer(nn.Module):
    def __init__(self, use_num_updates=True):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 2))
        self.model_ema = LitEma(self.model, use_num_updates=use_num_updates)
        self.lr = 0.05

    def forward(self, x, y):
        params = dict(self.model.named_parameters())
        loss = (self.model(x) - y).pow(2).mean()
        noisy = {k: p + self.lr * y.mean() for k, p in params.items()}
        self.model_ema.update(noisy)
        return loss


def load():
    return torch.compile(Trainer())


def load_constant():
    return torch.compile(Trainer(use_num_updates=False))


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 2)), "base grad")
    yield from build(load_constant, lambda: (randn(3, 4), randn(3, 2)), "base", tag="const-")


EXPECT = {'topic': 'training',
 'kind': 'buffer_counter_item',
 'rewrites': [],
 'breaks': {24: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close']}
