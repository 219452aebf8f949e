"""An action chunking policy returns its loss with a dictionary of floats for the trainer's log."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


@dataclass
class ACTConfig:
    latent_dim: int = 3
    chunk_size: int = 4
    kl_weight: float = 10.0
    use_vae: bool = True


class ACTPolicy(nn.Module):
    def __init__(self, config: ACTConfig):
        super().__init__()
        self.config = config
        self.encoder = nn.Linear(5, 2 * config.latent_dim)
        self.decoder = nn.Linear(config.latent_dim, config.chunk_size * 2)

    def forward(self, batch):
        mu, log_sigma_x2 = self.encoder(batch["observation.state"]).chunk(2, dim=-1)
        actions_hat = self.decoder(mu).unflatten(-1, (self.config.chunk_size, 2))
        error = F.l1_loss(batch["action"], actions_hat, reduction="none")
        l1_loss = (error * ~batch["action_is_pad"].unsqueeze(-1)).mean()

        loss_dict = {"l1_loss": l1_loss.item()}
        if self.config.use_vae:
            mean_kld = (-0.5 * (1 + log_sigma_x2 - mu.pow(2) - log_sigma_x2.exp())).sum(-1).mean()
            loss_dict["kld_loss"] = mean_kld.item()
            loss = l1_loss + mean_kld * self.config.kl_weight
        else:
            loss = l1_loss
        return loss, loss_dict


def make_policy():
    return torch.compile(ACTPolicy(ACTConfig()))


def cases():
    yield from build(make_policy, lambda: ({"observation.state": randn(3, 5), "action": randn(3, 4, 2),
                                            "action_is_pad": bools(3, 4)},), "base grad nan zero")

EXPECT = {'topic': 'robotics',
 'rewrites': ['R28'],
 'breaks': {33: 2, 36: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
