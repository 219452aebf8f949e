"""A sparse autoencoder on residual activations; its losses come back as tensors, its statistics as floats."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class JumpReLU(nn.Module):
    def __init__(self, features: int, init: float = 0.1):
        super().__init__()
        self.log_threshold = nn.Parameter(torch.full((features,), init).log())

    def forward(self, x: Tensor) -> Tensor:
        return x * (x > self.log_threshold.exp())


class SparseAutoencoder(nn.Module):
    def __init__(self, d_in=5, d_sae=9, l1_coefficient=3e-3):
        super().__init__()
        self.W_enc = nn.Parameter(torch.randn(d_in, d_sae) / d_in**0.5)
        self.W_dec = nn.Parameter(self.W_enc.detach().t().clone())
        self.b_enc, self.b_dec = nn.Parameter(torch.zeros(d_sae)), nn.Parameter(torch.zeros(d_in))
        self.activation_fn = JumpReLU(d_sae)
        self.l1_coefficient = l1_coefficient
        self.register_buffer("n_forward_passes_since_fired", torch.zeros(d_sae, dtype=torch.long))

    def encode(self, x):
        return self.activation_fn((x - self.b_dec) @ self.W_enc + self.b_enc)

    def forward(self, x):
        acts = self.encode(x)
        sae_out = acts @ self.W_dec + self.b_dec
        did_fire = (acts > 0).float().sum(0) > 0
        self.n_forward_passes_since_fired.add_(1).masked_fill_(did_fire, 0)
        l2_loss = (sae_out - x).pow(2).sum(-1).mean()
        l1_loss = acts.abs().sum(-1).mean()
        return {
            "sae_out": sae_out,
            "loss": l2_loss + self.l1_coefficient * l1_loss,
            "l2_loss": l2_loss,
            "l0": float((acts > 0).float().sum(-1).mean()),
            "dead_fraction": float((self.n_forward_passes_since_fired > 1).float().mean()),
        }


def load():
    return torch.compile(SparseAutoencoder(), dynamic=False)


def cases():
    yield from build(load, lambda: (randn(6, 5),), "base grad zero big nan")

EXPECT = {'topic': 'interpretability',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {42: 1, 43: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
