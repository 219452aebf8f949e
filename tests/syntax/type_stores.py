type Pair[T] = tuple[T, T]
type(x).y = z
type(x)[0] = z
type(x).y.z = z, 2
type(x).y += z
type(x).y: int = z
type(x).y = a = z
a = type(x).y = z
type(x).y[0](1).z = z
type.y = z
type[0] = z
type = z
type(x).y, b = z
del type(x).y
type(x).y = yield z
type (x) . y = z
type(a, b).y = z
type((a)).y = lambda: z
type(a)().y = z
type(self)._count = type(self)._count + 1
type(f(a)[0]).y = *z, 1
type(f(a).b).y = not z
