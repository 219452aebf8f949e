import torch


def test_unrelated(thing):
    assert torch.compile(thing.act)
