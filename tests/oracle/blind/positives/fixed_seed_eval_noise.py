"""A masked autoencoder masks the same patches in every validation run by a seeded generator."""

import torch
from torch import nn

from fxkit import build, randn


class MaskedAutoencoder(nn.Module):
    def __init__(self, dim=4, num_patches=8, mask_ratio=0.75, eval_seed=17):
        super().__init__()
        self.mask_ratio = mask_ratio
        self.eval_seed = eval_seed
        self.num_patches = num_patches
        self.encoder = nn.Linear(dim, dim)
        self.mask_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.decoder = nn.Linear(dim, dim)

    def random_masking(self, x):
        N, L, D = x.shape
        len_keep = int(L * (1 - self.mask_ratio))
        if self.training:
            noise = torch.rand(N, L, device=x.device)
        else:
            generator = torch.Generator(device=x.device)
            generator.manual_seed(self.eval_seed)
            noise = torch.rand(N, L, generator=generator, device=x.device)
        ids_shuffle = torch.argsort(noise, dim=1)
        ids_restore = torch.argsort(ids_shuffle, dim=1)
        ids_keep = ids_shuffle[:, :len_keep]
        x_masked = torch.gather(x, dim=1, index=ids_keep.unsqueeze(-1).repeat(1, 1, D))
        mask = torch.ones([N, L], device=x.device)
        mask[:, :len_keep] = 0
        return x_masked, torch.gather(mask, dim=1, index=ids_restore), ids_restore

    def forward(self, imgs):
        x, mask, ids_restore = self.random_masking(imgs)
        x = torch.relu(self.encoder(x))
        tokens = self.mask_token.repeat(x.shape[0], ids_restore.shape[1] - x.shape[1], 1)
        x = torch.cat([x, tokens], dim=1)
        x = torch.gather(x, dim=1, index=ids_restore.unsqueeze(-1).repeat(1, 1, x.shape[2]))
        loss = (self.decoder(x) - imgs).pow(2).mean(dim=-1)
        return (loss * mask).sum() / mask.sum()


def cases():
    yield from build(lambda: torch.compile(MaskedAutoencoder().eval()), lambda: (randn(2, 8, 4),), "base grad nan", tag="eval-")
    yield from build(lambda: torch.compile(MaskedAutoencoder()), lambda: (randn(2, 8, 4),), "base grad", tag="train-")

EXPECT = {'topic': 'self-supervised',
 'kind': 'random',
 'rewrites': [],
 'breaks': {25: 4, 26: 1, 27: 2},
 'gb': ['GB0055', 'GB0363', 'GB7650'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
