"""Collator on the device: rows are filled up to the longest one, and the counts go into the batch report."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class BatchReport:
    """Keeps plain integers: the report is written as JSON and its keys are looked up by the scheduler."""

    def __init__(self):
        self.by_length: dict[int, int] = {}
        self.largest = 0

    def add(self, length: int, rows: int) -> None:
        self.by_length[length] = self.by_length.get(length, 0) + rows
        if length > self.largest:
            self.largest = length


class BucketEncoder(nn.Module):
    def __init__(self, dim: int = 4, hidden: int = 5, bucket: int = 2):
        super().__init__()
        self.proj = nn.Linear(dim, hidden)
        self.bucket = bucket
        self.report = BatchReport()

    def bucket_length(self, lengths: Tensor) -> int:
        longest = int(lengths.max())
        return -(-longest // self.bucket) * self.bucket

    def forward(self, x: Tensor, lengths: Tensor) -> tuple[Tensor, list[str]]:
        """x: [B, T, D]; returns the pooled rows and one tag per bucket step"""
        length = self.bucket_length(lengths)
        self.report.add(length, x.shape[0])
        tags = ["pad"] * (length // self.bucket)

        keep = torch.arange(x.shape[1]) < lengths.unsqueeze(1)
        h = torch.tanh(self.proj(x)) * keep.unsqueeze(-1)
        return h.sum(1) / length, tags


def make(bucket=2):
    return torch.compile(BucketEncoder(bucket=bucket))


def _args(lens, t=8):
    return randn(len(lens), t, 4), torch.tensor(lens)


def cases():
    yield from build(make, lambda: _args([3, 8]), "base grad")
    yield from build(make, lambda: _args([1]), "base", tag="short-")
    yield from build(lambda: make(3), lambda: _args([4, 2, 4]), "base", tag="three-")
    yield from build(lambda: make(1), lambda: _args([5, 5]), "base", tag="exact-")

EXPECT = {'topic': 'batching',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {30: 6},
 'gb': ['GB0124'],
 'naive_differs_in': ['type', 'length', 'alias'],
 'unsafe': ['number-tensor', 'fresh-result']}
