"""Guards that failed, with the value that is there now: `n == 2` becomes `n == 2, and n is 3`.

Dynamo words a guard as an expression over the locals of the frame (`n`, or `L['n']` before 2.9), with a comment behind.
"""

import ast
import re

import torch

EXPRESSION = re.compile(r"^([\d/_]+: )?(.*?)(\s+# .*)?$")
QUIET = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Load)  # what is read without a call


def explained(reason, frame):
    """`reason`: one reason of a recompilation as Dynamo words it; `frame`: the one that is called with other values."""
    first, _, rest = reason.partition("\n")
    number, guard, comment = EXPRESSION.match(first).groups(default="")
    value = _grad_mode() if guard.startswith("GLOBAL_STATE") and "grad_mode" in guard else _value(guard.strip(), frame)
    return f"{number}{guard.strip()}{value}{comment}" + (f"\n{rest}" if rest else "")


def _grad_mode():
    return ", and it is " + ("on" if torch.is_grad_enabled() else "off")


def _value(guard, frame):
    """What the guard is about, and what that is now; "" if this cannot be read from the text."""
    try:
        about = _subject(ast.parse(guard, mode="eval").body)
        if about is None:
            return ""
        names = {"L": frame.f_locals, "G": frame.f_globals, "len": len, **frame.f_locals}
        now = eval(compile(ast.Expression(about), "<guard>", "eval"), {"__builtins__": {}}, names)
        return f", and {ast.unparse(about)} is {_shown(now)}"
    except Exception:  # what is looked at is the program's, and may raise anything
        return ""


def _subject(node):
    """The part of a guard that has a value to look at: of a comparison the left side, of a check its argument."""
    if isinstance(node, ast.Compare):
        node = node.left
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("___check") and node.args:
        node = node.args[0]
    inside = node.args[0] if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" else node
    return node if all(isinstance(each, QUIET) for each in ast.walk(inside)) else None


def _shown(value):
    if value is None or isinstance(value, (bool, int, float, str)):
        text = repr(value)
        return text if len(text) < 60 else text[:57] + "..."
    return f"another {type(value).__name__}"
