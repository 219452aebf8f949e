"""ColBERT-style late interaction: MaxSim over the document tokens, summed over the real query tokens."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class LateInteraction(nn.Module):
    """Scores one query against a batch of documents."""

    def __init__(self, vocab=12, dim=4, pad_id=0, bias=0.0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.scale = nn.Parameter(torch.ones(()))
        self.pad_id = pad_id
        self.bias = bias

    def encode(self, ids):
        return F.normalize(self.embed(ids), dim=-1)

    def max_sim(self, q, d, d_mask):
        sim = torch.einsum("qe,bde->bqd", q, d)
        sim = sim.masked_fill(~d_mask[:, None, :], -1.0)
        return sim.max(dim=-1).values

    def forward(self, query_ids, doc_ids):
        q_mask = query_ids != self.pad_id
        d_mask = doc_ids != self.pad_id
        if not q_mask.any():
            return torch.full((doc_ids.shape[0],), self.bias)
        best = self.max_sim(self.encode(query_ids), self.encode(doc_ids), d_mask)
        total = (best * q_mask).sum(-1) / q_mask.sum()
        return self.scale * total + self.bias


def scorer():
    return torch.compile(LateInteraction())


def cases():
    docs = ints(1, 12, 3, 5)
    docs[1, 3:] = 0
    docs[2] = 0
    yield from build(scorer, lambda: (torch.tensor([4, 2, 9, 0]), docs.clone()), "base", tag="query-")
    yield from build(scorer, lambda: (torch.tensor([0, 0, 0]), docs.clone()), "base", tag="padded-")
    yield from build(scorer, lambda: (torch.tensor([7]), docs.clone()), "base", tag="short-")

EXPECT = {'topic': 'retrieval',
 'rewrites': ['R6', 'R10'],
 'breaks': {31: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
