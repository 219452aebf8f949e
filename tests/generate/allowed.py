"""What may differ between a program and its unsafe fix, because the fix says that it assumes it (compare.py)."""
import re

import torch


def without_gradient_flags(value):
    """Tensors as they are described, but for whether they require a gradient."""
    if isinstance(value, tuple) and len(value) == 3 and isinstance(value[1], tuple):
        return value[:2]
    return type(value)(without_gradient_flags(each) for each in value) if isinstance(value, (tuple, list)) else value


def is_zero(bits):
    return bits is not None and not any(bits[2])


def is_finite(bits):
    if bits is None or not bits[2]:
        return True
    held = torch.frombuffer(bytearray(bits[2]), dtype=getattr(torch, bits[0].removeprefix("torch.")))
    return bool(held.isfinite().all())


def copies(one, other):
    """A copy that is returned instead of a tensor gets gradients of its own, once for each place."""
    gradients = {} if one["shared"] == other["shared"] else {"gradients": []}
    return [{**each, "shared": None, **gradients} for each in (one, other)]


def zeros_for_none(one, other):
    """A gradient of zeros is as good as none; then a tensor may require a gradient that did not, and warns as a number."""
    return [{**each, "backward": None, **{name: without_gradient_flags(each.get(name)) for name in ("result", "attributes", "state")},
             "gradients": [None if is_zero(bits) else bits for bits in each["gradients"]]}
            for each in no_scalar_warning(one, other)]


def finite_gradients(one, other):
    holds = all(is_finite(bits) for bits in other["gradients"])
    return [one, other] if holds else [{**each, "gradients": [], "backward": None} for each in (one, other)]


def other_errors(one, other):
    return [{**each, "exception": None} for each in (one, other)] if "raises" in one and "raises" in other else [one, other]


def other_draws(one, other):
    return [{"raises": each.get("raises")} for each in (one, other)] if one["random"] != other["random"] else [one, other]


def no_output(one, other):
    return [{**each, "output": None, "records": None, "warnings": None} for each in (one, other)]


def are_bits(value):
    return isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], str) and isinstance(value[2], bytes)


def is_rounded(one, other, least):
    """Tensors of one dtype and shape whose numbers differ by a few of the last digits of the largest of them."""
    if one[:2] != other[:2] or not one[2] or not (dtype := getattr(torch, one[0].removeprefix("torch."))).is_floating_point:
        return False
    first, second = (torch.frombuffer(bytearray(bits[2]), dtype=dtype).double() for bits in (one, other))
    finite = first.isfinite()
    if not torch.equal(finite, second.isfinite()) or not torch.equal(first[~finite].nan_to_num(0.0), second[~finite].nan_to_num(0.0)):
        return False
    largest = first[finite].abs().max() if finite.any() else 0.0
    return bool(((first - second)[finite].abs() <= 8 * max(torch.finfo(dtype).eps, least) * largest).all())


def without_rounding(one, other, least):
    if are_bits(one) and are_bits(other):
        return (None, None) if one == other or is_rounded(one, other, least) else (one, other)
    if isinstance(one, (tuple, list)) and type(one) is type(other) and len(one) == len(other):
        pairs = [without_rounding(*each, least) for each in zip(one, other)]
        return type(one)(each[0] for each in pairs), type(other)(each[1] for each in pairs)
    return one, other


def rounded(one, other, least=0.0):
    """What is computed in another order."""
    kept = {name: without_rounding(one[name], other[name], least)
            for name in ("result", "attributes", "state", "gradients") if name in one and name in other}
    return [{**each, **{name: pair[i] for name, pair in kept.items()}} for i, each in enumerate((one, other))]


def in_single_precision(one, other):
    """A number that becomes a tensor has the default dtype, whatever it meets."""
    return rounded(one, other, torch.finfo(torch.float32).eps)


def some_round(one, other):
    """Without a round of the loop, nothing makes the flag a tensor."""
    return [{}, {}] if "where() received an invalid combination" in str(other.get("exception")) else [one, other]


def no_whole_number(one, other):
    """Python makes no whole number of what is not finite, and PyTorch takes none that is larger than its own."""
    said = str(one.get("exception"))
    return [{}, {}] if "cannot convert float" in said or "int too big" in said else [one, other]


def numbers_alone(one, other):
    """Of more dimensions, `tolist()` gives lists in the place of numbers, of fewer no list."""
    return [{}, {}] if "TypeError" in str(one.get("exception")) or "0-d tensor" in str(other.get("exception")) else [one, other]


def nothing_beyond(one, other):
    """A slice ends where its tensor does; a row that is not there is an error."""
    return [{}, {}] if "IndexError" in str(other.get("exception")) else [one, other]


def no_several(one, other):
    """Python asks for the truth of one element."""
    return [{}, {}] if "more than one value is ambiguous" in str(one.get("exception")) else [one, other]


def other_forms(one, other):
    """Where arms have different dtypes or dimensions, a select gives the wider one."""
    shapes = [re.findall(r"\((?:\d+,? ?)*\)", str(each.get("result"))) for each in (one, other)]
    if shapes[0] != shapes[1] and one.get("result") is not None and other.get("result") is not None:
        return [{}, {}]
    dtypes = [sorted(set(re.findall(r"\b(?:bfloat|float|int|uint)\d+|\bbool", str(each.get("result"))))) for each in (one, other)]
    return [{}, {}] if dtypes[0] != dtypes[1] and all(dtypes) else [one, other]


def not_empty(one, other):
    return [{}, {}] if "expects a non-empty TensorList" in str(other.get("exception")) else [one, other]


def fitting_arms(one, other):
    """A layer takes tensors of its size alone, a maximum none without elements, whose error has no text here (compare.py),
    and a mean no whole numbers."""
    said = other.get("exception") or ("", "")
    misfits = ("normalized_shape", "mixed dtype", "Expected reduction dim", "could not infer output dtype", "is out of bounds for dimension", "tuple index out of range",
               "match the broadcast shape")
    empty = said[0] == "RuntimeError" and not said[1]
    return [{}, {}] if empty or any(each in said[1] for each in misfits) else [one, other]


def no_other_row(one, other):
    """A row that is picked takes no other dtype, and says in other words that a shape does not fit."""
    said = str(other.get("exception"))
    return [{}, {}] if "destination dtypes match" in said or "shape mismatch" in said else [one, other]


def no_whole_average(one, other):
    """PyTorch has no mean of whole numbers; a sum by their count is one."""
    return [{}, {}] if "must be either a floating point" in str(one.get("exception")) else [one, other]


def failing_backward(one, other):
    """The write is told by the gradient that needed what was written to, or by the tensor that wants one, which it may want
    because of what was not written there."""
    if any(words in str(other.get("exception")) for words in ("a leaf Variable", "modified by an inplace operation")):
        return [{}, {}]
    if other.get("backward"):
        one, other = [{**each, "backward": None, "gradients": []} for each in (one, other)]
    return [{**each, **{name: without_gradient_flags(each[name]) for name in ("inputs", "state", "attributes", "result") if each.get(name)}}
            for each in (one, other)]


def without_history(one, other):
    """What a state keeps of an earlier call has gone back to its inputs already."""
    return failing_backward(*zeros_for_none(one, other))


def no_scalar_warning(one, other):
    return [{**each, "warnings": [said for said in each.get("warnings") or [] if "requires_grad=True to a scalar" not in said[1]]}
            for each in (one, other)]


def is_number_for_tensor(one, other):
    kinds = [value[0] if isinstance(value, tuple) and value else None for value in (one, other)]
    return kinds[0] in ("int", "float") and kinds[1] == "Tensor"


def without_numbers(one, other):
    """Both without what is a number in the first, and a tensor in the second."""
    if is_number_for_tensor(one, other):
        return None, None
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)) and len(one) == len(other):
        pairs = [without_numbers(*each) for each in zip(one, other)]
        return type(one)(each[0] for each in pairs), type(other)(each[1] for each in pairs)
    return one, other


def tensors_for_numbers(one, other):
    kept = {name: without_numbers(one[name], other[name]) for name in ("result", "attributes", "state") if name in one and name in other}
    return [{**each, **{name: pair[i] for name, pair in kept.items()}} for i, each in enumerate((one, other))]


def as_many_dimensions(one, other):
    """`rows, columns = torch.where(m)` takes a mask of two dimensions."""
    return [{}, {}] if "values to unpack" in str(one.get("exception")) else [one, other]


def fitting_mask(one, other):
    """A mask of another length than the tensor selects nothing; its places do, as far as they are there."""
    return [{}, {}] if "shape of the mask" in str(other.get("exception")) else [one, other]


def fitting_rows(one, other):
    """Rows without dimensions of their own are one row of numbers, which what is done with rows may refuse."""
    return [{}, {}] if one.get("raises") or other.get("raises") else [one, other]


def some_truth(one, other):
    """A mask without a true element has no first one, and a row of several numbers is no number."""
    said = str(one.get("exception"))
    return [{}, {}] if "IndexError" in said or "cannot be converted to Scalar" in said or "only one element" in said else [one, other]


ALLOWED = {  # by words of the assumption
    "has more dimensions than": fitting_rows,
    "holds a truth": some_truth,
    "does not mind a copy": copies,
    "nobody tells a copy": copies,
    "nobody minds a new one": copies,
    "has 2 dimensions": as_many_dimensions,
    "can be asked, and has one element": no_several,
    "give one shape and dtype": no_several,
    "all arms run without an error": fitting_arms,
    "one shape and dtype": other_forms,
    "is not empty": not_empty,
    "a tensor serves for the number": tensors_for_numbers,
    "may be zeros instead of none": zeros_for_none,
    "nobody writes to": copies,
    "nobody else refers to": copies,
    "nobody tells copies": copies,
    "one element for each row": fitting_mask,
    "gradients of zeros instead of none": zeros_for_none,
    "gradient of zeros instead of none": zeros_for_none,
    "what is not chosen are finite": finite_gradients,
    "has one element": other_errors,
    "raises no error where gradients are computed": other_errors,
    "later draws may be other ones": other_draws,
    "output is lost under compile": no_output,
    "precision of the tensor": other_errors,  # a tensor of several elements is no number, in other words
    "fits an int64": no_whole_number,
    "nor needs what": failing_backward,
    "carries no gradient from one call to the next": without_history,
    "warning about the gradient is not missed": no_scalar_warning,
    "can be asked in any case": other_errors,
    "is there": other_errors,
    "holds floating-point numbers": no_whole_average,
    "precision of the tensor is as good": in_single_precision,
    "runs at least once": some_round,
    "rounded in another order": rounded,
    "lies within": nothing_beyond,
    "and has its dtype": no_other_row,
    "has 1 dimension": numbers_alone,
    "is not negative": nothing_beyond,
    "index out of range may raise another error": nothing_beyond,
    "take a tensor without dimensions for a number": tensors_for_numbers,
}


def allowed(one, other, assumed):
    """Both without what may differ under one of the assumptions."""
    for words, allow in ALLOWED.items():
        if "gradients" in one and "gradients" in other and any(words in each for each in assumed):
            one, other = allow(one, other)
    return one, other
