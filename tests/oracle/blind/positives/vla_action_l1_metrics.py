"""Fine-tuning of a vision-language-action model: the L1 error of the first action and of the rest of the chunk."""

import torch
import torch.nn as nn

from fxkit import build, randn

NUM_ACTIONS_CHUNK = 4


class L1RegressionActionHead(nn.Module):
    """Regresses a chunk of continuous actions from the hidden states of the action tokens."""

    def __init__(self, input_dim=6, action_dim=3):
        super().__init__()
        self.layer_norm = nn.LayerNorm(input_dim)
        self.fc = nn.Linear(input_dim, action_dim)

    def predict_action(self, actions_hidden_states):
        return self.fc(torch.relu(self.layer_norm(actions_hidden_states)))


class VLAStep(nn.Module):
    def __init__(self):
        super().__init__()
        self.action_head = L1RegressionActionHead()

    def forward(self, hidden_states, ground_truth_actions):
        metrics = {}
        predicted_actions = self.action_head.predict_action(hidden_states[:, -NUM_ACTIONS_CHUNK:])
        loss = torch.nn.L1Loss()(predicted_actions, ground_truth_actions)
        metrics.update({"loss_value": loss.item()})  # detached value for logging

        # Get detailed L1 losses for logging
        ground_truth_curr_action = ground_truth_actions[:, 0]
        predicted_curr_action = predicted_actions[:, 0]
        ground_truth_next_actions = ground_truth_actions[:, 1:]
        predicted_next_actions = predicted_actions[:, 1:]
        curr_action_l1_loss = torch.nn.L1Loss()(predicted_curr_action, ground_truth_curr_action)
        next_actions_l1_loss = torch.nn.L1Loss()(predicted_next_actions, ground_truth_next_actions)
        metrics.update(
            {
                "curr_action_l1_loss": curr_action_l1_loss.item(),
                "next_actions_l1_loss": next_actions_l1_loss.item(),
            }
        )
        return loss, metrics


def load():
    return torch.compile(VLAStep())


def cases():
    yield from build(load, lambda: (randn(2, 7, 6), randn(2, 4, 3)), "base grad zero big nan")

EXPECT = {'topic': 'robotics',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {32: 1, 43: 3, 44: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['fresh-result', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
