import torch


def scale_0(x=1, y=2):
    return x * y


def scale_1(x=scale_0(), y=scale_0()):
    return x * y


def scale_2(x=scale_1(), y=scale_1()):
    return x * y


def scale_3(x=scale_2(), y=scale_2()):
    return x * y


def scale_4(x=scale_3(), y=scale_3()):
    return x * y


def scale_5(x=scale_4(), y=scale_4()):
    return x * y


def scale_6(x=scale_5(), y=scale_5()):
    return x * y


def scale_7(x=scale_6(), y=scale_6()):
    return x * y


def scale_8(x=scale_7(), y=scale_7()):
    return x * y


def scale_9(x=scale_8(), y=scale_8()):
    return x * y


def scale_10(x=scale_9(), y=scale_9()):
    return x * y


def scale_11(x=scale_10(), y=scale_10()):
    return x * y


def scale_12(x=scale_11(), y=scale_11()):
    return x * y


def scale_13(x=scale_12(), y=scale_12()):
    return x * y


def scale_14(x=scale_13(), y=scale_13()):
    return x * y


def scale_15(x=scale_14(), y=scale_14()):
    return x * y


def scale_16(x=scale_15(), y=scale_15()):
    return x * y


def scale_17(x=scale_16(), y=scale_16()):
    return x * y


def scale_18(x=scale_17(), y=scale_17()):
    return x * y


def scale_19(x=scale_18(), y=scale_18()):
    return x * y


def scale_20(x=scale_19(), y=scale_19()):
    return x * y


def scale_21(x=scale_20(), y=scale_20()):
    return x * y


def scale_22(x=scale_21(), y=scale_21()):
    return x * y


def scale_23(x=scale_22(), y=scale_22()):
    return x * y


def scale_24(x=scale_23(), y=scale_23()):
    return x * y


def scale_25(x=scale_24(), y=scale_24()):
    return x * y


def scale_26(x=scale_25(), y=scale_25()):
    return x * y


def scale_27(x=scale_26(), y=scale_26()):
    return x * y


def scale_28(x=scale_27(), y=scale_27()):
    return x * y


def scale_29(x=scale_28(), y=scale_28()):
    return x * y


def scale_30(x=scale_29(), y=scale_29()):
    return x * y


@torch.compile
def f(x):
    return x * scale_30()
