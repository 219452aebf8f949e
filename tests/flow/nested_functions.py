def outer(a):
    @decorate(a)
    def inner(b=a):
        return lambda c: a + b + c

    class Local(Base):
        attribute = a

        @property
        def method(self):
            return self

    async def other():
        yield 1

    return inner, Local, other
