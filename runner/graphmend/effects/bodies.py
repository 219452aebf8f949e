"""Whether what TorchDynamo traces is the body of a higher-order operator: of a checkpoint, `torch.cond`, a loop.

Such an operator runs its body when and as often as it likes, or refuses what changes something. An effect there is
the program's own call, which breaks the graph or is refused as ever.
"""

from torch._dynamo import assume_constant_result
from torch._dynamo.comptime import comptime  # noqa: F401  (for gate.py)

_found = False  # by the last `ask`; TorchDynamo compiles one function at a time


def ask(context):
    """Called while the gate is traced. context: of comptime."""
    global _found
    output = context._i_will_not_complain_if_bc_breaks_InstructionTranslator().output
    # A custom forward or backward is traced as a body as well, and runs once.
    _found = any("autograd" not in str(each.source_target).lower() for each in output.tracers[1:])


@assume_constant_result
def take():
    return _found
