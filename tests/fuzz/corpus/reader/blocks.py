@a.b(c, *d, **e)
async def f(x: int, /, y=1, *z, k: T = None, **w) -> U:
    with a as b, c(d) as (e, f): pass
    async for i, *j in k: continue
    else:
        return [*x, *y], {**z, 'a': 1}
    try: yield
    except (A, B) as e: raise C from e
    finally:
        del x[0], y.z; global g
        x: int = (yield) ; x @= 1 ; y = x = a
class C(B, metaclass=M):
    if not a is not b not in c or d and -e ** ~f: pass
    elif (n := 10) > x[1:2, ::3, ...]: pass
    while lambda *a, b=1: [i for i in j if k if l for m in n]: break
