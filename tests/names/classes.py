"""Class scopes are invisible from the functions in them, and names like `__x` belong to the class."""

size = 1
__secret = 2


class Model(Base, metaclass=Meta, size=size):
    size = size + 1
    doubled = [size for _ in range(size)]
    __secret = 3
    field: int = size
    other: "Model"

    @property
    def area(self, scale=size) -> Model:
        return self.size * size * scale * __secret

    @staticmethod
    def make(cls=lambda: size):
        class Inner:
            depth = cls

            def method(self):
                return __class__, depth, cls, __private

            def __private(self, __hidden__=__secret):
                __import = __hidden__
        return Inner

    area = area


class _:
    def __x(self):
        return __y


def outer(size):
    class Local:
        size = size
        copy = size

        def get(self):
            global Model
            Model = size
    return Local
