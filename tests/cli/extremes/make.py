"""Prints a file of a kind that people do not write: after a function with one finding, as much as the kind wants."""

import sys

HEAD = "import torch\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return x.item()\n"
KINDS = {
    "functions": lambda: "".join(f"@torch.compile\ndef f{i}(x: torch.Tensor):\n    y = x.sum()\n    if y > {i}:\n        x = x + y\n    return x\n" for i in range(10000)),
    "statements": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n" + "".join(f"    x{i} = x + {i}\n" for i in range(50000)),
    "branches": lambda: "".join(f"if a{i}:\n    a{i} = {i}\n" for i in range(25000)),
    "chain": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n    if x.any(): pass\n" + "".join(f"    elif (x > {i}).any(): pass\n" for i in range(5000)),
    "own_base": lambda: "class A(A):\n    def forward(self, x):\n        return self.forward(x)\nclass B(C): pass\nclass C(B): pass\ntorch.compile(C())(1)\n",
    "parentheses": lambda: "y = " + "(" * 100000 + "1" + ")" * 100000 + "\n",
    "open": lambda: "y = " + "(" * 100000 + "\n",
    "attributes": lambda: "y = x" + ".y" * 100000 + "\n",
    "blocks": lambda: "".join(" " * i + "if x:\n" for i in range(500)) + " " * 500 + "pass\n",
    "calls": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n    return h(" + "x.item(), " * 100000 + ")\n",
    "list": lambda: "y = [" + "1, " * 1700000 + "]\n",
    "keys": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n    return {" + ", ".join(f'"{i}": x' for i in range(100000)) + "}\n",
    "string": lambda: "y = '" + "a" * 5000000 + "'\n",
    "python_2": lambda: "print 'hello'\nexcept_ = 0777\n",
    "closures": lambda: "@torch.compile\ndef walk(x: torch.Tensor, report):\n    if report(x): return walk(x[1:], lambda d: report(d + 1))\n    return walk(x, lambda d, again=report: again(report(d))) + x.item()\n",
    "partials": lambda: "from functools import partial\n@torch.compile\ndef walk(x: torch.Tensor, f):\n    return walk(x, partial(f, f)) + walk(x, partial(f, x)) + x.item()\n",
    "tuples": lambda: "@torch.compile\ndef walk(x: torch.Tensor, seen):\n    return walk(x, (seen, seen)) + walk(x, {'a': seen, 'b': [seen]}) + x.item()\n",
    "doubled": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n    y = (x,)\n" + "    y = (y, y)\n" * 5000 + "    return y, x.item()\n",
    "methods": lambda: "class A:\n    def f(self, x, g): return self.f(x, self.f) + self.f(x, g) + A().f(x, lambda: g)\n@torch.compile\ndef g(x: torch.Tensor): return A().f(x, x.item)\n",
    "callbacks": lambda: "def call(x, f): return f(x)\n@torch.compile\ndef g(x: torch.Tensor):\n" + "".join(f"    x = call(x, lambda y: y.item() + {i})\n" for i in range(3000)) + "    return x\n",
    "nested": lambda: "def a0(x): return x.item()\n" + "".join(f"def a{i}(x, *more):\n" + "".join(f"    x = a{i - 1}(x, {j}, more)\n" for j in range(30)) + "    return x\n" for i in range(1, 300)) + "@torch.compile\ndef g(x: torch.Tensor): return a299(x)\n",
    "ways": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n" + "".join(f"    y{i} = x\n" for i in range(5000)) + "".join(f"    if y{i}.sum() > 0: y{i} = x + {i}\n" for i in range(5000)) + "    return x\n",
    "nothing_closed": lambda: "class A:\n  def f(self, x:\n    return (x[\n",
}

print(HEAD + KINDS[sys.argv[1]](), end="")
