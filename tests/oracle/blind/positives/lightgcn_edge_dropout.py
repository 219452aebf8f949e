"""LightGCN: light graph convolutions over a user-item graph with edge dropout, BPR loss on top."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class LightGCN(nn.Module):
    def __init__(self, n_users=4, n_items=5, latent_dim=3, n_layers=2, keep_prob=0.6, A_split=False):
        super().__init__()
        self.num_users, self.num_items = n_users, n_items
        self.n_layers = n_layers
        self.keep_prob = keep_prob
        self.A_split = A_split
        self.embedding_user = nn.Embedding(n_users, latent_dim)
        self.embedding_item = nn.Embedding(n_items, latent_dim)

    def build_graph(self, users, items):
        n = self.num_users + self.num_items
        row = torch.cat([users, items + self.num_users])
        col = torch.cat([items + self.num_users, users])
        degree = torch.zeros(n).index_add(0, row, torch.ones(len(row))).clamp(min=1)
        return torch.stack([row, col], dim=1), (degree[row] * degree[col]).rsqrt()

    def dropout_x(self, index, values, keep_prob):
        random_index = torch.rand(len(values)) + keep_prob
        random_index = random_index.int().bool()
        index = index[random_index]
        values = values[random_index] / keep_prob
        return index, values

    def computer(self, users, items):
        """propagate methods for lightGCN"""
        all_emb = torch.cat([self.embedding_user.weight, self.embedding_item.weight])
        embs = [all_emb]
        index, values = self.build_graph(users, items)
        if self.training and self.keep_prob < 1.0:
            index, values = self.dropout_x(index, values, self.keep_prob)
        row, col = index.unbind(1)
        for layer in range(self.n_layers):
            all_emb = torch.zeros_like(all_emb).index_add(0, row, all_emb[col] * values[:, None])
            embs.append(all_emb)
        light_out = torch.mean(torch.stack(embs, dim=1), dim=1)
        return torch.split(light_out, [self.num_users, self.num_items])

    def forward(self, edge_users, edge_items, users, pos, neg):
        all_users, all_items = self.computer(edge_users, edge_items)
        users_emb, pos_emb, neg_emb = all_users[users], all_items[pos], all_items[neg]
        pos_scores = torch.sum(users_emb * pos_emb, dim=1)
        neg_scores = torch.sum(users_emb * neg_emb, dim=1)
        reg_loss = 0.5 * (users_emb.norm(2).pow(2) + pos_emb.norm(2).pow(2)) / float(len(users))
        return torch.mean(F.softplus(neg_scores - pos_scores)), reg_loss


def load(training=True, keep_prob=0.6):
    return torch.compile(LightGCN(keep_prob=keep_prob).train(training))


def batch(edges=10, n=3):
    return ints(0, 4, edges), ints(0, 5, edges), ints(0, 4, n), ints(0, 5, n), ints(0, 5, n, seed=1)


def cases():
    yield from build(load, batch, "base")
    yield from build(lambda: load(keep_prob=0.02), lambda: batch(6), "base", tag="sparse-")
    yield from build(lambda: load(keep_prob=1.0), batch, "base", tag="whole-")
    yield from build(lambda: load(False), batch, "base", tag="eval-")


EXPECT = {'topic': 'recommendation',
 'rewrites': [],
 'breaks': {30: 2, 31: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
