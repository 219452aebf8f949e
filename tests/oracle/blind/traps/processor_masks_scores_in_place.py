"""Logits processors that work on the caller's scores."""

import torch

from fxkit import randn


class MinLengthProcessor:
    def __init__(self, min_length, eos_id):
        self.min_length = min_length
        self.eos_id = eos_id

    def __call__(self, lengths, scores):
        scores[:, self.eos_id] = scores[:, self.eos_id] - 0.0
        if (lengths < self.min_length).all():
            scores[:, self.eos_id] = -float("inf")
        return scores


class TemperatureProcessor:
    def __init__(self, temperature):
        self.temperature = temperature

    def __call__(self, lengths, scores):
        return scores / self.temperature


class ProcessorList(list):
    @torch.compile
    def run(self, lengths, scores):
        for processor in self:
            scores = processor(lengths, scores)
        return scores.softmax(-1)


def cases():
    def case(lengths):
        def make():
            chain = ProcessorList([MinLengthProcessor(3, 1), TemperatureProcessor(0.8)])
            return chain.run, (torch.tensor(lengths), randn(2, 5)), {}

        return make

    yield "short", case([1, 2])
    yield "long", case([5, 4])
    yield "mixed", case([2, 4])


EXPECT = {'topic': 'generation',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'O11'],
 'breaks': {15: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['inf positions'],
 'unsafe': []}
