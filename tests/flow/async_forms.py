async def forms(xs, a):
    async for x in xs:
        await x
    else:
        x = None
    async with a() as b, b:
        return [await y async for y in xs if await y]
