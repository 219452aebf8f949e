"""The classes of torch.nn: what making an instance, calling it and reading its attributes gives."""
import sys

import torch
from torch.testing._internal.common_modules import module_db

import dynamo
from observe import Case, category
from operators import Subject

# Constructor and arguments of the classes that torch's own tests do not list, or list under conditions.
MORE = """
AdaptiveLogSoftmaxWithLoss(4, 6, [2, 4])(x, k); AlphaDropout()(x); BatchNorm1d(4)(x); ChannelShuffle(1)(image); CosineSimilarity()(x, x); CrossMapLRN2d(1)(image)
Dropout()(x); Dropout1d()(x); Dropout2d()(image); Dropout3d()(image); EmbeddingBag(4, 3)(i); Embedding(4, 3)(i); FeatureAlphaDropout()(image)
Flatten()(image); Fold((4, 4), (3, 3))(torch.ones(1, 9, 4)); Unfold(2)(image); Hardsigmoid()(x); Identity()(x); InstanceNorm2d(3)(image)
LogSigmoid()(x); MaxUnpool1d(2)(torch.ones(1, 2, 2), torch.tensor([[[0, 2], [0, 2]]])); PairwiseDistance()(x, x); PixelShuffle(2)(torch.ones(1, 4, 2, 2)); PixelUnshuffle(2)(image)
RReLU()(x); SyncBatchNorm(3); TripletMarginLoss()(x, x, x); TripletMarginWithDistanceLoss()(x, x, x); Unflatten(1, (2, 2))(x); Upsample(scale_factor=2)(image)
UpsamplingBilinear2d(scale_factor=2)(image); UpsamplingNearest2d(scale_factor=2)(image); GRU(4, 4)(x); LSTM(4, 4)(x); RNN(4, 4)(x); LSTMCell(4, 4)(x)
GRUCell(4, 4)(x); RNNCell(4, 4)(x); MultiheadAttention(4, 2)(x, x, x); Linear(4, 3)(x); LayerNorm(4)(x); Softmax2d()(image); ReLU()(x); ReLU(inplace=True)(x)
TransformerDecoder(torch.nn.TransformerDecoderLayer(4, 2), 1)(x, x); TransformerEncoder(torch.nn.TransformerEncoderLayer(4, 2), 1)(x)
AvgPool2d(2)(image); MaxPool2d(2)(image); MaxPool2d(2, return_indices=True)(image); AdaptiveAvgPool2d(1)(image); Conv2d(3, 2, 1)(image); Tanh()(x); Sigmoid()(x)
BCELoss()(x.sigmoid(), x.sigmoid()); GELU()(x); SiLU()(x); Bilinear(4, 4, 2)(x, x); GroupNorm(1, 4)(x); RMSNorm(4)(x); NLLLoss2d()(image, torch.zeros(2, 8, 8).long())
"""


def classes():
    """The public classes of modules, by name."""
    return {name: value for name, value in vars(torch.nn).items()
            if isinstance(value, type) and issubclass(value, torch.nn.Module) and not name.startswith("_")}


def public_base(kind):
    """The name of the nearest class in torch.nn that a class derives from."""
    named = {value: name for name, value in reversed(classes().items())}
    return next(("torch.nn." + named[base] for base in kind.__mro__[1:] if base in named), None)


def makers():
    """Every way to make and to call an instance: (name, function that makes it, arguments, keywords)."""
    for info in module_db:
        for sample in info.module_inputs_func(info, "cpu", torch.float32, requires_grad=False, training=True):
            made, called = sample.constructor_input, sample.forward_input
            if called is not None:
                yield (info.module_cls.__name__, lambda kind=info.module_cls, made=made: kind(*made.args, **made.kwargs),
                       called.args, called.kwargs)
    import calls
    names = {**vars(torch.nn), **calls.scope(), **calls.variables()}
    for line in filter(None, (each.strip() for text in MORE.splitlines() for each in text.split(";"))):
        name, rest = line.partition("(")[0], line
        depth, end = 0, len(name)
        for end in range(len(name), len(rest)):
            depth += (rest[end] == "(") - (rest[end] == ")")
            if depth == 0:
                break
        constructor, arguments = rest[:end + 1], rest[end + 1:].removeprefix("(").removesuffix(")")
        yield (name, eval(f"lambda: {constructor}", names),
               eval(f"({arguments},)", names) if arguments else None, {})


def construction(make):
    """The cells that say how making an instance breaks."""
    outcome = dynamo.run(lambda x: (x + 1, make())[0], (torch.ones(2),))
    return {"break": outcome.gb, "rule": "GM504", "when": "always"} if outcome.gb else {}


def members(instances):
    """What reading an attribute of an instance gives, for those that are of one kind in all instances."""
    kinds = {}
    for instance in instances:
        plain = {k: v for k, v in vars(instance).items() if not k.startswith("_") and k != "training"}
        for name, value in {**plain, **instance._parameters, **instance._buffers, **instance._modules}.items():
            if isinstance(value, torch.nn.parameter.UninitializedTensorMixin):
                kind = "unknown"
            elif isinstance(value, torch.Tensor):
                kind = f"tensor {category(value.dtype)}" if value.dim() else f"tensor {category(value.dtype)} rank0"
            elif isinstance(value, torch.nn.Module):
                kind = "module"
            else:
                kind = "constant" if isinstance(value, (bool, int, float, str, tuple, torch.device, torch.dtype)) else "unknown"
            kinds.setdefault(name, set()).add(kind)
    return {name: kind.pop() for name, kind in sorted(kinds.items()) if len(kind) == 1 and kind != {"unknown"}}


def rows(describe, wanted):
    """The rows of all classes that are wanted; `describe` turns the Subject of a call into a row."""
    made = {}
    for name, make, arguments, keywords in makers():
        made.setdefault(name, []).append((make, arguments, keywords))
    for name, kind in sorted(classes().items()):
        if not wanted(f"torch.nn.{name}") and not wanted(f"torch.nn.{name}.__call__"):
            continue
        row = {"name": f"torch.nn.{name}", "gives": "class_instance"}
        if base := public_base(kind):
            row["base"] = base
        ways = made.get(name, [])
        yield row | (construction(ways[0][0]) if ways else {})
        for module in sorted({kind.__module__, "torch.nn.modules"}):
            if getattr(sys.modules[module], name, None) is kind:
                yield {"name": f"{module}.{name}", "alias": row["name"]}
        if not ways:
            continue
        instances = [make() for make, _, _ in ways]
        subject = Subject(f"torch.nn.{name}.__call__", instances[0])
        subject.cases = [Case(instance, tuple(arguments), keywords)
                         for instance, (_, arguments, keywords) in zip(instances, ways) if arguments is not None]
        if called := describe(subject):
            called.pop("traits", None)
            yield called
        for member, gives in members(instances).items():
            yield {"name": f"torch.nn.{name}.{member}", "gives": gives}
