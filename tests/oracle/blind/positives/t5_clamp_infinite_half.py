"""T5 clamps hidden states that overflow in half precision."""

import torch
import torch.nn as nn

from fxkit import build, randn


class T5LayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def forward(self, hidden_states):
        variance = hidden_states.to(torch.float32).pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.variance_epsilon)
        if self.weight.dtype in [torch.float16, torch.bfloat16]:
            hidden_states = hidden_states.to(self.weight.dtype)
        return self.weight * hidden_states


class T5LayerFF(nn.Module):
    def __init__(self, d_model=4, d_ff=8):
        super().__init__()
        self.wi = nn.Linear(d_model, d_ff, bias=False)
        self.wo = nn.Linear(d_ff, d_model, bias=False)
        self.layer_norm = T5LayerNorm(d_model)

    def forward(self, hidden_states):
        forwarded_states = self.layer_norm(hidden_states)
        return hidden_states + self.wo(nn.functional.relu(self.wi(forwarded_states)))


class T5Block(nn.Module):
    def __init__(self, dtype=torch.float16, gain=1.0):
        super().__init__()
        self.layer = nn.ModuleList([T5LayerFF(), T5LayerFF()])
        self.to(dtype)
        self.gain = gain

    def forward(self, hidden_states):
        for layer in self.layer:
            hidden_states = layer(hidden_states) * self.gain
            # clamp inf values to enable fp16 training
            if hidden_states.dtype == torch.float16 and torch.isinf(hidden_states).any():
                clamp_value = torch.finfo(hidden_states.dtype).max - 1000
                hidden_states = torch.clamp(hidden_states, min=-clamp_value, max=clamp_value)
        return hidden_states


def load(dtype=torch.float16, gain=1.0):
    return torch.compile(T5Block(dtype, gain))


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, dtype=torch.float16),), "base grad inf nan")
    yield from build(lambda: load(gain=1e4), lambda: (randn(2, 3, 4, dtype=torch.float16) * 8,), "base", tag="overflow-")
    yield from build(lambda: load(torch.float32), lambda: (randn(2, 3, 4),), "base inf", tag="full-")

EXPECT = {'topic': 'language',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {46: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
