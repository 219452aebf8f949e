#include "analysis/values/interpret/dtypes.h"

#include "analysis/values/interpret/frame.h"

namespace values {
namespace {

using torch::Dtype;
using torch::Shape;

constexpr int max_content_depth = 4;

// What all that the call is given promotes to: where(c, a, 0.5), add(a, b).
Dtype promoted_over(const Arguments& arguments, Value receiver) {
    Dtype result = receiver.is_tensor() ? receiver.dtype : Dtype::boolean;
    for (const Value value : arguments.positional) result = promoted(result, category(value));
    for (const auto& [name, value] : arguments.keywords)
        if (value.is_tensor() || value.is(Kind::literal)) result = promoted(result, category(value));
    return arguments.open ? Dtype::unknown : result;
}

}  // namespace

Dtype word_of(const torch::Row& row) {
    const bool follows = row.shape == Shape::same || row.shape == Shape::broadcast;
    return row.dtype == Dtype::unknown && follows ? Dtype::same_dtype : row.dtype;
}

Dtype relative(Dtype word, Dtype of) {
    switch (word) {
        case Dtype::same_dtype: return of;
        case Dtype::real: return of == Dtype::complex ? Dtype::floating : of;
        case Dtype::floated: return of == Dtype::complex || of == Dtype::unknown ? of : Dtype::floating;
        case Dtype::summed: return of == Dtype::boolean ? Dtype::integer : of;
        default: return word;
    }
}

Dtype Frame::given_dtype(const torch::Row& row, Value receiver, Value like, const Arguments& arguments) {
    if (const Value* dtype = arguments.keyword("dtype"); is_given(dtype)) return dtype_of(*dtype);
    for (const Value value : arguments.positional)  // torch.softmax(x, 1, torch.float64)
        if (const torch::Row* dtype = value.is(Kind::api) ? row_of(value) : nullptr;
            dtype && dtype->gives == torch::Gives::constant && dtype->dtype != Dtype::unknown)
            return dtype->dtype;
    const Dtype word = word_of(row);
    if (word == Dtype::promoted) return promoted_over(arguments, receiver);
    if (word == Dtype::cast) return cast(like.dtype, arguments);
    if (word == Dtype::content) return content(arguments);
    const bool promotes = row.shape == Shape::broadcast && row.dtype == Dtype::unknown;  // not masked_fill()
    const bool is_of_all = promotes || !like.is_tensor();                                // arange(0, 8, 2)
    if (word == Dtype::same_dtype && is_of_all) return promoted_over(arguments, receiver);
    return relative(word, like.dtype);
}

// The category that a dtype object stands for: torch.float16, or `x.dtype` (same_dtype if that of x is not known).
Dtype Frame::dtype_of(Value dtype) const {
    const torch::Row* row = row_of(dtype);
    if (row) return row->dtype;
    return dtype.is(Kind::constant) && dtype.dtype != Dtype::same_dtype ? dtype.dtype : Dtype::unknown;
}

// torch.tensor([True, False]), torch.as_tensor(x).
Dtype Frame::content(const Arguments& arguments) {
    if (arguments.positional.empty()) return Dtype::unknown;
    Value item = arguments.positional.front();
    for (int depth = 0; item.is(Kind::sequence) && depth < max_content_depth; ++depth)
        item = store_.element(item.sequence());
    return category(item);
}

// x.to(device), x.to(dtype), x.to(other): the dtype changes if one is among the arguments.
Dtype Frame::cast(Dtype before, const Arguments& arguments) const {
    for (const Value argument : arguments.positional) {
        if (argument.is_tensor()) return argument.dtype;
        if (argument.is(Kind::unknown)) return Dtype::unknown;
        const torch::Row* row = row_of(argument);
        if (row && row->dtype != Dtype::unknown) return row->dtype;
        if (argument.is(Kind::constant) && argument.dtype != Dtype::unknown) return dtype_of(argument);
    }
    return before;
}

}  // namespace values
