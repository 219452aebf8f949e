import torch


def outer(x):
    def g(x):
        return g(x)

    @torch.compile
    def g(x):
        return g(x) + 0

    @torch.compile
    def g(x):
        return g(x) + 1

    @torch.compile
    def g(x):
        return g(x) + 2

    @torch.compile
    def g(x):
        return g(x) + 3

    @torch.compile
    def g(x):
        return g(x) + 4

    @torch.compile
    def g(x):
        return g(x) + 5

    @torch.compile
    def g(x):
        return g(x) + 6

    @torch.compile
    def g(x):
        return g(x) + 7

    @torch.compile
    def g(x):
        return g(x) + 8

    @torch.compile
    def g(x):
        return g(x) + 9

    @torch.compile
    def g(x):
        return g(x) + 10

    @torch.compile
    def g(x):
        return g(x) + 11

    @torch.compile
    def g(x):
        return g(x) + 12

    @torch.compile
    def g(x):
        return g(x) + 13

    @torch.compile
    def g(x):
        return g(x) + 14

    @torch.compile
    def g(x):
        return g(x) + 15

    @torch.compile
    def g(x):
        return g(x) + 16

    @torch.compile
    def g(x):
        return g(x) + 17

    @torch.compile
    def g(x):
        return g(x) + 18

    @torch.compile
    def g(x):
        return g(x) + 19

    @torch.compile
    def g(x):
        return g(x) + 20

    @torch.compile
    def g(x):
        return g(x) + 21

    @torch.compile
    def g(x):
        return g(x) + 22

    @torch.compile
    def g(x):
        return g(x) + 23

    @torch.compile
    def g(x):
        return g(x) + 24

    @torch.compile
    def g(x):
        return g(x) + 25

    @torch.compile
    def g(x):
        return g(x) + 26

    @torch.compile
    def g(x):
        return g(x) + 27

    @torch.compile
    def g(x):
        return g(x) + 28

    @torch.compile
    def g(x):
        return g(x) + 29

    @torch.compile
    def g(x):
        return g(x) + 30

    @torch.compile
    def g(x):
        return g(x) + 31

    @torch.compile
    def g(x):
        return g(x) + 32

    @torch.compile
    def g(x):
        return g(x) + 33

    @torch.compile
    def g(x):
        return g(x) + 34

    @torch.compile
    def g(x):
        return g(x) + 35

    @torch.compile
    def g(x):
        return g(x) + 36

    @torch.compile
    def g(x):
        return g(x) + 37

    @torch.compile
    def g(x):
        return g(x) + 38

    @torch.compile
    def g(x):
        return g(x) + 39

    return g(x).item()
