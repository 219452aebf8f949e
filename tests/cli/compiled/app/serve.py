import torch

from app.policies import Policy


def prepare(policy: Policy):
    policy.act = torch.compile(policy.act, mode="max-autotune")
    return policy
