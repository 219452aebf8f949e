#include "analysis/operations/cast.h"

#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>

namespace operations {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 9> plain_dtypes{"torch.bfloat16", "torch.bool",  "torch.float16",
                                                       "torch.float32",  "torch.int16", "torch.int32",
                                                       "torch.int64",    "torch.int8",  "torch.uint8"};
constexpr std::string_view torch_prefix = "torch.";
constexpr std::string_view takes_tensor = "torch.Tensor.type_as";  // and nothing else

bool is_dtype(const torch::Row* row) {
    return row && row->gives == torch::Gives::constant && row->dtype != torch::Dtype::unknown &&
           (row->role == torch::Role::constant_type || row->role == torch::Role::rare_dtype);
}

// `half` of `x.half()` is `torch.half`.
const torch::Row* dtype_of_method(const Facts& facts, const torch::Row& row) {
    const torch::Knowledge knowledge{facts.program().release()};
    const std::string name = std::string(torch_prefix).append(row.last_word());
    const torch::Row* dtype = torch::find(torch::canonical(name, knowledge), knowledge);
    return is_dtype(dtype) ? dtype : nullptr;
}

}  // namespace

const torch::Row* dtype_named(const Facts& facts, Node expression) {
    const values::Value value = facts.value(expression);
    const torch::Row* row = value.is(values::Kind::api) ? value.api().row : nullptr;
    return is_dtype(row) ? row : nullptr;
}

bool is_plain(const torch::Row& dtype) { return std::ranges::find(plain_dtypes, dtype.name) != plain_dtypes.end(); }

std::string dtype_term(const torch::Row& dtype) {
    const std::string name(dtype.name.substr(torch_prefix.size()));
    return name == "int64" || name == "bool" ? name : "dtype " + name;
}

std::string dtype_text(const torch::Row& dtype, std::string_view torch) {
    return std::string(torch).append(dtype.name.substr(torch_prefix.size() - 1));
}

Node asked_for_dtype(const Facts& facts, Node expression) {
    const auto attribute = syntax::as<syntax::Attribute>(expression);
    const torch::Row* member = attribute ? facts.member_of_tensors(attribute->name().text()) : nullptr;
    const bool asks = member && member->gives == torch::Gives::constant && member->dtype == torch::Dtype::same_dtype;
    return asks ? attribute->object() : Node{};
}

std::string Cast::text(std::string_view torch) const {
    if (like) return std::string(like.text()) + ".dtype";
    if (!dtype) return std::string(torch) + ".get_default_dtype()";
    return dtype_text(*dtype, torch);
}

std::optional<Cast> cast_of(const Facts& facts, Node node) {
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    if (!row) return std::nullopt;
    const syntax::Call call{node};
    Cast cast{.of = call.function().child(Field::object)};
    const Node argument = call.arguments().first_child();
    if (!argument) {
        cast.dtype = dtype_of_method(facts, *row);
        return cast.dtype ? std::optional(cast) : std::nullopt;
    }
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    const bool takes_it = row->dtype == torch::Dtype::cast && !argument.next_sibling();
    if (!takes_it || (keyword && keyword->name().text() != "dtype")) return std::nullopt;
    const Node given = keyword ? keyword->value() : argument;
    cast.dtype = dtype_named(facts, given);
    cast.like = cast.dtype ? Node{} : asked_for_dtype(facts, given);
    cast.moves = !keyword && (facts.value(given).is_tensor() || row->name == takes_tensor);
    if (cast.moves) cast.like = given;
    return cast.dtype || cast.like ? std::optional(cast) : std::nullopt;
}

bool casts_as_another(const Facts& facts, Node expression) {
    for (const Node node : subtree(expression)) {
        const auto cast = cast_of(facts, node);
        if (cast && cast->like) return true;
    }
    return false;
}

std::optional<Cast> dtype_of_new(const Facts& facts, Node call) {
    if (!shape_of_new(facts, call)) return std::nullopt;
    const bool of_tensor = facts.row_of(call)->name.starts_with(torch::tensor_class);
    Cast cast{.of = call, .like = of_tensor ? call.child(Field::function).child(Field::object) : Node{}};
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!keyword || keyword->name().text() != "dtype") continue;
        cast.dtype = dtype_named(facts, keyword->value());
        cast.like = cast.dtype ? Node{} : asked_for_dtype(facts, keyword->value());
        if (!cast.dtype && !cast.like) return std::nullopt;
    }
    return cast;
}

}  // namespace operations
