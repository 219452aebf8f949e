x[1]
x[1:2]
x[:]
x[::2]
x[1::2]
x[:2:]
x[a:b:c, ..., None, :]
a < b <= c
a is not b
a not in b in c
not a == b
a != b
-a ** ~b
a // b % c @ d << e >> f & g | h ^ i
a and b or not c
a if b else c
(y := f(x))
f(a, *b, c=1, **d)
f(x for x in y if x if not y)
[x async for x in y]
{k: v for k, v in z}
{*a, b}
{**a, "b": c}
lambda x, *y, z=1, **k: x
lambda: (yield)
a.b.c().d[0]
x = y = z
x: int = 1
x += 1
x //= 2
x @= y
a, *b = c
(a, b), [c] = d
await x
1_000 + 0xff + 1.5e3 + 2j
"a" 'b' f"{c}"
f"é{x!r:>{width}} {{no}} {y=}"
rb"bytes"
f'{f"{nested}"}'
print("x", end="")
...
