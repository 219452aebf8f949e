"""Type parameters have a scope around the function, class or alias."""

T = int


def first[T: (int, Bound), *Ts, **P](items: list[T], *args: *Ts, key: Key = T, **kwargs: P.kwargs) -> T:
    def inner() -> T:
        return T
    return inner


class Box[T](Base[T]):
    kind = T
    size = 2

    def get[U: T](self, other: U, default=size) -> tuple[T, U, kind]:
        return T, U, size


type Pair[T] = tuple[T, Other]
type Plain = list[T]
type = 3
type(T).field = type
print(Pair, Plain, T)
