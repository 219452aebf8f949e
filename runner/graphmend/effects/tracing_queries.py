"""Questions about what TorchDynamo is tracing, answered while it does: its own objects tell more than traced code can."""

from torch._dynamo import assume_constant_result
from torch._dynamo.comptime import comptime


def asked_while_tracing(question):
    """A function without arguments to call in traced code: gives what `question` says of TorchDynamo's translator."""
    answer = None  # to the last question; TorchDynamo compiles one function at a time

    def ask(context):
        nonlocal answer
        answer = question(context._i_will_not_complain_if_bc_breaks_InstructionTranslator())

    @assume_constant_result
    def take():
        return answer

    def asked():
        comptime(ask)
        return take()

    return asked
