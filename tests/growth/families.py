"""Programs that grow: each function makes one of size n, as the text of a file or as files by their paths.

One thing grows in each, `n` times what somebody might write once. What may not be deep without end (blocks, brackets) is
deep by n and there many times.
"""
FAMILIES = {}
HEAD = "import torch\nimport torch.nn as nn\n\n\n"


def family(make):
    FAMILIES[make.__name__] = make
    return make


def tower(most):
    """Like `family`, for what Python or its readers do not let grow deeper than `most`."""

    def listed(make):
        make.most = most
        return family(make)

    return listed


def indent(lines, levels=1):
    return ["    " * levels + line for line in lines]


def text(*parts):
    """Parts are lines or lists of lines."""
    lines = []
    for part in parts:
        lines += [part] if isinstance(part, str) else part
    return HEAD + "\n".join(lines) + "\n"


def compiled(*body, takes="x, y, mask, flag=None, bad=False", name="f"):
    """One compiled function."""
    lines = []
    for part in body:
        lines += [part] if isinstance(part, str) else part
    return ["@torch.compile", f"def {name}({takes}):", *indent(lines), "", ""]


def one(*body, **how):
    return text(compiled(*body, **how))


def ladder(n, condition, arm):
    lines = []
    for i in range(n):
        lines += [f"{'el' if i else ''}if {condition(i)}:", f"    {arm(i)}"]
    return [*lines, "else:", f"    {arm(n)}"]


# --- Branches ---------------------------------------------------------------------------------------------------------


@family
def ladder_of_tensors(n):
    return one(ladder(n, lambda i: f"x.sum() > {i}", lambda i: f"y = x + {i}"), "return y")


@family
def ladder_of_tensors_that_returns(n):
    return one(ladder(n, lambda i: f"x.sum() > {i}", lambda i: f"return x + {i}"))


@family
def ladder_of_constants(n):
    return text("SIZE = 3", compiled(ladder(n, lambda i: f"SIZE == {i}", lambda i: f"y = x + {i}"), "return y"))


@family
def ladder_of_flags(n):
    return one(ladder(n, lambda i: f"flag == 'kind{i}'", lambda i: f"y = x + {i}"), "return y")


@family
def ladder_of_flags_that_returns(n):
    return one(ladder(n, lambda i: f"flag == 'kind{i}'", lambda i: f"return x + {i}"))


@family
def ladder_of_many_variables(n):
    return one(ladder(n, lambda i: f"flag == {i}", lambda i: f"a{i} = x + {i}"), "return x")


@family
def ifs_on_tensors(n):
    return one([line for i in range(n) for line in (f"if x.sum() > {i}:", f"    x = x + {i}")], "return x")


@family
def ifs_on_flags(n):
    return one([line for i in range(n) for line in (f"if flag == {i}:", f"    x = x + {i}")], "return x")


@family
def ifs_on_flags_many_variables(n):
    return one([line for i in range(n) for line in (f"if flag == {i}:", f"    a{i} = x + {i}")], "return x")


@family
def ifs_on_instances(n):
    return one([line for i in range(n) for line in (f"if isinstance(flag, (int, float)) and flag > {i}:",
                                                    "    flag = None")], "return x")


@family
def ifs_with_returns(n):
    return one([line for i in range(n) for line in (f"if flag == {i}:", f"    return x + {i}")], "return x")


@tower(most=80)
def nested_ifs(n):
    body = [line for i in range(n) for line in indent([f"if x.sum() > {i}:"], i)]
    return text([compiled(body, indent([f"x = x + {k}"], n), "return x", name=f"f{k}") for k in range(4)][0],
                *[compiled(body, indent([f"x = x + {k}"], n), "return x", name=f"f{k}") for k in range(1, 4)])


@tower(most=80)
def nested_ifs_on_flags(n):
    body = [line for i in range(n) for line in indent([f"if flag > {i}:"], i)]
    return text(*[compiled(body, indent([f"x = x + {k}"], n), "return x", name=f"f{k}") for k in range(8)])


@family
def boolean_chain_of_tensors(n):
    return one("if " + " and ".join(f"x[{i}] > 0" for i in range(n)) + ":", "    x = x + 1", "return x")


@family
def boolean_chain_of_flags(n):
    return one("if " + " or ".join(f"flag == {i}" for i in range(n)) + ":", "    x = x + 1", "return x")


@family
def match_of_flags(n):
    cases = [line for i in range(n) for line in (f"    case 'kind{i}':", f"        y = x + {i}")]
    return one("match flag:", cases, "    case _:", "        y = x", "return y")


@family
def match_of_tensors(n):
    return one("match x.sum():",
               [line for i in range(n) for line in (f"    case {i}:", f"        y = x + {i}")],
               "    case _:", "        y = x", "return y")


@family
def match_with_captures(n):
    return one("match flag:",
               [line for i in range(n) for line in (f"    case [{i}, first{i}, *rest{i}]:", f"        y = x + first{i}")],
               "    case _:", "        y = x", "return y")


@family
def conditional_expressions(n):
    return one([f"x = x + 1 if x.sum() > {i} else x - 1" for i in range(n)], "return x")


# --- Loops ------------------------------------------------------------------------------------------------------------


@tower(most=80)
def nested_loops(n):
    body = [line for i in range(n) for line in indent([f"for i{i} in range(x.shape[0]):"], i)]
    return text(*[compiled(body, indent([f"x = x + {k}"], n), "return x", name=f"f{k}") for k in range(8)])


@family
def loops_in_a_row(n):
    return one([line for i in range(n) for line in (f"for i in range({i}):", "    x = x + i")], "return x")


@family
def long_loop(n):
    return one("for i in range(10):", [f"    x{i} = x + x{i - 1}" if i else "    x0 = x" for i in range(n)], "return x")


@family
def long_loop_that_carries(n):
    return one([f"x{i} = x" for i in range(n)], "for i in range(10):",
               [f"    x{i} = x{(i + 1) % n}" for i in range(n)], "return x0")


@family
def while_with_branches(n):
    return one("while flag:", [line for i in range(n) for line in (f"    if flag == {i}:", f"        flag = x.shape[0] + {i}",
                                                                  "        continue")], "    x = x + 1", "return x")


@family
def loop_with_tensor_branches(n):
    return one("for i in range(10):", [line for i in range(n) for line in (f"    if x.sum() > {i}:", f"        x = x + {i}")],
               "return x")


@family
def loop_with_breaks(n):
    return one("for i in range(10):", [line for k in range(n) for line in (f"    if flag == {k}:", "        break")], "    x = x + 1",
               "return x")


# --- Blocks -----------------------------------------------------------------------------------------------------------


@tower(most=80)
def with_tower(n):
    body = [line for i in range(n) for line in indent([f"with flag.open({i}) as w{i}:"], i)]
    return text(*[compiled(body, indent([f"x = x + {k}"], n), "return x", name=f"f{k}") for k in range(8)])


@family
def with_many_items(n):
    return one("with " + ", ".join(f"flag.open({i}) as w{i}" for i in range(n)) + ":", "    x = x + 1", "return x")


@family
def withs_in_a_row(n):
    return one([line for i in range(n) for line in ("with torch.no_grad():", f"    x = x + {i}")], "return x")


@tower(most=80)
def try_tower(n):
    body = [line for i in range(n) for line in indent(["try:"], i)]
    ends = [line for i in reversed(range(n)) for line in indent([f"except E{i}:", f"    x = x - {i}"], i)]
    return text(*[compiled(body, indent(["x = x + 1"], n), ends, "return x", name=f"f{k}") for k in range(8)])


@tower(most=40)
def finally_tower(n):
    body = [line for i in range(n) for line in indent(["try:"], i)]
    ends = [line for i in reversed(range(n)) for line in indent(["finally:", f"    x = x - {i}"], i)]
    return text(*[compiled(body, indent(["return x + 1"], n), ends, name=f"f{k}") for k in range(8)])


@family
def tries_in_a_row(n):
    return one([line for i in range(n) for line in ("try:", f"    a{i} = flag({i})", "except ValueError:", f"    a{i} = x")], "return x")


@family
def long_try(n):
    return one("try:", [f"    a{i} = flag({i})" for i in range(n)], "except ValueError:", "    pass", "return x")


@family
def many_excepts(n):
    return one("try:", "    x = flag(x)", [line for i in range(n) for line in (f"except E{i} as e:", f"    x = x + {i}")],
               "return x")


# --- Calls ------------------------------------------------------------------------------------------------------------


@family
def chain_of_calls(n):
    helpers = [line for i in range(n) for line in (f"def h{i}(x):", f"    return h{i + 1}(x) + 1", "")]
    return text(helpers, f"def h{n}(x):", "    return x.item()", "", compiled("return h0(x)"))


@family
def chain_of_short_calls(n):
    """Many chains, none deeper than what is followed."""
    lines = []
    for i in range(n):
        lines += [f"def a{i}(x):", f"    return b{i}(x) + 1", f"def b{i}(x):", "    return x.item()", ""]
    return text(lines, compiled([f"x = a{i}(x)" for i in range(n)], "return x"))


@family
def helper_called_alike(n):
    return text("def helper(x, k):", "    return x * k", "", compiled([f"x = helper(x, flag)" for i in range(n)], "return x"))


@family
def helper_called_differently(n):
    return text("def helper(x, k):", "    if k > 3:", "        return x + k", "    return x * k", "",
                compiled([f"x = helper(x, {i})" for i in range(n)], "return x"))


@family
def helper_of_many_functions(n):
    return text("def helper(x, k):", "    return x[k].item()", "",
                [line for i in range(n) for line in compiled(f"return helper(x, {i})", name=f"f{i}")])


@family
def two_calls_each(n):
    """A tree of calls with shared leaves: 2 ** n ways, n functions."""
    helpers = [line for i in range(n) for line in (f"def h{i}(x, k):", f"    return h{i + 1}(x, k) + h{i + 1}(x, k + 1)", "")]
    return text(helpers, f"def h{n}(x, k):", "    return x", "", compiled("return h0(x, 0)"))


@family
def many_small_functions(n):
    return text([line for i in range(n) for line in (f"def g{i}(x):", f"    return x + {i}", "")], compiled("return x"))


@family
def many_entry_points(n):
    return text([line for i in range(n) for line in compiled("if x.sum() > 0:", "    x = x + 1", "return x", name=f"f{i}")])


@family
def compiled_again(n):
    return text("def f(x):", "    return x.item()", "", [f"f{i} = torch.compile(f)" for i in range(n)])


@family
def branches_in_comprehensions(n):
    chosen = "return torch.cat([s * 2.0 if s.mean() > 0 else s - 1.0 for s in x])"
    return text([line for i in range(n) for line in compiled(chosen, takes="x", name=f"f{i}")])


@family
def flags_of_loops(n):
    body = ("hot = False", "for p in x:", ["    if p.max() > 2.0:", "        hot = True"], "if hot:", "    y = y * 0.25", "return y + 1")
    takes = "x: list[torch.Tensor], y: torch.Tensor"
    return text([line for i in range(n) for line in compiled(*body, takes=takes, name=f"f{i}")])


@family
def mutual_recursion(n):
    lines = []
    for i in range(n):
        lines += [f"def r{i}(x, k):", "    if k > 3:", f"        return r{(i + 1) % n}(x, k - 1)", f"    return r{i * 7 % n}(x + 1, k)", ""]
    return text(lines, compiled("return r0(x, 9)"))


@family
def star_arguments(n):
    lines = []
    for i in range(n):
        lines += [f"def s{i}(*args, **kwargs):", f"    return s{i + 1}(*args, **kwargs)", ""]
    return text(lines, f"def s{n}(*args, **kwargs):", "    return args[0]", "", compiled("return s0(x, y, mask=mask)"))


@family
def star_arguments_that_grow(n):
    lines = []
    for i in range(n):
        lines += [f"def s{i}(*args, **kwargs):", f"    return s{i + 1}(args[0], *args, k{i}=args, **kwargs)", ""]
    return text(lines, f"def s{n}(*args, **kwargs):", "    return args[0]", "", compiled("return s0(x, y, mask=mask)"))


@family
def many_keywords(n):
    return text("def helper(x, **kwargs):", "    return x", "",
                compiled("return helper(x, " + ", ".join(f"k{i}=y" for i in range(n)) + ")"))


@family
def many_parameters(n):
    names = ", ".join(f"p{i}" for i in range(n))
    return text(f"def helper({names}):", "    return p0 + " + f"p{n - 1}", "",
                compiled("return helper(" + ", ".join(["x"] * n) + ")"), compiled("return p0", takes=names, name="g"))


@family
def many_positional_stars(n):
    return text("def helper(*args):", "    return args[0]", "",
                compiled("return helper(" + ", ".join(["*flag", "x"] * n) + ")"))


@family
def chain_of_closures(n):
    lines = ["def c0(v):", "    return v + 1"]
    for i in range(1, n):
        lines += [f"def c{i}(v):", f"    return c{i - 1}(v) + x"]
    return one(lines, f"return c{n - 1}(x)")


@family
def closures_over_closures(n):
    return text("def wrap(f):", "    def inner(v):", "        return f(v) + 1", "    return inner", "",
                compiled("g = torch.relu", ["g = wrap(g)"] * n, "return g(x)"))


@family
def closures_over_many_variables(n):
    return one([f"a{i} = x + {i}" for i in range(n)], [f"g{i} = lambda v: v + a{i}" for i in range(n)],
               [f"x = g{i}(x)" for i in range(n)], "return x")


@family
def chain_of_lambdas(n):
    return one("g0 = lambda v: v", [f"g{i} = lambda v: g{i - 1}(v) + {i}" for i in range(1, n)], f"return g{n - 1}(x)")


@family
def lambda_rebound(n):
    return one("g = lambda v: v", [f"g = lambda v, g=g: g(v) + {i}" for i in range(n)], "return g(x)")


@family
def chain_of_decorators(n):
    lines = ["def deco(f):", "    def inner(*args, **kwargs):", "        return f(*args, **kwargs)", "    return inner", ""]
    return text(lines, ["@deco"] * n, "def g(x):", "    return x.item()", "", compiled("return g(x)"))


@family
def decorators_of_many(n):
    lines = ["def deco(f):", "    def inner(*args, **kwargs):", "        return f(*args, **kwargs)", "    return inner", ""]
    return text(lines, [line for i in range(n) for line in ("@deco", f"def g{i}(x):", f"    return x + {i}", "")],
                compiled([f"x = g{i}(x)" for i in range(n)], "return x"))


@family
def different_decorators(n):
    lines = []
    for i in range(n):
        lines += [f"def deco{i}(f):", "    def inner(*args):", "        return f(*args)", "    return inner", ""]
    return text(lines, [f"@deco{i}" for i in range(n)], "def g(x):", "    return x.item()", "", compiled("return g(x)"))


@family
def partials(n):
    return text("from functools import partial", "def helper(*args):", "    return args[-1].item()", "",
                compiled("g = helper", [f"g = partial(g, {i})" for i in range(n)], "return g(x)"))


@family
def generators(n):
    lines = ["def g0(x):", "    yield x", ""]
    for i in range(1, n):
        lines += [f"def g{i}(x):", f"    for v in g{i - 1}(x):", "        yield v + 1", ""]
    return text(lines, compiled(f"for v in g{n - 1}(x):", "    x = x + v", "return x"))


@family
def generators_in_a_row(n):
    return one("g = (v for v in x)", ["g = (v + 1 for v in g)"] * n, "return list(g)")


# --- Values -----------------------------------------------------------------------------------------------------------


@family
def tuples_in_tuples(n):
    return one("t = (x,)", ["t = (t, x)"] * n, "return t")


@family
def lists_in_lists(n):
    return one("t = [x]", ["t = [t, x]"] * n, "return t")


@family
def dicts_in_dicts(n):
    return one("t = {'v': x}", [f"t = {{'k{i}': t, 'v': x}}" for i in range(n)], "return t")


@family
def containers_doubled(n):
    return one("t = (x,)", ["t = (t, t)"] * n, "return t")


@family
def tuples_that_grow(n):
    return one("t = (x,)", ["t = t + (x,)"] * n, "return t")


@family
def list_appended(n):
    return one("t = []", ["t.append(x)"] * n, "return torch.stack(t)")


@family
def dict_filled(n):
    return one("d = {}", [f"d['k{i}'] = x + {i}" for i in range(n)], [f"x = x + d['k{i}']" for i in range(n)], "return x")


@family
def long_tuple(n):
    return one("t = (" + ", ".join(f"x + {i}" for i in range(n)) + ")", "return t[0]")


@family
def long_unpacking(n):
    return one(", ".join(f"a{i}" for i in range(n)) + " = " + ", ".join(f"x + {i}" for i in range(n)),
               "return " + " + ".join(f"a{i}" for i in range(0, n, max(1, n // 50))))


@family
def long_dict(n):
    return one("d = {" + ", ".join(f"'k{i}': x + {i}" for i in range(n)) + "}", [f"x = x + d['k{i}']" for i in range(n)], "return x")


@family
def long_table(n):
    return text("TABLE = [", [f"    [{i}, {i + 1}, {i + 2}]," for i in range(n)], "]", compiled("return x + TABLE[flag][0]"))


@family
def long_set_of_names(n):
    return text("NAMES = {" + ", ".join(f"'name{i}'" for i in range(n)) + "}", compiled("return x if flag in NAMES else y"))


@family
def attributes_of_self(n):
    init = [line for i in range(n) for line in indent([f"self.a{i} = {i}"], 2)]
    reads = [line for i in range(n) for line in indent([f"x = x + self.a{i}"], 2)]
    return text("class Model(nn.Module):", "    def __init__(self):", "        super().__init__()", init, "",
                "    def forward(self, x):", reads, "        return x", "")


@family
def attributes_written(n):
    writes = [line for i in range(n) for line in indent([f"self.a{i} = x + {i}"], 2)]
    reads = [line for i in range(n) for line in indent([f"x = x + self.a{i}"], 2)]
    return text("class Model(nn.Module):", "    def forward(self, x):", writes, reads, "        return x", "")


@family
def chain_of_attributes(n):
    lines = ["class M0(nn.Module):", "    def forward(self, x):", "        return x", ""]
    for i in range(1, n):
        lines += [f"class M{i}(nn.Module):", "    def __init__(self):", "        super().__init__()",
                  f"        self.inner = M{i - 1}()", "", "    def forward(self, x):", "        return self.inner(x) + 1", ""]
    return text(lines, f"model = torch.compile(M{n - 1}())")


@tower(most=80)
def long_attribute_paths(n):
    return one([f"x = x + flag{'.inner' * n}" for _ in range(40)], "return x")


@tower(most=80)
def subscript_paths(n):
    return one([f"x = x + flag{'[0]' * n}" for _ in range(40)], "return x")


@family
def many_globals(n):
    return text([f"G{i} = {i}" for i in range(n)], "", compiled([f"x = x + G{i}" for i in range(n)], "return x"))


@family
def globals_from_globals(n):
    return text("G0 = 1", [f"G{i} = G{i - 1} + 1" for i in range(1, n)], "", compiled(f"return x + G{n - 1}"))


@family
def global_rebound(n):
    return text("G = 1", [f"G = G + {i}" for i in range(n)], "", compiled("return x + G"))


# --- Classes ----------------------------------------------------------------------------------------------------------


@family
def deep_inheritance(n):
    lines = ["class M0(nn.Module):", "    def forward(self, x):", "        return x.item()", ""]
    for i in range(1, n):
        lines += [f"class M{i}(M{i - 1}):", "    def forward(self, x):", "        return super().forward(x) + 1", ""]
    return text(lines)


@family
def deep_inheritance_of_one_method(n):
    lines = ["class M0(nn.Module):", "    def forward(self, x):", "        return self.helper(x)", "",
             "    def helper(self, x):", "        return x.item()", ""]
    for i in range(1, n):
        lines += [f"class M{i}(M{i - 1}):", f"    size{i} = {i}", ""]
    return text(lines, f"model = torch.compile(M{n - 1}())")


@family
def wide_classes(n):
    lines = ["class Base(nn.Module):", "    def helper(self, x):", "        return x + 1", ""]
    for i in range(n):
        lines += [f"class M{i}(Base):", "    def forward(self, x):", "        return self.helper(x).item()", ""]
    return text(lines)


@family
def many_bases(n):
    lines = [line for i in range(n) for line in (f"class B{i}:", f"    def m{i}(self, x):", "        return x", "")]
    return text(lines, "class M(" + ", ".join(f"B{i}" for i in range(n)) + ", nn.Module):", "    def forward(self, x):",
                [f"        x = self.m{i}(x)" for i in range(n)], "        return x", "")


@family
def many_methods(n):
    lines = ["class M(nn.Module):", "    def forward(self, x):", "        return self.m0(x)", ""]
    for i in range(n):
        lines += [f"    def m{i}(self, x):", f"        return self.m{i + 1}(x) + self.m{i // 2}(x)", ""]
    return text(lines, [f"    def m{n}(self, x):", "        return x", ""])


@family
def modules_of_one_model(n):
    init = [line for i in range(n) for line in indent([f"self.layer{i} = nn.Linear(4, 4)"], 2)]
    calls = [line for i in range(n) for line in indent([f"x = self.layer{i}(x)"], 2)]
    return text("class Model(nn.Module):", "    def __init__(self):", "        super().__init__()", init, "",
                "    def forward(self, x):", calls, "        return x", "")


@family
def module_classes_of_one_model(n):
    lines = []
    for i in range(n):
        lines += [f"class L{i}(nn.Module):", "    def forward(self, x):", f"        return x + {i}", ""]
    init = [line for i in range(n) for line in indent([f"self.layer{i} = L{i}()"], 2)]
    calls = [line for i in range(n) for line in indent([f"x = self.layer{i}(x)"], 2)]
    return text(lines, "class Model(nn.Module):", "    def __init__(self):", "        super().__init__()", init, "",
                "    def forward(self, x):", calls, "        return x", "")


@family
def properties(n):
    lines = ["class M(nn.Module):"]
    for i in range(n):
        lines += ["    @property", f"    def p{i}(self):", f"        return {f'self.p{i - 1} + 1' if i else '0'}", ""]
    return text(lines, "    def forward(self, x):", f"        return x + self.p{n - 1}", "")


@family
def module_classes_that_may_be_compiled(n):
    """Nothing tells which: each of the file may be a part of another one."""
    lines = [line for i in range(n) for line in (f"class L{i}(nn.Module):", "    def forward(self, x):", f"        return x + {i}", "")]
    return text(lines, "def make(name):", "    return globals()[name]()", "", "def train(name):", "    return torch.compile(make(name))")


@family
def compiled_of_unknown_classes(n):
    lines = [line for i in range(n) for line in (f"class L{i}(nn.Module):", "    def forward(self, x):", f"        return x + {i}", "")]
    return text(lines, "def train(make):", [f"    m{i} = torch.compile(make({i}))" for i in range(n)])


@family
def methods_of_what_is_compiled(n):
    return text("def train(model, x):", [f"    model.m{i}(x)" for i in range(n)], "    return torch.compile(model)")


@family
def compiled_over_itself(n):
    return text("def train(model):", ["    model = torch.compile(model)"] * n, "    return model")


# --- Comprehensions and expressions -----------------------------------------------------------------------------------


@family
def comprehensions_in_a_row(n):
    return one(["x = torch.stack([v + 1 for v in x if v.shape])"] * n, "return x")


@tower(most=60)
def nested_comprehensions(n):
    return text(*[compiled("return " + "[" * n + "x" + "".join(f" for i{i} in range({i})]" for i in range(n)), name=f"f{k}") for k in range(8)])


@tower(most=60)
def clauses_of_comprehensions(n):
    return text(*[compiled("return [x" + "".join(f" for i{i} in range({i}) if i{i} > 2" for i in range(n)) + "]", name=f"f{k}") for k in range(8)])


@tower(most=60)
def deep_brackets(n):
    return one(["x = " + "(" * n + "x" + " + 1)" * n] * 20, "return x")


@tower(most=60)
def deep_calls(n):
    return one(["x = " + "torch.relu(" * n + "x" + ")" * n] * 20, "return x")


@tower(most=60)
def nested_conditionals(n):
    return one(["x = " + "(" * n + "x" + "".join(f" if flag > {i} else y)" for i in range(n))] * 20, "return x")


@tower(most=90)
def long_sums(n):
    return one(["x = x" + " + y" * n] * 20, "return x")


@family
def long_line(n):
    return one("; ".join(f"x = x + {i}" for i in range(n)), "return x")


@family
def long_string_concatenation(n):
    return text("TEXT = (", [f"    'part {i} '" for i in range(n)], ")", compiled("print(TEXT)", "return x"))


@family
def long_f_string(n):
    return one("print(f'" + " ".join(f"{{x}} part {i}" for i in range(n)) + "')", "return x")


@family
def docstrings(n):
    return text([line for i in range(n) for line in (f"def g{i}(x):", f'    """What {i} does."""', f"    # and how {i}", "    return x", "")],
                compiled("return x"))


@family
def walrus(n):
    return one([f"x = (a{i} := x + {i}) + a{i}" for i in range(n)], "return x")


# --- Straight code ----------------------------------------------------------------------------------------------------


@family
def straight_code(n):
    return one("x0 = x", [f"x{i} = x{i - 1} + {i}" for i in range(1, n)], f"return x{n - 1}")


@family
def one_variable_reassigned(n):
    return one([f"x = x * {i}" for i in range(n)], "return x")


@family
def augmented(n):
    return one([f"x += {i}" for i in range(n)], "return x")


@family
def many_live_variables(n):
    return one([f"a{i} = x + {i}" for i in range(n)], "t = x", [f"t = t + a{i}" for i in range(n)], "return t")


# --- Findings ---------------------------------------------------------------------------------------------------------


@family
def prints(n):
    return one([f"print('step {i}', x)" for i in range(n)], "return x")


@family
def prints_of_texts(n):
    return one([f"print('step {i}')" for i in range(n)], "return x")


@family
def prints_in_branches(n):
    return one([line for i in range(n) for line in (f"if flag == {i}:", f"    print('step {i}')")], "return x")


@family
def prints_in_functions(n):
    return text([line for i in range(n) for line in compiled("x = x + 1", f"print('step {i}')", "return x", name=f"f{i}")])


@family
def logs(n):
    return text("import logging", "logger = logging.getLogger(__name__)", compiled([f"logger.info('step {i}')" for i in range(n)], "return x"))


@family
def warnings(n):
    return text("import warnings", compiled([f"warnings.warn('step {i}')" for i in range(n)], "return x"))


@family
def items(n):
    return one([f"a{i} = x[{i}].item()" for i in range(n)], "return x * a0")


@family
def items_used(n):
    return one([f"x = x * y[{i}].item()" for i in range(n)], "return x")


@family
def items_in_functions(n):
    return text([line for i in range(n) for line in compiled("return x * y.sum().item()", name=f"f{i}")])


@family
def masked_writes(n):
    return one([f"x[x > {i}] = {i}" for i in range(n)], "return x")


@family
def masked_reads(n):
    return one([f"a{i} = x[x > {i}]" for i in range(n)], "return x")


@family
def masked_sums(n):
    return one([f"y = y + x[x > {i}].sum()" for i in range(n)], "return y")


@family
def nonzeros(n):
    return one([f"a{i} = torch.nonzero(x > {i})" for i in range(n)], "return x")


@family
def guards(n):
    return one([line for i in range(n) for line in (f"if (x > {i}).any():", f"    raise ValueError('above {i}')")], "return x")


@family
def guards_on_flags(n):
    return one([line for i in range(n) for line in (f"if flag == {i}:", f"    raise ValueError('is {i}')")], "return x")


@family
def asserts(n):
    return one([f"assert (x < {i}).all(), 'above {i}'" for i in range(n)], "return x")


@family
def findings_on_one_line(n):
    return one("; ".join(f"print({i})" for i in range(n)), "return x")


@family
def findings_in_one_call(n):
    return one("return torch.full((" + ", ".join(f"x[{i}].item()" for i in range(n)) + "), 0.0)")


@family
def findings_in_one_list(n):
    return one("return [" + ", ".join(f"float(x[{i}])" for i in range(n)) + "]")


@family
def suppressions(n):
    return one([f"print({i})  # graphmend: ignore[GM401]" for i in range(n)], "return x")


@family
def suppressions_of_nothing(n):
    return one([f"x = x + {i}  # graphmend: ignore[GM401]" for i in range(n)], "return x")


@family
def suppressions_that_are_no_comments(n):
    return one([f"print('{i} # graphmend: ignore[GM401]')" for i in range(n)], "return x")


@family
def nested_functions_with_findings(n):
    return one([line for i in range(n) for line in (f"def g{i}(v):", f"    return v[{i}].item()")], [f"x = x + g{i}(x)" for i in range(n)], "return x")


@family
def graph_breaks(n):
    return one("a = x + 1", ["torch._dynamo.graph_break()"] * n, "return a")


# --- Files ------------------------------------------------------------------------------------------------------------


@family
def many_imports(n):
    return text([f"import os.path{i} as p{i}" for i in range(n)], [f"from package{i} import name{i}" for i in range(n)],
                compiled([f"x = name{i}(x)" for i in range(n)], "return x"))


@family
def star_imports(n):
    files = {f"m{i}.py": HEAD + f"def h{i}(x):\n    return x.item()\n" for i in range(n)}
    return files | {"main.py": text([f"from m{i} import *" for i in range(n)], compiled([f"x = h{i}(x)" for i in range(n)], "return x"))}


@family
def chain_of_star_imports(n):
    files = {f"m{i}.py": HEAD + f"from m{i + 1} import *\nv{i} = {i}\n" for i in range(n)}
    return files | {f"m{n}.py": HEAD + "def h(x):\n    return x.item()\n",
                    "main.py": text("from m0 import *", compiled("return h(x)"))}


@family
def chain_of_files(n):
    files = {f"m{i}.py": HEAD + f"from m{i + 1} import h{i + 1}\n\ndef h{i}(x):\n    return h{i + 1}(x) + 1\n" for i in range(n)}
    return files | {f"m{n}.py": HEAD + f"def h{n}(x):\n    return x.item()\n",
                    "main.py": text("from m0 import h0", compiled("return h0(x)"))}


@family
def compiled_chain_of_files(n):
    files = {}
    for i in range(n):
        files[f"m{i}.py"] = text(f"from m{i + 1} import f{i + 1}", compiled(f"return f{i + 1}(x)", takes="x", name=f"f{i}"))
    return files | {f"m{n}.py": text(compiled("return x.item()", takes="x", name=f"f{n}"))}


@family
def cycle_of_files(n):
    return {f"m{i}.py": text(f"from m{(i + 1) % n} import f{(i + 1) % n}",
                             compiled("print(x)", f"return f{(i + 1) % n}(x)", takes="x", name=f"f{i}")) for i in range(n)}


@family
def files_that_share_one(n):
    files = {f"m{i}.py": text("from common import helper", compiled("return helper(x)", name=f"f{i}")) for i in range(n)}
    return files | {"common.py": HEAD + "def helper(x):\n    return x.item()\n"}


@family
def file_of_all(n):
    files = {f"m{i}.py": HEAD + f"def h{i}(x):\n    return x.item()\n" for i in range(n)}
    return files | {"main.py": text([f"from m{i} import h{i}" for i in range(n)], compiled([f"x = h{i}(x)" for i in range(n)], "return x"))}


@family
def reexports(n):
    files = {f"p/m{i}.py": HEAD + f"from . import h{i + 1}\n\ndef h{i}(x):\n    return h{i + 1}(x)\n" for i in range(n)}
    return files | {f"p/m{n}.py": HEAD + f"def h{n}(x):\n    return x.item()\n",
                    "p/__init__.py": "\n".join(f"from .m{i} import h{i}" for i in range(n + 1)) + "\n",
                    "main.py": text("from p import h0", compiled("return h0(x)"))}
