"""A detector samples positive and negative anchors by permutations as long as there are candidates."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class BalancedPositiveNegativeSampler:
    """This class samples batches, ensuring that they contain a fixed proportion of positives"""

    def __init__(self, batch_size_per_image, positive_fraction):
        self.batch_size_per_image = batch_size_per_image
        self.positive_fraction = positive_fraction

    def __call__(self, matched_idxs):
        pos_idx, neg_idx = [], []
        for matched_idxs_per_image in matched_idxs:
            positive = torch.where(matched_idxs_per_image >= 1)[0]
            negative = torch.where(matched_idxs_per_image == 0)[0]

            num_pos = int(self.batch_size_per_image * self.positive_fraction)
            # protect against not enough positive examples
            num_pos = min(positive.numel(), num_pos)
            num_neg = min(negative.numel(), self.batch_size_per_image - num_pos)

            # randomly select positive and negative examples
            perm1 = torch.randperm(positive.numel())[:num_pos]
            perm2 = torch.randperm(negative.numel())[:num_neg]

            # create binary mask from indices
            pos_mask = torch.zeros_like(matched_idxs_per_image, dtype=torch.uint8)
            neg_mask = torch.zeros_like(matched_idxs_per_image, dtype=torch.uint8)
            pos_mask[positive[perm1]] = 1
            neg_mask[negative[perm2]] = 1
            pos_idx.append(pos_mask)
            neg_idx.append(neg_mask)
        return pos_idx, neg_idx


class ObjectnessLoss(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.head = nn.Linear(dim, 1)
        self.fg_bg_sampler = BalancedPositiveNegativeSampler(4, 0.5)

    def forward(self, feats, labels):
        objectness = self.head(feats).squeeze(-1)
        pos, neg = self.fg_bg_sampler(list(labels))
        sampled = (torch.stack(pos) | torch.stack(neg)).to(objectness.dtype)
        loss = F.binary_cross_entropy_with_logits(objectness, (labels >= 1).float(), reduction="none")
        return (loss * sampled).sum() / sampled.sum(), sampled


def load():
    return torch.compile(ObjectnessLoss())


def cases():
    yield from build(load, lambda: (randn(2, 9, 3), ints(-1, 3, 2, 9)), "base grad")
    yield from build(load, lambda: (randn(2, 9, 3), torch.zeros(2, 9, dtype=torch.long)), "base", tag="background-")
    yield from build(load, lambda: (randn(1, 5, 3), torch.full((1, 5), -1)), "base", tag="ignored-")

EXPECT = {'topic': 'vision',
 'kind': 'random choice',
 'verdict': 'decline',
 'obligations': ['random state', 'values'],
 'breaks': {20: 4},
 'gb': ['GB0036', 'GB7000'],
 'naive_differs_in': ['values', 'random state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
