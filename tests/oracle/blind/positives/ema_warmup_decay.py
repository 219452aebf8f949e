"""Exponential moving average of weights whose decay grows with the number of updates."""

import torch
from torch import nn

from fxkit import randn


class LitEma(nn.Module):
    def __init__(self, model, decay=0.9999):
        super().__init__()
        self.decay = decay
        self.names = {}
        self.register_buffer("num_updates", torch.tensor(0, dtype=torch.int))
        for name, p in model.named_parameters():
            self.names[name] = name.replace(".", "_")
            self.register_buffer(self.names[name], p.detach().clone())

    def current_decay(self):
        n = self.num_updates.item()
        return min(self.decay, (1 + n) / (10 + n))

    @torch.no_grad()
    def forward(self, params):
        self.num_updates.add_(1)
        one_minus_decay = 1.0 - self.current_decay()
        for name, p in params.items():
            shadow = getattr(self, self.names[name])
            shadow.sub_(one_minus_decay * (shadow - p))


def load():
    torch.manual_seed(3)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    ema = torch.compile(LitEma(model))

    def after_step(delta):
        with torch.no_grad():
            for p in model.parameters():
                p.add_(delta.mean())
        ema(dict(model.named_parameters()))
        return {name: getattr(ema, short).clone() for name, short in ema.names.items()}

    return after_step


def cases():
    for seed in (0, 4):
        yield f"seed{seed}", lambda seed=seed: (load(), (randn(3, seed=seed),), {})
    yield "huge", lambda: (load(), (randn(3) * 1e6,), {})

EXPECT = {'rewrites': [],
 'topic': 'training',
 'kind': 'numbers',
 'breaks': {20: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
