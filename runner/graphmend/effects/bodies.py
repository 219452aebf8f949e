"""Whether what TorchDynamo traces is the body of a higher-order operator: of a checkpoint, `torch.cond`, a loop.

Such an operator runs its body when and as often as it likes, or refuses what changes something. An effect there is
the program's own call, which breaks the graph or is refused as ever.
"""

from graphmend.effects.tracing_queries import asked_while_tracing


def _is_in_body(tracer):
    # A custom forward or backward is traced as a body as well, and runs once.
    return any("autograd" not in str(each.source_target).lower() for each in tracer.output.tracers[1:])


is_in_body = asked_while_tracing(_is_in_body)
