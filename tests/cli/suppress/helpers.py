def limited(x):
    print("limited")
    return x.clamp(max=1)
