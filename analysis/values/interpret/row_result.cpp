#include "analysis/values/interpret/dtypes.h"
#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

// What a row of the knowledge says that a call, or the read of an attribute, gives.

namespace values {
namespace {

using torch::Dtype;
using torch::Gives;
using torch::Shape;

// The tensor that `same` speaks of: the receiver, else the first argument that is one, or the first of a list of them.
Value first_tensor(Store& store, Value receiver, const Arguments& arguments) {
    if (receiver.is_tensor()) return receiver;
    const auto look = [&store](Value value) {
        if (value.is_tensor()) return value;
        if (value.is(Kind::sequence) && holds_tensor(value)) {
            Value element = store.element(value.sequence());
            element.meta = 0;
            return element.is_tensor() ? element : Value{.kind = Kind::tensor};
        }
        return never();
    };
    for (const Value value : arguments.positional)
        if (const Value found = look(value); !found.is(Kind::never)) return found;
    for (const auto& [name, value] : arguments.keywords)
        if (const Value found = look(value); !found.is(Kind::never)) return found;
    return never();
}

constexpr std::string_view size_of_data = "GB0036";

constexpr double infinity = std::numeric_limits<double>::infinity();

// What `float("-inf")` makes of its argument.
std::optional<double> as_infinity(Value value) {
    const auto* text = literal_of<std::string_view>(value);
    if (!text) return std::nullopt;
    if (*text == "inf" || *text == "+inf") return infinity;
    return *text == "-inf" ? std::optional(-infinity) : std::nullopt;
}

// Of a function that computes as an operator does: `/`, which gives floats, `**`, `&`, and all others.
syntax::Op op_of(std::string_view function) {
    using syntax::Op;
    if (function == "operator.truediv" || function == "operator.itruediv") return Op::div;
    if (function == "builtins.pow" || function == "operator.pow") return Op::pow;
    const bool bitwise = function == "operator.and_" || function == "operator.or_" || function == "operator.xor";
    return bitwise ? Op::bit_and : Op::mod;
}

// `dim`, which numpy's users spell `axis`.
const Value* reduced_dimension(const torch::Row& row, const Arguments& arguments) {
    if (const Value* dim = arguments.find(row.given.empty() ? "dim" : row.given, row.given_position)) return dim;
    return arguments.keyword("axis");
}

bool is_number(Value value) {
    return value.is(Kind::literal) || value.is(Kind::number) || value.is(Kind::shape_number) ||
           value.is(Kind::constant) || value.is(Kind::tensor_number);
}

// `torch.isin(2, x)` has no shape of x.
bool is_number_first(Value receiver, const Arguments& arguments) {
    return receiver.is(Kind::never) && !arguments.positional.empty() && is_number(arguments.positional.front());
}

// None of the arguments says along which dimensions to reduce. Nor that some are left: `keepdim=True`, the old
// `reduce=False` of a loss, in front of its `reduction`, what may be several, as the second of `quantile(x, q)`, or
// `other`.
bool reduces_all(const torch::Row& row, Value receiver, const Arguments& arguments) {
    const bool keeps = is_given(arguments.keyword("keepdim")) || is_given(arguments.keyword("keepdims")) ||
                       arguments.keyword("reduce") || arguments.keyword("other");
    const Value* several = arguments.keyword("q");
    if (keeps || arguments.open || (several && !is_number(*several)) || is_given(reduced_dimension(row, arguments)))
        return false;
    constexpr int tensors_of_loss = 2;
    const bool of_loss = row.given == "reduction";
    const int first = of_loss ? std::max(tensors_of_loss, row.given_position - 1) : receiver.is(Kind::never) ? 1 : 0;
    for (int i = first; i < static_cast<int>(arguments.positional.size()); ++i) {
        const Value value = arguments.positional[static_cast<std::size_t>(i)];
        const bool is_kept = i > row.given_position ? !of_loss && is_given(&value) : of_loss || !is_number(value);
        if (i != row.given_position && row.given_position >= 0 && !value.is(Kind::none) && is_kept) return false;
    }
    return true;
}

// Not a number that is known while tracing; what nothing is known of may be one.
bool is_computed(Value value) { return !is_static(value) && !value.is(Kind::unknown) && value.known != Known::made; }

// How deep lists are nested in a value that is made into a tensor; -1 if that is not known.
int depth_of(Value value) {
    if (!value.is(Kind::sequence))
        return value.is(Kind::literal) || value.is(Kind::number) || value.is(Kind::shape_number) ||
                       value.is(Kind::constant)
                   ? 0
                   : -1;
    const auto& items = value.sequence().items;
    const int below = items.empty() ? -1 : depth_of(items.front());
    return below < 0 ? -1 : below + 1;
}

// Of `zeros(2, 3)`, `zeros((2, 3))`; -1 if it is not known.
int rank_of_sizes(const Arguments& arguments) {
    if (arguments.open || arguments.positional.empty()) return -1;
    constexpr std::size_t most = 64;  // dimensions of a tensor
    const Value first = arguments.positional.front();
    const std::size_t count = first.is(Kind::sequence) ? first.sequence().items.size() : arguments.positional.size();
    if (count > most || (first.is(Kind::sequence) && !first.sequence().exact)) return -1;
    const auto is_size = [](Value value) {
        return value.is(Kind::literal) || value.is(Kind::number) || value.is(Kind::shape_number);
    };
    const bool known = first.is(Kind::sequence) || std::ranges::all_of(arguments.positional, is_size);
    return known ? static_cast<int>(count) : -1;
}

// To the very dtype, not only its category.
bool keeps_dtype(Dtype word, Dtype of) {
    const bool relative = word == Dtype::real || word == Dtype::floated || word == Dtype::summed;
    return word == Dtype::same_dtype || (relative && of == Dtype::floating);
}

// A dtype among the arguments, in the place that an overload has for it: `torch.softmax(x, 1, torch.float64)`
bool names_dtype(Value value) {
    const torch::Row* row = value.is(Kind::api) ? value.api().row : nullptr;
    return row && row->gives == Gives::constant && row->dtype != Dtype::unknown;
}

// The tensor is all that the result depends on: no `dtype` in second place, no `dim`.
bool is_sole(const Arguments& arguments, Value receiver) {
    return !arguments.open && arguments.keywords.empty() &&
           arguments.positional.size() == (receiver.is_tensor() ? 0U : 1U);
}

bool has_one_tensor(const Arguments& arguments, Value receiver) {
    auto count = std::ranges::count_if(arguments.positional, holds_tensor) + (receiver.is_tensor() ? 1 : 0);
    count +=
        std::ranges::count_if(arguments.keywords, [](const auto& keyword) { return holds_tensor(keyword.second); });
    return count == 1 && !arguments.open;
}

// Besides tensors.
bool has_only_numbers(const Arguments& arguments) {
    const auto fits = [](Value value) { return value.is_tensor() || value.is(Kind::none) || value.is(Kind::literal); };
    return std::ranges::all_of(arguments.positional, fits) &&
           std::ranges::all_of(arguments.keywords, [fits](const auto& keyword) { return fits(keyword.second); });
}

// `max(x, dim=1)` instead of `max(x)`: the row as the argument that it names changes it; nothing if that is not given.
std::optional<torch::Row> other_overload(const torch::Row& row, const Arguments& arguments) {
    const Value* decisive = row.given_gives == Gives::unknown ? nullptr : arguments.find(row.given, row.given_position);
    // `max(a, b)` of two tensors is no `max(a, dim)`.
    if (!is_given(decisive) || (decisive->is_tensor() && row.given_gives == Gives::tensors)) return std::nullopt;
    torch::Row changed = row;
    changed.gives = std::exchange(changed.given_gives, Gives::unknown);
    changed.shape = row.given_shape;
    if (row.given_dtype != Dtype::unknown || row.given_shape != Shape::unknown) changed.dtype = row.given_dtype;
    return changed;
}

// A tuple of tensors, or a record of them where their names are known.
Value given_tensors(Store& store, const torch::Row& row, Value like) {
    const auto tensor = [&](Dtype word) {
        return Value{
            .kind = Kind::tensor, .likely = like.is_tensor() && like.likely, .dtype = relative(word, like.dtype)};
    };
    if (row.fields.empty()) return store.sequence_of(Sequence::Form::tuple, tensor(row.dtype));
    std::vector<std::string_view> names;
    std::vector<Value> items;
    for (const torch::Field& each : row.fields) names.push_back(each.name), items.push_back(tensor(each.dtype));
    return store.record(std::move(names), std::move(items));
}

Value given_array(const torch::Row& row, Value receiver, const Arguments& arguments) {
    const bool reduced = row.shape == Shape::reduce && reduces_all(row, receiver, arguments);
    const int rank = row.shape == Shape::rank0 || reduced ? 0 : row.shape == Shape::rank1 ? 1 : -1;
    const bool made = (row.traits.pointwise || row.shape == Shape::rank0) && !arguments.any(is_computed);
    return {.kind = Kind::array,
            .varies = row.role == torch::Role::random && rank == 0,
            .dtype = row.dtype,
            .rank = static_cast<std::int8_t>(rank),
            .known = made ? Known::made : Known::no};
}

// -1 if it is not known.
int given_rank(const torch::Row& row, Value receiver, Value like, const Arguments& arguments) {
    switch (row.shape) {
        case Shape::rank0: return 0;
        case Shape::rank1: return 1;
        case Shape::content: return arguments.positional.empty() ? -1 : depth_of(arguments.positional.front());
        case Shape::sized: return rank_of_sizes(arguments);
        case Shape::same:
        case Shape::same_size: return is_number_first(receiver, arguments) ? -1 : like.rank;
        case Shape::broadcast: return has_one_tensor(arguments, receiver) ? like.rank : -1;
        case Shape::reduce: return reduces_all(row, receiver, arguments) ? 0 : -1;
        case Shape::unknown: return -1;
    }
    return -1;
}

Meta given_meta(Store& store, const torch::Row& row, Value receiver, Value like, const Arguments& arguments) {
    const Dtype word = word_of(row);
    const auto derived = [&] {
        return is_sole(arguments, receiver) ? store.derive(Store::Derivation::row, like.meta, store.id_of(&row)) : 0;
    };
    switch (row.shape) {
        case Shape::same:
        case Shape::same_size:
            if (is_given(arguments.keyword("dtype")) || arguments.keyword("device") || arguments.any(names_dtype) ||
                is_number_first(receiver, arguments))
                return 0;
            return keeps_dtype(word, like.dtype) ? like.meta : derived();
        case Shape::broadcast: {
            // No Python number changes the dtype of a floating tensor.
            const bool keeps = word == Dtype::same_dtype && like.dtype == Dtype::floating;
            return keeps && has_one_tensor(arguments, receiver) && has_only_numbers(arguments) ? like.meta : 0;
        }
        case Shape::reduce: return is_given(reduced_dimension(row, arguments)) ? 0 : derived();
        default: return 0;
    }
}

// How many rows what is made has, the data decides: of what is selected, of `zeros(n)` of a number that was read, and
// of all that is made of such tensors, but for a sum over all of one.
bool rests_on_data(const torch::Row& row, Value made, Value receiver, const Arguments& arguments) {
    const bool has_size = made.is_tensor() ? made.rank != 0 : made.is(Kind::shape_number) || made.is(Kind::sequence);
    if (!has_size) return false;
    const auto is_unbacked = [](Value value) { return holds(value, [](Value each) { return each.unbacked; }); };
    if (is_unbacked(receiver) || arguments.any(is_unbacked)) return true;
    for (const torch::Row* each = &row; each; each = each->also)
        if (each->gb == size_of_data && breaking(&row, receiver, arguments) == each) return true;
    const auto is_of_data = [](Value value) {
        return holds(value, [](Value each) { return each.is(Kind::tensor_number); });
    };
    const bool fits = row.shape == Shape::same || row.shape == Shape::same_size || row.shape == Shape::broadcast;
    return made.is_tensor() && !fits && arguments.any(is_of_data);
}

}  // namespace

Value Frame::given(const torch::Row& row, Value receiver, const Arguments& arguments) {
    const Value made = meaning(row, receiver, arguments);
    return rests_on_data(row, made, receiver, arguments) ? store_.unbacked(made) : made;
}

Value Frame::meaning(const torch::Row& row, Value receiver, const Arguments& arguments) {
    // What is false while code is compiled is false around it, too.
    if (row.value) return activation_.compiled || !*row.value ? store_.literal(*row.value) : constant();
    if (const auto other = other_overload(row, arguments)) return meaning(*other, receiver, arguments);
    const Value like = first_tensor(store_, receiver, arguments);
    const Value first = arguments.positional.empty() ? unknown() : arguments.positional.front();
    switch (row.gives) {
        case Gives::tensor: return given_tensor(row, receiver, like, arguments);
        case Gives::tensors: return given_tensors(store_, row, like);
        case Gives::number: return {.kind = Kind::tensor_number, .dtype = relative(row.dtype, like.dtype)};
        case Gives::numbers: return store_.sequence_of(Sequence::Form::list, {.kind = Kind::tensor_number});
        case Gives::shape_number:
            // len() of a Python container, be it a shape.
            return {.kind = first.is(Kind::sequence) || first.is(Kind::mapping) ? Kind::constant : Kind::shape_number,
                    .dtype = Dtype::integer};
        case Gives::shape:
            return store_.sequence_of(Sequence::Form::tuple, {.kind = Kind::shape_number, .dtype = Dtype::integer});
        case Gives::constant:
            if (row.role == torch::Role::infinity) return store_.literal(infinity);
            return {.kind = Kind::constant,
                    .dtype = row.dtype == Dtype::same_dtype && like.dtype != Dtype::unknown ? like.dtype : row.dtype};
        case Gives::none: return none();
        case Gives::array: return given_array(row, receiver, arguments);
        case Gives::module: return unknown();
        case Gives::object: return row.class_.empty() ? unknown() : interpreter_.external_instance(row.class_);
        case Gives::logger: return store_.api(row.name, &row, Kind::logger);
        case Gives::self: return receiver.is(Kind::never) ? first : receiver;
        case Gives::class_instance:
            if (torch::is_subclass(row.name, torch::module_class, interpreter_.options().torch)) {
                Value module = store_.api(row.name, &row, Kind::module);
                // `nn.ReLU()`: its default is to make a new tensor (Facts::row_of_module).
                if (arguments.positional.empty() && arguments.keywords.empty() && !arguments.open)
                    module.origin = Origin::fresh;
                return module;
            }
            return row.role == torch::Role::tensor_class ? Value{.kind = Kind::tensor}
                                                         : store_.api(row.name, &row, Kind::foreign);
        case Gives::arithmetic: return folded(row, arguments);
        case Gives::converted: return converted(row, arguments);
        case Gives::elements: return elements(row, arguments);
        case Gives::element: return iterate(first);
        case Gives::unknown: return unknown();
    }
    return unknown();
}

Value Frame::given_tensor(const torch::Row& row, Value receiver, Value like, const Arguments& arguments) {
    if (row.traits.in_place && like.is_tensor()) return like;
    Value made{.kind = Kind::tensor,
               .likely = like.is_tensor() && like.likely,
               .origin = row.traits.view ? Origin::view : Origin::fresh};
    made.dtype = given_dtype(row, receiver, like, arguments);
    made.rank = static_cast<std::int8_t>(given_rank(row, receiver, like, arguments));
    made.meta = given_meta(store_, row, receiver, like, arguments);
    const bool of_numbers = like.is(Kind::never) || (like.known == Known::made && has_one_tensor(arguments, receiver));
    if ((row.shape == Shape::content && made.rank == 0) || (row.shape == Shape::broadcast && of_numbers))
        made.known = Known::made;
    return made;
}

// list(x) has the items of x, sorted(x) and set(x) have them in another order.
Value Frame::elements(const torch::Row& row, const Arguments& arguments) {
    const Sequence::Form form = row.name == torch::tuple_class ? Sequence::Form::tuple : Sequence::Form::list;
    if (arguments.positional.empty()) return store_.sequence(form, {});
    const Value from = arguments.positional.front();
    const bool ordered = row.role == torch::Role::sequence_type && from.is(Kind::sequence) && from.sequence().exact;
    return ordered ? store_.sequence(form, from.sequence().items) : store_.sequence_of(form, iterate(from));
}

// What an operator on the arguments would give: max(a, b), sum(list).
Value Frame::folded(const torch::Row& row, const Arguments& arguments) {
    if (arguments.positional.empty()) return unknown();
    const bool one = arguments.positional.size() == 1, chooses = row.role == torch::Role::keyed;
    const bool iterates = one && arguments.positional.front().is(Kind::sequence);
    Value result = iterates ? iterate(arguments.positional.front()) : arguments.positional.front();
    if (one && result.is(Kind::literal)) return constant();
    for (std::size_t i = 1; i < arguments.positional.size(); ++i) {
        const Dtype before = category(result), other = category(arguments.positional[i]);
        result = arithmetic(op_of(row.name), result, arguments.positional[i]);
        if (chooses && !result.is_tensor()) result.dtype = before == other ? before : Dtype::unknown;
    }
    if (result.is(Kind::literal)) return constant();
    const bool computes = !chooses && !row.name.starts_with("copy.");
    // `sum(...)` begins with 0, of masks as well.
    const bool counts = one && computes && (iterates || !result.is_tensor());
    if (counts && result.dtype == Dtype::boolean) result.dtype = Dtype::integer;
    return result;
}

// A Python number made from whatever the argument is: int(), round(), math.floor().
Value Frame::converted(const torch::Row& row, const Arguments& arguments) {
    const Value from = arguments.positional.empty() ? constant() : arguments.positional.front();
    if (const auto literal = as_infinity(from); literal && row.dtype == Dtype::floating)
        return store_.literal(*literal);
    Dtype dtype = row.dtype == Dtype::unknown ? from.dtype : row.dtype;
    // `round(n / 2)` is an int, `round(n / 2, 1)` is none.
    const bool rounds = row.name == "builtins.round" && arguments.positional.size() == 1;
    if (rounds && !from.is_tensor() && category(from) != Dtype::integer) dtype = Dtype::unknown;
    if (from.is(Kind::array) && from.known == Known::made) return {.kind = Kind::constant, .dtype = dtype};
    if (from.is_tensor() || from.is(Kind::tensor_number) || from.is(Kind::array))
        return {.kind = Kind::tensor_number, .dtype = dtype};
    const bool keeps = from.is(Kind::shape_number) || from.is(Kind::number);
    return {.kind = keeps ? from.kind : Kind::constant, .dtype = dtype, .unbacked = from.unbacked};
}

}  // namespace values
