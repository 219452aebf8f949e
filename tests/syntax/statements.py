from __future__ import annotations
import a.b as c, d
from ..e import (f as g, h,)
from . import *


@one
@two(3)
async def f(a, /, b: int, c=1, d: str = "x", *args: int, e, **kw) -> None:
    async with a as b, c:
        pass
    async for x in y:
        continue
    else:
        break
    return


@dataclass
class C(Base, metaclass=M):
    """doc"""
    x: int

    def m(self): return self.x; pass


def keywords(*, only): ...
def generic[T: int, *Ts, **P](x: list[T], y: "str" | None) -> Optional[T]: ...
type Alias[T] = list[T]
if a:
    pass
elif b:
    pass
else:
    pass
while a: break
else: pass
try:
    raise A from b
except (A, B) as e:
    pass
except* C:
    raise
except:
    pass
else:
    pass
finally:
    pass
with (a as b, c as (d, e)):
    pass
match point:
    case 1 | -2:
        pass
    case "s" if x > 0:
        pass
    case [a, *rest]:
        pass
    case {"k": v, **more}:
        pass
    case Point(x=0, y=z) as p:
        pass
    case a.b:
        pass
    case _:
        pass
global g, h
nonlocal i
del a, b[0]
assert a, "b"
x = 1; y = 2  # comment
if a: \
    b
