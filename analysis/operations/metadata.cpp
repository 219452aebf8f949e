#include "analysis/operations/metadata.h"

#include "analysis/function/function_facts.h"

#include <algorithm>
#include <utility>

namespace operations {

namespace {

const std::string whole_of = "i(";  // what an int makes of a dtype that may be bool

}  // namespace

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text.append(text.empty() ? "" : ",").append(name);
    return text;
}

Form number(std::string term) { return {.kind = Form::Kind::number, .shape = {}, .dtype = std::move(term)}; }

void copy_dtype(Form& to, const Form& from) {
    to.dtype = from.dtype;
    to.floating = from.floating;
}

Form floated(Form form) {
    if (form.is_number()) form.dtype = "float";
    if (!form.is_tensor() || form.floating) return form;
    const bool is_whole_of = form.dtype.starts_with(whole_of);
    form.dtype = "f" + (is_whole_of ? form.dtype.substr(1) : "(" + form.dtype + ")");
    form.floating = true;
    return form;
}

std::string number_term(const values::Value& value) {
    switch (values::category(value)) {
        case torch::Dtype::boolean: return "bool";
        case torch::Dtype::integer: return "int";
        case torch::Dtype::floating: return "float";
        default: return "number";
    }
}

Form opaque_form(const values::Value& value, const std::string& label) {
    if (function::is_number(value)) return number(number_term(value));
    if (!value.is_tensor() || value.maybe_none) return {};
    return {.kind = Form::Kind::tensor, .shape = {label}, .dtype = label};
}

Form with_number(Form tensor, const Form& number) {
    if (tensor.floating || number.dtype == "bool") return tensor;
    if (number.dtype == "float") return floated(std::move(tensor));
    if (number.dtype == "int") {
        const bool is_number = tensor.numeric || (is_whole(tensor) && !tensor.is_bool()) ||
                               tensor.dtype.starts_with("s(") || tensor.dtype.starts_with(whole_of);
        if (!is_number) tensor.dtype = tensor.is_bool() ? "int64" : whole_of + tensor.dtype + ")";
        return tensor;
    }
    tensor.dtype = "n(" + tensor.dtype + "," + number.dtype + ")";
    return tensor;
}

Form quotient(const Form& a, const Form& b) {
    const bool is_single = a.dtype == b.dtype;
    if (!is_single && is_whole(b)) return floated(a);
    if (!is_single && is_whole(a)) return floated(b);
    return floated(promoted(a, b));
}

// A tensor without dimensions gives way to one with some, so shapes are in the term.
Form promoted(const Form& a, const Form& b) {
    if (a.dtype == b.dtype)
        return {.kind = a.kind, .shape = {}, .dtype = a.dtype, .floating = a.floating, .numeric = a.numeric};
    for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
        if (one->dtype == "bool" || (is_whole(*one) && other->floating) || other->dtype == floated(*one).dtype ||
            other->dtype == whole_of + one->dtype + ")")
            return {.kind = a.kind, .shape = {}, .dtype = other->dtype, .floating = other->floating};
    const auto term = [](const Form& form) { return form.dtype + "@" + joined(form.shape); };
    const auto [first, second] = std::minmax({term(a), term(b)});
    return {
        .kind = a.kind, .shape = {}, .dtype = "p(" + first + "|" + second + ")", .floating = a.floating && b.floating};
}

bool is_whole(const Form& form) {
    return form.dtype == "bool" || form.dtype == "int64" || form.dtype == count_dtype ||
           form.dtype.starts_with("dtype int") || form.dtype.starts_with("dtype uint");
}

bool same_form(const Form& a, const Form& b) {
    return a.is_tensor() && b.is_tensor() && a.shape == b.shape && a.dtype == b.dtype;
}

}  // namespace operations
