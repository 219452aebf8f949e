"""Top-k sparse autoencoder: dead latents get an auxiliary loss on the residual, if there are any."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class SparseCoder(nn.Module):
    def __init__(self, d_in: int = 6, num_latents: int = 10, k: int = 2, k_aux: int = 3, dead_after: float = 4.0):
        super().__init__()
        self.encoder = nn.Linear(d_in, num_latents)
        self.W_dec = nn.Parameter(torch.randn(num_latents, d_in) * 0.3)
        self.b_dec = nn.Parameter(torch.zeros(d_in))
        self.k, self.k_aux = k, k_aux
        self.dead_after = dead_after
        self.register_buffer("since_fired", torch.zeros(num_latents))

    def decode(self, acts: Tensor, idx: Tensor) -> Tensor:
        return (acts.unsqueeze(-1) * self.W_dec[idx]).sum(-2) + self.b_dec

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        pre = self.encoder(x - self.b_dec).relu()
        top_acts, top_idx = pre.topk(self.k, dim=-1)
        sae_out = self.decode(top_acts, top_idx)
        e = x - sae_out
        variance = (x - x.mean(0)).pow(2).sum() + 1e-6

        dead = self.since_fired > self.dead_after
        if dead.any():
            # Reconstruct the residual from the dead latents only
            auxk_latents = torch.where(dead, pre, float("-inf"))
            auxk_acts, auxk_idx = auxk_latents.topk(1, dim=-1)
            e_hat = self.decode(auxk_acts, auxk_idx)
            auxk_loss = (e_hat - e.detach()).pow(2).sum() / variance
        else:
            auxk_loss = sae_out.new_zeros(())

        with torch.no_grad():
            fired = torch.zeros_like(self.since_fired).index_fill(0, top_idx.flatten(), 1.0)
            self.since_fired.copy_(torch.where(fired > 0, 0.0, self.since_fired + x.shape[0]))
        fvu = e.pow(2).sum() / variance
        return sae_out, fvu, auxk_loss


def make(dead_after=4.0):
    return torch.compile(SparseCoder(dead_after=dead_after))


def cases():
    yield from build(make, lambda: (randn(3, 6),), "base grad zero")
    yield from build(lambda: make(1e9), lambda: (randn(3, 6),), "base grad", tag="alive-")
    yield from build(lambda: make(-1.0), lambda: (randn(3, 6),), "base grad", tag="dead-")

EXPECT = {'topic': 'interpretability',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {30: 4},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['fresh-result', 'grad-none-zero', 'requires-grad', 'finite-grad']}
