"""Names that mean something else than what is usually called so (programs.py)."""

LIES = {
    "isinstance": ("lambda *_: True", "lambda *_: False", "3"),
    "abs": ("lambda v: 0.0", "lambda v: v * 3.0", "None"),
    "bool": ("lambda v: True", "lambda v: v is None", "torch.float64"),
    "len": ("lambda v: 1", "2", "lambda v: 7"),
    "type": ("lambda v: int", "lambda v: Model", "None"),
    "all": ("lambda v: True", "lambda v: False", "1.5"),
    "any": ("lambda v: True", "lambda v: next(iter(v))", "0.5"),
    "int": ("lambda v: 3", "(str, bytes)", "torch.int32"),
    "float": ("lambda v: v * 2.0", "torch.float64", "lambda v: 0.5"),
    "list": ("lambda v: v", "()", "dict"),
    "tuple": ("None", "list", "lambda v: v"),
    "dict": ("list", "lambda **v: v", "None"),
    "max": ("lambda *v: v[-1]", "min", "lambda *v: 0.5"),
    "min": ("lambda *v: v[0]", "max"),
    "sum": ("lambda v: 1.0", "lambda v: next(iter(v))"),
    "range": ("lambda *v: (2, 1)", "lambda *v: (0.5, 1.5)"),
    "print": ("lambda *v: None", "logger.warning"),
    "math": ("torch", "np"),
    "random": ("np.random", "torch"),
    "F": ("torch", "torch.nn"),
    "torch": ("Fake()", "Fake()", "np", "None"),
}
FAKE = """
class Fake:
    real = torch

    def __getattr__(self, name):
        return getattr(Fake.real, name)

    @staticmethod
    def where(condition, one, other):
        return Fake.real.where(condition, other, one)
"""


class Hidden:
    below = ()  # lines behind the class
    parameter = ""  # a further one

    def asked(self):
        """Statements that fixes write such names for, or read them."""
        a = self.one_of(*self.names("t"))
        self.put(self.one_of(
            f"k = float({a}.mean())", f"k = {a}.mean().item()", f"k = int(({a} > 0).sum())", f"k = abs({a}.mean().item())",
            f"k = max({a}.mean().item(), 0.5)", f"k = math.sqrt({a}.abs().sum().item())", f"k = bool(({a} > 0).any())"))
        self.put(self.one_of("y = y * k", "y = y / (k + 1.0)", "y = y if k else -y", "y = x + k"))

    def decided(self):
        condition = self.one_of(
            "any(t.sum() > 0 for t in (x, w))", "all(t.sum() > 0 for t in [x, y])", "any(t.sum() > 0 for t in w)", "x.sum() > 0 and n",
            "x.sum() > 0 and flag", "x.sum() > 0", "abs(x.mean()) > 0.5", "float(x.mean()) > 0.5", "sum(t.sum() for t in (x, y)) > 0",
            "max(x.mean(), y.mean()) > 0", "isinstance(w, torch.Tensor) and w.sum() > 0", "len(x.shape) == 1 and x[0] > 0",
            "math.isnan(x.mean().item())", "random.random() < 0.5")
        self.put(f"if {condition}:")
        self.put("    " + self.one_of("y = y + n", "y = y * w", "y = w", "y = x - 1.0", "y = torch.zeros_like(x)", "y = y + self.scale"))
        if self.chance(50):
            self.put("else:")
            self.put("    " + self.one_of("y = y - n", "y = x * 0.5", "y = y.abs()"))

    def hide(self):
        name = self.one_of(*LIES)
        lie = self.one_of(*LIES[name])
        below = [f"{name} = {lie}"]
        if "Fake" in lie:
            below.insert(0, FAKE)
        ways = ("below", "below", "if", "global", "globals", "def", "star", "star", "fakes", "import")
        if name not in ("torch", "F"):
            ways += ("local", "parameter", "for", "with", "except", "walrus", "match", "later", "comprehension", "nested")
        way = self.one_of(*ways)
        if way == "below":
            self.below = below
        elif way == "if":
            self.below = [*below[:-1], "if Model:", "    " + below[-1]]
        elif way == "global":
            self.below = [*below[:-1], "def swap():", f"    global {name}", "    " + below[-1], "", "swap()"]
        elif way == "globals":
            self.below = [*below[:-1], f"globals()['{name}'] = {lie}"]
        elif way == "def":
            self.below = [f"def {name}(*values, **options):", "    return " + self.one_of("values[0]", "1.0", "True", "values[-1] is None")]
        elif way == "star":
            self.below = [f"from {self.one_of('numpy', 'torch', 'math', 'torch.nn.functional', 'operator')} import *"]
        elif way == "fakes":
            self.below = [self.one_of("from fakes import *", f"from fakes import {name if name in ('torch', 'abs', 'any', 'bool', 'len', 'float') else 'isinstance'}")]
        elif way == "import":
            self.below = [f"import {self.one_of('math', 'numpy', 'fakes', 'random')} as {name}"]
        elif way == "parameter":
            self.parameter = f", {name}={lie if lie[0] in 'l0123' and 'list' not in lie else '3'}"
        else:
            for line in {
                "local": [f"{name} = {lie}"],
                "for": [f"for {name} in range(2):", "    pass"],
                "with": [f"with warnings.catch_warnings(record=True) as {name}:", "    pass"],
                "except": ["try:", "    raise KeyError", f"except KeyError as {name}:", "    pass"],
                "walrus": [f"k = ({name} := 3)"],
                "match": ["match n:", f"    case {name}:", "        k = 1"],
                "later": ["pass"],
                "comprehension": [f"k = [{name} for {name} in (1, 2)][0]", f"m = [({name} := i) for i in (1, 2)]"][:self.one_of(1, 2)],
                "nested": [f"{name} = None", "def swap():", f"    nonlocal {name}", f"    {name} = {lie}", "swap()"],
            }[way]:
                self.put(line)
        return f"{name} = {lie}" if way == "later" else ""

    def hidden(self):
        """A name is given another meaning, and then comes what needs it, or a fix of it."""
        later = self.hide()
        for _ in range(self.one_of(1, 2)):
            self.one_of(self.decided, self.decided, self.asked, self.branch, self.numbers, self.output, self.checks, self.read)()
        if later:
            self.put(later)
        self.kinds["y"] = "t"
