"""LightGCN: edges of the interaction graph are dropped in training, the kept ones are scaled up."""

import torch
from torch import nn

from fxkit import build, ints


class LightGCN(nn.Module):
    def __init__(self, users=4, items=5, dim=3, n_layers=2, keep_prob=0.7):
        super().__init__()
        self.num_users, self.num_items = users, items
        self.n_layers, self.keep_prob = n_layers, keep_prob
        self.embedding_user = nn.Embedding(users, dim)
        self.embedding_item = nn.Embedding(items, dim)

    def dropout_x(self, index, values, keep_prob):
        random_index = torch.rand(len(values)) + keep_prob
        random_index = random_index.int().bool()
        index = index[:, random_index]
        values = values[random_index] / keep_prob
        return index, values

    def computer(self, index, values):
        all_emb = torch.cat([self.embedding_user.weight, self.embedding_item.weight])
        embs = [all_emb]
        if self.training:
            index, values = self.dropout_x(index, values, self.keep_prob)
        for _ in range(self.n_layers):
            messages = all_emb[index[1]] * values[:, None]
            all_emb = torch.zeros_like(all_emb).index_add(0, index[0], messages)
            embs.append(all_emb)
        light_out = torch.stack(embs, dim=1).mean(dim=1)
        return torch.split(light_out, [self.num_users, self.num_items])

    def forward(self, index, values, users, pos, neg):
        all_users, all_items = self.computer(index, values)
        users_emb, pos_emb, neg_emb = all_users[users], all_items[pos], all_items[neg]
        pos_scores = (users_emb * pos_emb).sum(dim=1)
        neg_scores = (users_emb * neg_emb).sum(dim=1)
        return nn.functional.softplus(neg_scores - pos_scores).mean()


def load(keep_prob=0.7, train=True):
    return torch.compile(LightGCN(keep_prob=keep_prob).train(train))


def cases():
    def batch():
        user, item = ints(0, 4, 10), 4 + ints(0, 5, 10, seed=1)
        index = torch.stack([torch.cat([user, item]), torch.cat([item, user])])
        return index, torch.full((20,), 0.25), ints(0, 4, 3), ints(0, 5, 3), ints(0, 5, 3, seed=2)

    yield from build(load, batch, "base grad")
    yield from build(lambda: load(0.2), batch, "base", tag="few-")
    yield from build(lambda: load(train=False), batch, "base", tag="eval-")

EXPECT = {'topic': 'recommender',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {20: 3, 21: 3},
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
            'number-tensor',
            'requires-grad',
            'shown-history']}
