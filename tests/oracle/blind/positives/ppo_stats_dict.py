"""Clipped PPO objective with a dictionary of training statistics."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class PPOArgs:
    clip_coef: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    norm_adv: bool = True


class Agent(nn.Module):
    def __init__(self, obs_dim=4, n_actions=3):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(obs_dim, 8), nn.Tanh(), nn.Linear(8, 1))
        self.actor = nn.Sequential(nn.Linear(obs_dim, 8), nn.Tanh(), nn.Linear(8, n_actions))

    def evaluate(self, obs, action):
        logits = self.actor(obs)
        logp = logits - logits.logsumexp(-1, keepdim=True)
        entropy = -(logp.exp() * logp).sum(-1)
        return logp.gather(1, action[:, None]).squeeze(1), entropy, self.critic(obs).squeeze(-1)


class PPOLoss(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.agent = Agent()

    def forward(self, obs, action, old_logp, adv, returns):
        args = self.args
        logp, entropy, value = self.agent.evaluate(obs, action)
        logratio = logp - old_logp
        ratio = logratio.exp()
        with torch.no_grad():
            approx_kl = ((ratio - 1) - logratio).mean()
            clipfrac = ((ratio - 1.0).abs() > args.clip_coef).float().mean()
        if args.norm_adv:
            adv = (adv - adv.mean()) / (adv.std() + 1e-8)
        pg_loss1 = -adv * ratio
        pg_loss2 = -adv * torch.clamp(ratio, 1 - args.clip_coef, 1 + args.clip_coef)
        pg_loss = torch.max(pg_loss1, pg_loss2).mean()
        v_loss = 0.5 * ((value - returns) ** 2).mean()
        ent = entropy.mean()
        loss = pg_loss - args.ent_coef * ent + v_loss * args.vf_coef
        stats = {
            "losses/policy_loss": pg_loss.item(),
            "losses/value_loss": v_loss.item(),
            "losses/entropy": ent.item(),
            "losses/approx_kl": approx_kl.item(),
            "losses/clipfrac": clipfrac.item(),
        }
        return loss, stats


def load():
    return torch.compile(PPOLoss(PPOArgs()))


def cases():
    make = lambda: (randn(6, 4), torch.tensor([0, 1, 2, 0, 2, 1]), randn(6) - 1, randn(6, seed=1), randn(6, seed=2))
    yield from build(load, make, "base grad small nan")


EXPECT = {'topic': 'rl',
 'kind': 'metrics_items',
 'rewrites': [],
 'breaks': {55: 2, 56: 3, 57: 3, 58: 3, 59: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor']}
