"""Structure prediction trunk with recycling; the feature dict of the caller is left untouched."""

import copy

import torch
from torch import Tensor, nn

from fxkit import build, ints, randn


class InputEmbedder(nn.Module):
    def __init__(self, num_tokens: int, c_s: int, c_z: int, max_rel: int = 3):
        super().__init__()
        self.token = nn.Embedding(num_tokens, c_s)
        self.left, self.right = nn.Linear(c_s, c_z), nn.Linear(c_s, c_z)
        self.relpos = nn.Embedding(2 * max_rel + 1, c_z)
        self.max_rel = max_rel

    def forward(self, feats: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        s = self.token(feats["res_type"])
        idx = feats["residue_index"]
        rel = (idx[:, :, None] - idx[:, None, :]).clamp(-self.max_rel, self.max_rel) + self.max_rel
        z = self.left(s)[:, :, None] + self.right(s)[:, None, :] + self.relpos(rel)
        return s, z


class PairBlock(nn.Module):
    def __init__(self, c_s: int, c_z: int):
        super().__init__()
        self.norm = nn.LayerNorm(c_z)
        self.gate, self.proj = nn.Linear(c_z, c_z), nn.Linear(c_z, c_z)
        self.bias = nn.Linear(c_z, 1)
        self.value = nn.Linear(c_s, c_s)

    def forward(self, s: Tensor, z: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        h = self.norm(z)
        z = z + torch.sigmoid(self.gate(h)) * self.proj(h)
        attn = self.bias(z).squeeze(-1).masked_fill(~mask[:, None, :], -1e9).softmax(-1)
        return s + attn @ self.value(s), z


class Trunk(nn.Module):
    def __init__(self, num_tokens=8, c_s=6, c_z=4, recycling_steps=1):
        super().__init__()
        self.embed = InputEmbedder(num_tokens, c_s, c_z)
        self.block = PairBlock(c_s, c_z)
        self.distogram = nn.Linear(c_z, 5)
        self.recycle = nn.Linear(c_z, c_z)
        self.recycling_steps = recycling_steps

    def forward(self, feats: dict[str, Tensor]) -> dict[str, Tensor]:
        feats = copy.copy(feats)
        if "residue_index" not in feats:
            feats["residue_index"] = torch.arange(feats["res_type"].shape[1]).expand_as(feats["res_type"])
        feats["mask"] = feats.pop("pad_mask").bool()

        s, z_init = self.embed(feats)
        z = z_init
        for _ in range(self.recycling_steps + 1):
            s, z = self.block(s, z_init + self.recycle(z), feats["mask"])
        pdistogram = self.distogram(z + z.transpose(1, 2))
        return {"s": s, "pdistogram": pdistogram, "mask": feats["mask"]}


def make(**kw):
    return torch.compile(Trunk(**kw))


def _feats(n, length, indexed=True):
    feats = {"res_type": ints(0, 8, n, length), "pad_mask": torch.ones(n, length)}
    feats["pad_mask"][:, -1] = 0
    if indexed:
        feats["residue_index"] = torch.arange(length).expand(n, length) * 2
    return (feats,)


def cases():
    yield from build(make, lambda: _feats(2, 4), "base")
    yield from build(make, lambda: _feats(1, 5, indexed=False), "base", tag="noindex-")
    yield from build(lambda: make(recycling_steps=3), lambda: _feats(1, 3), "base", tag="recycle-")

EXPECT = {'topic': 'protein folding',
 'rewrites': [],
 'breaks': {52: 2},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result']}
